import type { Client } from 'pg'
import { encodeCursor } from '@/lib/contract/cursor'
import { Database } from '@/lib/platform/database'
import { migrate } from '@/lib/platform/migrate'
import { countDeliveries, listDeliveries } from '@/lib/service/panel/deliveries'
import type { PanelContext } from '@/lib/service/panel/panel'
import { makeAccount } from '@/prisma/demo/seed-context'
import { ROOT } from '@/scripts/stamps.mjs'
import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { p95Figure, type RoundTimes } from './p95-figure'
import { withClient } from './with-client'

const GOAL = 1.3
const FEW = 10_000
const MANY = 1_000_000
/** Reads of a round: enough that its p95 is not its worst. */
const READS_PER_ROUND = 200
const ENDPOINTS = ['we_a', 'we_b'] as const
const FIRST_MS = Date.UTC(2026, 0, 1)
const STEP_MS = 2_000

interface DeliveriesDataset {
  panel: Pick<PanelContext, 'db' | 'accountId'>
  count: number
  close(): Promise<void>
}

const READS: Readonly<Record<string, (dataset: DeliveriesDataset) => Promise<unknown>>> = {
  'first page': ({ panel }) => listDeliveries(panel, {}),
  'in the middle': ({ panel, count }) => listDeliveries(panel, {}, { cursor: cursorAt(count / 2) }),
  failed: ({ panel }) => listDeliveries(panel, { status: 'FAILED' }),
  'by endpoint and status': ({ panel }) =>
    listDeliveries(panel, { endpoint_id: ENDPOINTS[0], status: 'FAILED' }),
  'by answer': ({ panel }) => listDeliveries(panel, { answer: 'connection' }),
  'of an object': ({ panel }) => listDeliveries(panel, { object_id: 'pay_500' }),
  'counts of the tabs': ({ panel }) => countDeliveries(panel, {}),
}

/**
 * Measures the panel's deliveries list for a merchant with few and for one with many, each in its own database, in turn.
 */
export async function measureDeliveriesList(bench: BenchContext): Promise<Figure[]> {
  const few = await createDataset(bench, FEW)
  try {
    const many = await createDataset(bench, MANY)
    try {
      const figures: Figure[] = []
      for (const name of Object.keys(READS)) figures.push(await compare(bench, name, few, many))
      return figures
    } finally {
      await many.close()
    }
  } finally {
    await few.close()
  }
}

async function compare(
  { options }: BenchContext,
  name: string,
  few: DeliveriesDataset,
  many: DeliveriesDataset,
): Promise<Figure> {
  await timesOf(name, few)
  await timesOf(name, many)
  const taken: RoundTimes[] = []
  for (let round = 0; round < options.rounds; round += 1)
    taken.push({ many: await timesOf(name, many), few: await timesOf(name, few) })
  return p95Figure(
    {
      name: `list of deliveries, ${name}`,
      goal: GOAL,
      how: `the read alone, one at a time; ${MANY.toLocaleString('en')} deliveries of one merchant, one in ten failed, against ${FEW.toLocaleString('en')} in a database of their own`,
    },
    taken,
  )
}

async function timesOf(name: string, dataset: DeliveriesDataset): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time < READS_PER_ROUND; time += 1) {
    const begun = performance.now()
    await READS[name]?.(dataset)
    taken.push(performance.now() - begun)
  }
  return taken
}

function cursorAt(index: number): string {
  const id = `whd_${String(index).padStart(32, '0')}`
  return encodeCursor({ resource: 'delivery', createdAt: new Date(FIRST_MS + index * STEP_MS), id })
}

async function createDataset(bench: BenchContext, count: number): Promise<DeliveriesDataset> {
  const name = `bench_deliveries_${count}`
  const url = new URL(bench.databaseUrl)
  await withClient(url.href, (client) => client.query(`CREATE DATABASE ${name}`))
  url.pathname = `/${name}`
  await migrate(url.href, `${ROOT}/prisma/migrations`)
  const database = new Database({ url: url.href, max: 3, applicationName: 'bench' })
  const { id: accountId } = await makeAccount({ ...bench.seedContext, database })
  await withClient(url.href, (client) => fill(client, accountId, count))
  const panel = { accountId, db: database.as('checkout_service', accountId) }
  return { panel, count, close: () => database.close() }
}

/**
 * Inserts deliveries of two endpoints, oldest first; every CHECK holds, only foreign keys are not checked. One in ten
 * failed, so that both datasets fill each counted tab up to its limit: they differ in size only.
 */
async function fill(client: Client, accountId: string, count: number): Promise<void> {
  await client.query('SET session_replication_role = replica')
  for (const id of ENDPOINTS)
    await client.query(
      `INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at)
        VALUES ($1, $2, 'https://shop.example/' || $2, 'x', $3)`,
      [accountId, id, new Date(FIRST_MS)],
    )
  await client.query(
    `INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, status, attempts, automatic_attempts,
        next_attempt_at, created_at, finished_at, last_attempt_at, last_answer_status, last_error_class)
      SELECT $1, 'whd_' || lpad(n::text, 32, '0'), 'evt_' || n, CASE n % 3 WHEN 0 THEN $4 ELSE $5 END, 'payment.succeeded',
        'pay_' || n / 2, CASE WHEN n % 10 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END, 1, 1, at, at, at, at,
        CASE WHEN n % 20 = 0 THEN 503 WHEN n % 10 = 0 THEN NULL ELSE 200 END,
        CASE WHEN n % 20 = 0 THEN 'http_5xx' WHEN n % 10 = 0 THEN 'connect' END
      FROM (SELECT n, $2::timestamptz + n * interval '${STEP_MS} milliseconds' AS at
        FROM generate_series(1, $3::int) AS n) AS made`,
    [accountId, new Date(FIRST_MS), count, ...ENDPOINTS],
  )
  await client.query('VACUUM ANALYZE service.delivery')
}
