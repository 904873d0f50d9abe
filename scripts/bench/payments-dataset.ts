import type { Client } from 'pg'
import { encodeCursor } from '@/lib/contract/cursor'
import { Database } from '@/lib/platform/database'
import { migrate } from '@/lib/platform/migrate'
import { makeAccount, makeApiKey } from '@/prisma/demo/seed-context'
import { freePort } from '@/scripts/ports.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { startApi } from './api-servers'
import type { BenchContext } from './bench-context'
import type { ServerProcess } from './server-process'
import { withClient } from './with-client'

/** Payments of one page. */
export const PAGE_SIZE = 20

export interface PaymentsDataset {
  api: ServerProcess
  apiKey: string
  /** Returns the path of the page that begins after this share of the rows. */
  pageAt(depth: number): string
  stop(): Promise<void>
}

/** Creates a database with one merchant and `count` payments, and an API over it. */
export async function createPaymentsDataset(bench: BenchContext, count: number): Promise<PaymentsDataset> {
  const name = `bench_payments_${count}`
  const url = new URL(bench.databaseUrl)
  await withClient(url.href, (client) => client.query(`CREATE DATABASE ${name}`))
  url.pathname = `/${name}`
  await migrate(url.href, `${ROOT}/prisma/migrations`)
  const database = new Database({ url: url.href, max: 2, applicationName: 'bench' })
  const seedContext = { ...bench.seedContext, database }
  const account = await makeAccount(seedContext)
  const { api_key: apiKey } = await makeApiKey(seedContext, account)
  await database.close()
  await withClient(url.href, (client) => fill(client, account.id, count))
  const apiPort = await freePort()
  const api = await startApi(bench, { DATABASE_URL: url.href, API_PORT: String(apiPort) })
  const pageAt = (depth: number) => {
    const path = `/api/v1/payments?limit=${PAGE_SIZE}`
    if (depth === 0) return path
    const index = Math.round(count * (1 - depth))
    const cursor = encodeCursor({ resource: 'payment', createdAt: createdAt(index), id: paymentId(index) })
    return `${path}&starting_after=${cursor}`
  }
  return { api, apiKey, pageAt, stop: api.stop }
}

const FIRST_MS = Date.UTC(2025, 0, 1)
const STEP_MS = 20_000
const ID_DIGITS = 32

function createdAt(index: number): Date {
  return new Date(FIRST_MS + index * STEP_MS)
}

function paymentId(index: number): string {
  return `pay_${String(index).padStart(ID_DIGITS, '0')}`
}

/** Inserts approved payments with one statement, oldest first; every CHECK holds, only foreign keys are not checked. */
async function fill(client: Client, accountId: string, count: number): Promise<void> {
  await client.query(`SET session_replication_role = replica`)
  await client.query(
    `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, payer_email, description,
        card_brand, card_last4, fee_minor, authorization_code, processor_reference, created_at, approved_at, finished_at)
      SELECT $1, 'pay_' || lpad(n::text, ${ID_DIGITS}, '0'), 1250, 'USD', 'APPROVED', 'Ada Lovelace', 'ada@example.com',
        'Croissants', 'visa', '4242', 66, 'A1B2C3', 'tb_' || n, at, at, at
      FROM (SELECT n, $2::timestamptz + n * interval '${STEP_MS} milliseconds' AS at
        FROM generate_series(1, $3::int) AS n) AS made`,
    [accountId, new Date(FIRST_MS), count],
  )
  await client.query(`VACUUM ANALYZE service.payment`)
}
