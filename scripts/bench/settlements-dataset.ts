import { Client } from 'pg'
import { Database } from '@/lib/platform/database'
import { migrate } from '@/lib/platform/migrate'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { makeAccount, makeApiKey } from '@/prisma/demo/seed-context'
import { ROOT } from '@/scripts/stamps.mjs'
import type { BenchContext } from './bench-context'

/** End of the year that contains the payments. */
export const DATASET_END = new Date('2026-11-01T00:00:00.000Z')
const DAYS = 365

export interface SettlementsDataset {
  url: string
  database: Database
  account: AccountRow
  apiKey: string
}

export interface SettlementsPlan {
  name: string
  payments: number
  /** Settled and paid payments per thousand, in one settlement a day; the others are unsettled. */
  settledPerMille: number
  /** Days before the end over which the unsettled payments are spread. */
  waitingDays: number
}

/**
 * Creates a database with one merchant whose payments are collected, booked and partly settled, as their verbs leave
 * them.
 */
export async function createSettlementsDataset(
  bench: BenchContext,
  plan: SettlementsPlan,
): Promise<SettlementsDataset> {
  const url = new URL(bench.databaseUrl)
  const owner = new Client({ connectionString: url.href })
  await owner.connect()
  await owner.query(`CREATE DATABASE ${plan.name}`)
  await owner.end()
  url.pathname = `/${plan.name}`
  await migrate(url.href, `${ROOT}/prisma/migrations`)
  const database = new Database({ url: url.href, max: 3, applicationName: 'bench' })
  const opened = () => new Date(DATASET_END.getTime() - (DAYS + 1) * 86_400_000)
  const seedContext = { ...bench.seedContext, database }
  const account = await makeAccount({ ...seedContext, now: opened }, { timezone: 'UTC' })
  const { api_key: apiKey } = await makeApiKey(seedContext, account)
  await fill(url.href, account.id, plan)
  return { url: url.href, database, account, apiKey }
}

async function fill(url: string, accountId: string, plan: SettlementsPlan): Promise<void> {
  const { payments, settledPerMille, waitingDays } = plan
  const client = new Client({ connectionString: url })
  await client.connect()
  // Every CHECK holds; only foreign keys are not checked, and sums are not computed again.
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, payer_email, card_brand,
        card_last4, fee_minor, authorization_code, processor_reference, settlement_id, created_at, approved_at, finished_at)
      SELECT $1, 'pay_' || lpad(n::text, 32, '0'), 1250, 'USD', 'APPROVED', 'Ada Lovelace', 'ada@example.com', 'visa', '4242',
        66, 'A1B2C3', 'tb_' || n, CASE WHEN settled THEN 'set_' || lpad((n % ${DAYS})::text, 32, '0') END, at, at, at
      FROM (
        SELECT n, n % 1000 < $4 AS settled, $2::timestamptz - CASE WHEN n % 1000 < $4
          THEN (n % ${DAYS} + 1) * interval '1 day' - n % 86400 * interval '1 second'
          ELSE interval '1 second' + n % ($5 * 86400) * interval '1 second' END AS at
        FROM generate_series(1, $3::int) AS n
      ) AS made`,
    [accountId, DATASET_END, payments, settledPerMille, waitingDays],
  )
  await client.query(
    `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor,
        payment_count, period_start, period_end, previous_end, reference, paid_at, created_at)
      SELECT account_id, settlement_id, 'PAID', 'USD', sum(amount_minor), sum(fee_minor), 0, sum(amount_minor - fee_minor),
        count(*), day, day + interval '1 day', lag(day + interval '1 day') OVER (ORDER BY day), 'TR-' || settlement_id,
        day + interval '30 hours', day + interval '1 day'
      FROM (SELECT *, date_trunc('day', approved_at, 'UTC') AS day FROM service.payment WHERE settlement_id IS NOT NULL) AS settled
      GROUP BY account_id, settlement_id, day`,
  )
  await client.query(
    `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, payment_id, created_at)
      SELECT account_id, id, leg.ledger, 'payment_approved', leg.amount, currency, id, approved_at FROM service.payment,
        LATERAL (VALUES ('clearing', -amount_minor), ('available', amount_minor - fee_minor), ('fees', fee_minor)) leg (ledger, amount)`,
  )
  await client.query(
    `INSERT INTO service.balance_part SELECT account_id, 0, count(*), sum(amount_minor), sum(fee_minor) FROM service.payment
      WHERE settlement_id IS NULL GROUP BY account_id`,
  )
  await client.query('VACUUM ANALYZE service.payment, service.settlement, service.ledger_entry')
  await client.end()
}
