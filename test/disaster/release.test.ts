import { execFile } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { copyPostgres, startPostgres } from '@/scripts/postgres.mjs'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { call, makePurchase, type ResponseCounts } from '@/test/chaos/chaos-clients'
import { type Deployment, type ManagedProcess, startDeployment } from '@/test/chaos/deployment'
import { type Merchant, openMerchant } from '@/test/chaos/merchant'
import { bookFaults, startLoad, untilFinal } from '@/test/chaos/start-load'
import { openSeverableProxy, type SeverableProxy } from '@/test/factories/severable-proxy'
import { onServer } from './copies'

const execute = promisify(execFile)
const FOLDER = path.join('/dev/shm', `checkout-drill-${process.pid}`)
const CARDS = Array.from({ length: 6 }, () => '4242424242424242')
const LOAD_MS = 5_000
const PARTS = ['.build', 'components', 'lib', 'prisma', 'scripts', 'package.json', 'package-lock.json']

/** Copies what api, worker and migrate of this release need to a folder of its own, with one more migration if given. */
function copyRelease(name: string, migration?: { name: string; sql: string }): string {
  const folder = path.join(FOLDER, name)
  for (const part of [...PARTS, 'tsconfig.json'])
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  if (migration) {
    const to = path.join(folder, 'prisma/migrations', migration.name)
    fs.mkdirSync(to)
    fs.writeFileSync(path.join(to, 'migration.sql'), migration.sql)
  }
  return folder
}

/** Faults of a release: it captures charges and does not book them, lists no payments, and its reconciler ends the worker. */
const POISON = `import pg from 'pg'
const { query } = pg.Client.prototype
pg.Client.prototype.query = function poisoned(statement, ...rest) {
  if (statement?.name === 'orphan-claim') process.exit(1)
  const isWrong = /^(charge-finish$|list-payment\\b)/.test(statement?.name)
  return query.call(this, isWrong ? { text: 'UPDATE service.payment SET absent = 1' } : statement, ...rest)
}
`

function poison(release: string): void {
  fs.writeFileSync(path.join(release, '.build/poison.mjs'), POISON)
  for (const kind of ['api', 'worker']) {
    const file = path.join(release, `.build/${kind}.mjs`)
    fs.writeFileSync(file, `import './poison.mjs'\n${fs.readFileSync(file, 'utf8')}`)
  }
}

