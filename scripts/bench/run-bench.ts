import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isAlive } from '@/scripts/data-folder-lock.mjs'
import { removePostgres } from '@/scripts/postgres.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { runCommand, UserError } from '@/scripts/user-error.mjs'
import { type Figure, judge, renderTable } from './figure'
import { measureCharge, measureLinkRead } from './measure-api'
import { measureLive, measureMirrorImport, measureMirrorReads } from './measure-dashboard'
import { measureNetwork } from './measure-network'
import { measureClickToRow, measureFirstLoad, measureStart, measureVitals } from './measure-pages'
import { measureStrangers } from './measure-strangers'
import { measureDeliveries, measureWebhookReceipts } from './measure-webhooks'
import { type Bench, openBench, PLANS } from './processes'

const MEASURES: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
  'link-read': measureLinkRead,
  charge: measureCharge,
  'webhook-receipts': measureWebhookReceipts,
  deliveries: measureDeliveries,
  'mirror-import': measureMirrorImport,
  'mirror-reads': measureMirrorReads,
  live: measureLive,
  strangers: measureStrangers,
  'click-to-row': measureClickToRow,
  start: measureStart,
  'first-load': measureFirstLoad,
  vitals: measureVitals,
  network: measureNetwork,
}
const NAMES = Object.keys(MEASURES)
const RUNS = path.join(ROOT, '.data/bench')
/** Time after which a figure counts as failed. */
const TIMEOUT_MS = 40 * 60_000

/** Measures one figure over a database and processes of its own. */
async function measure(name: string, plan: typeof PLANS.full): Promise<Figure[]> {
  console.log(`Measuring ${name} …`)
  const folder = path.join(RUNS, `${process.pid}-${name}`)
  fs.mkdirSync(folder, { recursive: true })
  let bench: Bench | undefined
  try {
    bench = await openBench(plan, folder)
    const figures = await Promise.race([MEASURES[name]?.(bench), delay(TIMEOUT_MS, null, { ref: false })])
    if (!figures) throw new Error('It took too long.')
    return figures
  } catch (error) {
    // The other figures are worth minutes.
    console.error(`${name} failed:`, error)
    process.exitCode = 1
    return []
  } finally {
    await bench?.close()
    sweep(folder)
  }
}

/** Deletes the folder of a figure, its Postgres data first: for root they may be elsewhere. */
function sweep(folder: string): void {
  for (const inside of ['', 'clone/.data']) removePostgres(path.join(folder, inside, 'postgres'))
  fs.rmSync(folder, { recursive: true, force: true })
}

// Standard output is only for the table; that of builds and processes goes to standard error.
const print = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)
await runCommand(async () => {
  const flag = { type: 'boolean' as const, default: false }
  const only = { type: 'string' as const, default: NAMES.join() }
  const { values } = parseArgs({ options: { only, quick: flag, json: flag } })
  const names = values.only.split(',')
  const unknown = names.filter((name) => !NAMES.includes(name)).join(', ')
  if (unknown) throw new UserError(`There is no figure ${unknown}. There are: ${NAMES.join(', ')}.`)
  const plan = values.quick ? PLANS.quick : PLANS.full
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  const processor = `${os.availableParallelism()} cores of ${os.cpus()[0]?.model.trim()}`
  const state = `commit ${git.stdout.trim()}, load before ${os.loadavg()[0]?.toFixed(2)}`
  const machine = `${os.hostname()}: ${processor}, Node ${process.versions.node}, ${state}`
  fs.mkdirSync(RUNS, { recursive: true })
  for (const left of fs.readdirSync(RUNS))
    if (!isAlive(Number.parseInt(left, 10))) sweep(path.join(RUNS, left))
  const figures: Figure[] = []
  for (const name of names) figures.push(...(await measure(name, plan)))
  const report = { machine, plan, figures: figures.map(judge) }
  print(values.json ? `${JSON.stringify(report, null, 2)}\n` : `\n${machine}\n\n${renderTable(figures)}\n`)
})
