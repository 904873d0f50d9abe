import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { call, type ResponseCounts } from '@/test/chaos/chaos-clients'
import { type Deployment, startDeployment } from '@/test/chaos/deployment'
import { type Merchant, openMerchant } from '@/test/chaos/merchant'
import { bookFaults, startLoad, untilFinal } from '@/test/chaos/start-load'
import { openSeverableProxy, type SeverableProxy } from '@/test/factories/severable-proxy'
import { onServer, startSynchronousStandby } from './copies'

const FOLDER = path.join('/dev/shm', `checkout-drill-${process.pid}`)
const CARDS = Array.from({ length: 8 }, () => '4242424242424242')
const LOAD_MS = 8_000

// `DRILL=1 npx vitest run test/disaster` (docs/disaster.md).
describe.skipIf(!process.env.DRILL)('the machine of the primary is lost during charges', () => {
  const responseCounts: ResponseCounts = new Map()
  let proxy: SeverableProxy
  let deployment: Deployment
  let merchant: Merchant
  let standby: Awaited<ReturnType<typeof startSynchronousStandby>>

  beforeAll(async () => {
    deployment = await startDeployment({
      count: { api: 2, worker: 2, web: 1 },
      folder: path.join(FOLDER, 'primary'),
      async route(url) {
        proxy = await openSeverableProxy(Number(new URL(url).port))
        const routed = new URL(url)
        routed.port = String(proxy.port)
        return routed.href
      },
    })
    merchant = await openMerchant(deployment, responseCounts, CARDS)
    const { url, folder } = deployment.postgres
    standby = await startSynchronousStandby({ url, folder }, path.join(FOLDER, 'standby'))
  }, 600_000)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
    await standby?.stop()
    fs.rmSync(FOLDER, { recursive: true, force: true })
  }, 120_000)

  test('the synchronous standby serves within seconds, with every captured charge and none twice', async () => {
    const load = startLoad(merchant, new Random(Number(process.env.SEED ?? 1)), { buyers: 4, payers: 2 })
    await setTimeout(LOAD_MS)
    const lostAt = Date.now()
    await deployment.postgres.lose()
    await standby.promote()
    const promotedAt = Date.now()
    proxy.forwardTo(standby.port)
    const serves = async () => (await call(merchant.shop, 'account', 'GET', '/payments?limit=1'))?.status
    await expect.poll(serves, { timeout: 60_000, interval: 50 }).toBe(200)
    const servedAt = Date.now()
    await setTimeout(LOAD_MS)
    await load.end()
    await untilFinal(merchant)

    const books = new Client({ connectionString: standby.url })
    await books.connect()
    onTestFinished(() => books.end())
    await expect.poll(() => bookFaults(books, load), { timeout: 120_000, interval: 1_000 }).toEqual([])
    await deployment.operator('check')
    const { rows } = await onServer(standby.url, (client) =>
      client.query<{ approved: number }>(
        `SELECT count(*)::int AS approved FROM service.payment WHERE status = 'APPROVED'`,
      ),
    )
    console.table({
      'ms until promoted': promotedAt - lostAt,
      'ms until a request was served': servedAt - lostAt,
      purchases: load.purchases.length,
      'approved payments': rows[0]?.approved,
    })
  }, 600_000)
})
