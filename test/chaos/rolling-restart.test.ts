import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { sessionToken } from '@/test/fixtures/session-token'
import { call, type ResponseCounts, repeat, send } from './chaos-clients'
import { type Deployment, startDeployment } from './deployment'
import { type Merchant, openMerchant } from './merchant'
import { bookFaults, startLoad, untilFinal } from './start-load'

/** `CHAOS=1 npx vitest run test/chaos/rolling-restart.test.ts` (docs/reliability.md) */
const IS_WANTED = process.env.CHAOS === '1'
/** Longer than the proxy's checks, which take a second at most. */
const DRAIN_MS = 3_000
const SETTLED_MS = 2_000
const TEST_MS = 600_000

describe.skipIf(!IS_WANTED)('a rolling restart behind a proxy', () => {
  const responseCounts: ResponseCounts = new Map()
  let deployment: Deployment
  let merchant: Merchant
  let session = ''

  beforeAll(async () => {
    deployment = await startDeployment({
      count: { api: 2, worker: 1, web: 2 },
      env: { DRAIN_MS: String(DRAIN_MS) },
    })
    merchant = await openMerchant(deployment, responseCounts, ['4242424242424242', '4242424242424242'])
    const { dashboard, ctx } = merchant
    session = await sessionToken(dashboard, ctx.userId, deployment.env.NEXTAUTH_SECRET ?? '')
    // Each process has compiled its pages, and opened its connections.
    for (let visit = 0; visit < 4; visit += 1) await visitDashboard()
  }, TEST_MS)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
  }, TEST_MS)

  test(
    'a rolling restart of two API and two web processes fails no request',
    async () => {
      responseCounts.clear()
      const random = new Random(1)
      const load = startLoad(merchant, random, { buyers: 2, payers: 1 })
      let isOver = false
      const isDone = () => isOver
      const others = Promise.all([
        repeat(2, isDone, random, [20, 80], readOnce),
        repeat(1, isDone, random, [100, 300], visitDashboard),
        follow(isDone),
      ])
      for (const managed of deployment.processes.filter(({ kind }) => kind !== 'worker')) {
        await setTimeout(SETTLED_MS)
        const before = managed.pid
        managed.signal('SIGTERM')
        await expect.poll(() => managed.pid, { timeout: 60_000 }).not.toBe(before)
        await managed.ready()
      }
      await setTimeout(SETTLED_MS)
      isOver = true
      await others
      await load.end()
      await untilFinal(merchant)
      const books = new Client({ connectionString: deployment.databaseUrl })
      await books.connect()
      onTestFinished(() => books.end())
      console.table(Object.fromEntries([...responseCounts].toSorted()))
      expect([...responseCounts.keys()].filter((name) => / (none|5\d\d)/.test(name))).toEqual([])
      expect(await bookFaults(books, load)).toEqual([])
    },
    TEST_MS,
  )

  const dashboardHeaders = () => ({ Cookie: `next-auth.session-token=${session}`, Accept: 'text/html' })

  async function readOnce(): Promise<void> {
    await call(merchant.shop, 'read', 'GET', '/payments?limit=10')
  }

  async function visitDashboard(): Promise<void> {
    const { webUrl } = deployment
    await send({ responseCounts }, 'dashboard', `${webUrl}/casa-verde/payments`, {
      headers: dashboardHeaders(),
    })
    await send({ responseCounts }, 'data', `${webUrl}/casa-verde/data/payments/list`, {
      headers: dashboardHeaders(),
    })
  }

  /** Follows an event stream like a browser, which reopens it when it ends. Counts failed openings. */
  async function follow(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const ending = new AbortController()
      const over = setInterval(() => isDone() && ending.abort(), 100)
      try {
        const response = await fetch(`${deployment.webUrl}/casa-verde/live`, {
          headers: dashboardHeaders(),
          signal: ending.signal,
        })
        responseCounts.set(
          `stream ${response.status}`,
          (responseCounts.get(`stream ${response.status}`) ?? 0) + 1,
        )
        for await (const _ of response.body ?? []);
      } catch {
        if (!isDone()) responseCounts.set('stream none', (responseCounts.get('stream none') ?? 0) + 1)
      } finally {
        clearInterval(over)
      }
      await setTimeout(200)
    }
  }
})