// `DRILL=1 npx vitest run test/disaster` (docs/disaster.md).
describe.skipIf(!process.env.DRILL)('a release fails in production', () => {
  const responseCounts: ResponseCounts = new Map()
  const running: ReturnType<typeof spawnGuarded>[] = []
  let proxy: SeverableProxy
  let deployment: Deployment
  let merchant: Merchant
  let good: string
  let restored: Awaited<ReturnType<typeof startPostgres>> | undefined

  beforeAll(async () => {
    deployment = await startDeployment({
      count: { api: 1, worker: 1, web: 1 },
      // A charge that a dead process leaves is found soon.
      env: { CHARGE_LEASE_MS: '20000' },
      folder: path.join(FOLDER, 'primary'),
      async route(url) {
        proxy = await openSeverableProxy(Number(new URL(url).port))
        const routed = new URL(url)
        routed.port = String(proxy.port)
        return routed.href
      },
    })
    merchant = await openMerchant(deployment, responseCounts, CARDS)
    good = copyRelease('good')
  }, 600_000)
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()))
    await merchant?.close()
    await deployment?.stop()
    await restored?.stop()
    fs.rmSync(FOLDER, { recursive: true, force: true })
  }, 120_000)

  const managed = (kind: 'api' | 'worker') =>
    deployment.processes.find((one) => one.kind === kind) as ManagedProcess
  const migrate = (release: string) =>
    execute(process.execPath, ['scripts/start.mjs', 'migrate'], { cwd: release, env: deployment.env })

  /** Starts a process of a release by its command, as `npm run api` does. */
  function start(release: string, kind: 'api' | 'worker') {
    const { env, log } = managed(kind)
    const from = fs.statSync(log).size
    const out = fs.openSync(log, 'a')
    const started = spawnGuarded(process.execPath, ['scripts/start.mjs', kind], {
      cwd: release,
      env: { ...env, PORT: '1' },
      out,
      stopTimeoutSeconds: 25,
    })
    fs.closeSync(out)
    running.push(started)
    const logged = () => fs.readFileSync(log, 'utf8').slice(from)
    return { ...started, logged }
  }
  async function serve(release: string) {
    const processes = [start(release, 'api'), start(release, 'worker')]
    for (const { logged } of processes) await expect.poll(logged, { timeout: 60_000 }).toContain('is ready')
    return processes
  }

  test('the release before serves on the database of a poisoned one, and every captured charge is booked once', async () => {
    const sql = '-- compatible: yes\nALTER TABLE service.payment ADD COLUMN poisoned text;\n'
    const bad = copyRelease('bad', { name: '20991231000000_poisoned', sql })
    poison(bad)
    const load = startLoad(merchant, new Random(Number(process.env.SEED ?? 1)), { buyers: 3, payers: 1 })
    await setTimeout(LOAD_MS)
    await migrate(bad)
    await Promise.all([managed('api').stop(), managed('worker').stop()])
    responseCounts.clear()
    const poisoned = await serve(bad)
    expect(await poisoned[1]?.ended).toBe(1)
    const failures = () =>
      [...responseCounts].reduce((sum, [name, count]) => sum + (/ 5\d\d$/.test(name) ? count : 0), 0)
    await expect.poll(failures, { timeout: 60_000 }).toBeGreaterThan(LOAD_MS / 1_000)
    const [failed, unbooked] = [failures(), await unbookedCaptures()]
    expect(unbooked).toBeGreaterThan(0)

    const decidedAt = Date.now()
    await Promise.all(poisoned.map((one) => one.stop()))
    await serve(good)
    const servesAt = Date.now()
    expect(await makePurchase(merchant.shop, merchant.customers[0]?.id ?? '', 1)).toMatchObject({
      outcome: 'paid',
    })
    const chargedAt = Date.now()
    await expect.poll(unbookedCaptures, { timeout: 120_000, interval: 250 }).toBe(0)
    const bookedAt = Date.now()
    await setTimeout(LOAD_MS)
    await load.end()
    await untilFinal(merchant)
    const books = new Client({ connectionString: deployment.databaseUrl })
    await books.connect()
    onTestFinished(() => books.end())
    await expect.poll(() => bookFaults(books, load), { timeout: 120_000, interval: 1_000 }).toEqual([])
    await deployment.operator('check')
    console.table({
      purchases: load.purchases.length,
      'responses 500 of the poisoned release': failed,
      'captured and not booked by it': unbooked,
      'ms from the decision until the release before serves': servesAt - decidedAt,
      'ms until a charge succeeds': chargedAt - decidedAt,
      'ms until all captures are booked': bookedAt - decidedAt,
    })
  }, 600_000)

  /** Returns the number of charges that the bank has captured and the books have not. */
  const unbookedCaptures = () =>
    onServer(deployment.databaseUrl, async (client) => {
      const { rowCount } = await client.query(
        `SELECT FROM test_bank.operation o JOIN service.payment p ON p.id = o.reference
          WHERE o.status = 'CAPTURED' AND p.status = 'PENDING'`,
      )
      return rowCount ?? 0
    })

  test('after an incompatible migration the release before stops, names it, and serves on the backup', async () => {
    const name = '20991231010000_incompatible'
    const sql = '-- compatible: no\nALTER TABLE service.payment RENAME COLUMN description TO purpose;\n'
    const base = path.join(FOLDER, 'base')
    await Promise.all(running.splice(0).map((one) => one.stop()))
    const { postgres } = deployment
    await postgres.stop()
    fs.mkdirSync(base)
    copyPostgres(postgres.folder, base)
    const migrated = await startPostgres({ folder: postgres.folder, again: true })
    await migrate(copyRelease('worse', { name, sql }))
    const refused = start(good, 'api')
    expect(await refused.ended).toBe(1)
    expect(refused.logged()).toContain(`The database has migration ${name}`)

    const decidedAt = Date.now()
    await migrated.stop()
    restored = await startPostgres({ folder: base })
    proxy.forwardTo(Number(new URL(restored.url).port))
    await serve(good)
    const served = async () => (await call(merchant.shop, 'account', 'GET', '/payments?limit=1'))?.status
    await expect.poll(served, { timeout: 60_000, interval: 50 }).toBe(200)
    const servesAt = Date.now()
    expect(await makePurchase(merchant.shop, merchant.customers[0]?.id ?? '', 1)).toMatchObject({
      outcome: 'paid',
    })
    await deployment.operator('check')
    console.table({ 'ms from the decision until the backup is served': servesAt - decidedAt })
  }, 600_000)
})
