import { runCommand } from '@/scripts/user-error.mjs'
import { type BenchContext, CONNECTIONS, openBenchContext, POOL } from './bench-context'
import { type Figure, isMet } from './figure'
import { describeMachine, type Machine, renderMachine } from './machine'
import { measureBalance } from './measure-balance'
import { measureCharges } from './measure-charges'
import { measureClickToRow } from './measure-click-to-row'
import { measureDeliveries } from './measure-deliveries'
import { measureDeliveriesList } from './measure-deliveries-list'
import { measureLinkCreate } from './measure-link-create'
import { measureLinkRead } from './measure-link-read'
import { measureLive } from './measure-live'
import { measureMemory } from './measure-memory'
import { measureMirrorImport } from './measure-mirror-import'
import { measureMirrorReads } from './measure-mirror-reads'
import { measurePages, pageFigures } from './measure-pages'
import { measurePaymentsList } from './measure-payments-list'
import { measureRequestLog } from './measure-request-log'
import { measureSearch } from './measure-search'
import { measureSettling } from './measure-settling'
import { measureStart } from './measure-start'
import { measureStrangers } from './measure-strangers'
import { measureWebhookReceipts } from './measure-webhook-receipts'
import { type BenchOptions, type FigureName, readOptions } from './options'
import { renderTable } from './render-table'
import { makeRunFolder } from './run-folder'
import { processorTime, stolenShare } from './stolen-time'

/** Figures that share one context; the others start a whole instance themselves. */
const CONTEXT_FIGURES: Partial<Record<FigureName, (bench: BenchContext) => Promise<Figure[]>>> = {
  'link-read': measureLinkRead,
  'request-log': measureRequestLog,
  'link-create': measureLinkCreate,
  charge: measureCharges,
  'payments-list': measurePaymentsList,
  memory: measureMemory,
  settle: measureSettling,
  balance: measureBalance,
  'webhook-receipts': measureWebhookReceipts,
  deliveries: measureDeliveries,
  'deliveries-list': measureDeliveriesList,
  'mirror-import': measureMirrorImport,
  'mirror-reads': measureMirrorReads,
  search: measureSearch,
  live: measureLive,
  strangers: measureStrangers,
}

async function measure(options: BenchOptions, folder: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const ratios = options.only.filter((name) => CONTEXT_FIGURES[name])
  if (ratios.length > 0) {
    const bench = await openBenchContext(options, folder)
    try {
      for (const name of ratios)
        figures.push(...(await withProgress(name, () => CONTEXT_FIGURES[name]?.(bench))))
    } finally {
      await bench.close()
    }
  }
  if (options.only.includes('click-to-row'))
    figures.push(...(await withProgress('click-to-row', () => measureClickToRow(options.payments, folder))))
  if (options.only.includes('start'))
    figures.push(...(await withProgress('start', () => measureStart(folder))))
  const pages = pageFigures.filter((name) => options.only.includes(name))
  if (pages.length > 0)
    figures.push(
      ...(await measurePages(options, folder, (name, measureFigure) => withProgress(name, measureFigure))),
    )
  return figures
}

async function withProgress(
  name: FigureName,
  measureFigure: () => Promise<Figure[]> | undefined,
): Promise<readonly Figure[]> {
  console.log(`Measuring ${name} …`)
  try {
    return (await measureFigure()) ?? []
  } catch (error) {
    // The figures measured before are worth minutes.
    console.error(`${name} failed:`, error)
    process.exitCode = 1
    return []
  }
}

/** Writes to standard output, which is only for the table. */
function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function report(
  options: BenchOptions,
  machine: Machine,
  stolen: number | null,
  figures: readonly Figure[],
): void {
  const { rounds, roundSeconds } = options
  if (options.json) {
    const rows = figures.map((figure) => ({ ...figure, met: isMet(figure) }))
    const plan = { rounds, roundSeconds, pool: POOL, connections: CONNECTIONS }
    print(JSON.stringify({ machine: { ...machine, stolenShare: stolen }, ...plan, figures: rows }, null, 2))
    return
  }
  print(`\n${renderMachine(machine, stolen)}`)
  if (figures.some(({ ratio }) => ratio !== null))
    print(
      `ratios: medians of ${rounds} rounds of ${roundSeconds} s, ours and the baseline in turn, ${CONNECTIONS} connections, pools of ${POOL}`,
    )
  print(`\n${renderTable(figures)}`)
}

// Other output, such as that of builds, goes to stderr.
console.log = console.error
await runCommand(async () => {
  const options = readOptions(process.argv.slice(2))
  const machine = describeMachine()
  const folder = makeRunFolder()
  try {
    const before = processorTime()
    const figures = await measure(options, folder.path)
    report(options, machine, stolenShare(before, processorTime()), figures)
  } finally {
    folder.remove()
  }
})
