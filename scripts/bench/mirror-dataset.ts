import type { Client } from 'pg'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { migrate } from '@/lib/platform/migrate'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { openPrisma } from '@/lib/platform/prisma-client'
import { ROOT } from '@/scripts/stamps.mjs'
import { seedConnection } from '@/test/factories/dashboard'
import type { BenchContext } from './bench-context'
import { customerNameSql, INSERT_CUSTOMERS } from './mirror-customers'
import { withClient } from './with-client'

const DAYS = 500
const RECENT_DAYS = 30
/** Share of the payments within the last RECENT_DAYS: the rest is spread over all days. */
const RECENT_SHARE = 0.8
const PAYMENTS_PER_LINK = 100
const PAYMENTS_PER_PAYER = 5
/** Settlement with the same number of payments in a dataset of any size: 5,000 of these numbers are approved. */
export const LARGE_SETTLEMENT = 'set_large'
const LARGE_FROM = 1_001
const LARGE_TO = 6_688

export interface MirrorDataset {
  ctx: ConnectionContext
  /** Another account in the same tables. */
  neighbor: ConnectionContext
  close(): Promise<void>
}

/** Returns a connection in its own database whose mirror has `count` payments, most of them of the last month. */
export async function createMirrorDataset(
  bench: Pick<BenchContext, 'databaseUrl' | 'keyring'>,
  count: number,
  { neighbor = 0 }: { neighbor?: number } = {},
): Promise<MirrorDataset> {
  const name = `bench_mirror_${count}`
  const url = new URL(bench.databaseUrl)
  // Another figure of the same run may have filled it.
  await withClient(url.href, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
  })
  url.pathname = `/${name}`
  await migrate(url.href, `${ROOT}/prisma/migrations`)
  const database = new Database({ url: url.href, max: 4, applicationName: 'bench' })
  const prisma = openPrisma(url.href, 4, 'bench-prisma')
  const now = new Date()
  const { connectionId } = await seedConnection(database, { keyring: bench.keyring, now })
  const { connectionId: neighborId } = await seedConnection(database, { keyring: bench.keyring, now })
  await withClient(url.href, async (client) => {
    for (const [id, payments] of [
      [connectionId, count],
      [neighborId, neighbor],
    ] as const) {
      await client.query(INSERT_CUSTOMERS, [id, now, Math.ceil(payments / PAYMENTS_PER_PAYER)])
      await client.query(LINKS, [id, now, Math.ceil(payments / PAYMENTS_PER_LINK)])
    }
    await withoutIndexes(client, async () => {
      await client.query(PAYMENTS, [connectionId, now, count])
      await client.query(PAYMENTS, [neighborId, now, neighbor])
    })
    await client.query(SETTLEMENTS, [connectionId, now])
    await client.query(BALANCE, [connectionId, now])
    await client.query('VACUUM ANALYZE')
  })
  const dashboard: Dashboard = {
    database,
    prisma,
    keyring: bench.keyring,
    http: new OutboundHttp({ testMode: true }),
    testMode: true,
    now: () => now,
    wait: async () => {},
    log: createLog('bench', 'silent'),
  }
  return {
    ctx: await openConnection(dashboard, connectionId),
    neighbor: await openConnection(dashboard, neighborId),
    async close() {
      await prisma.$disconnect()
      await database.close()
    },
  }
}

/** Fills a table without its indexes: a million rows are several times faster if the indexes are created afterwards. */
async function withoutIndexes(client: Client, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index WHERE indrelid = 'dashboard.mirror_payment'::regclass AND NOT indisprimary`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
}

/** $1 connection, $2 now, $3 count. Most are paid; a tenth is open, some of them expiring soon. */
const LINKS = `INSERT INTO dashboard.mirror_link (connection_id, id, title, status, amount_minor, currency, max_uses, paid_count,
    expires_at, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, title, status, 1250, 'USD', NULL, 80, expires_at, at,
    jsonb_build_object('object', 'payment_link', 'id', id, 'url', 'https://pay.example.test/' || id, 'title', title,
      'description', NULL, 'amount', 12.5, 'currency', 'USD', 'status', status, 'max_uses', NULL, 'paid_count', 80,
      'expires_at', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'metadata', '{}'::jsonb,
      'created_at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    (status <> 'ACTIVE')::int, $2, $2
  FROM (SELECT 'pl_' || lpad(n::text, 32, '0') AS id, 'Dinner ' || n AS title,
      CASE WHEN n % 10 = 0 THEN 'ACTIVE' WHEN n % 10 = 1 THEN 'CANCELLED' ELSE 'COMPLETED' END AS status,
      CASE WHEN n % 10 = 0 THEN $2::timestamptz + (n % 1000 - 500) * interval '1 hour' END AS expires_at,
      $2::timestamptz - (n::float8 / $3) * interval '${DAYS} days' AS at
    FROM generate_series(1, $3::int) AS n) AS made`

/** $1 connection, $2 now, $3 count. */
const PAYMENTS = `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email,
    link_id, link_title, settlement_id, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, status, minor, 'USD', payer, email, link, title, settlement, at,
    jsonb_build_object('object', 'payment', 'id', id, 'amount', minor / 100.0, 'currency', 'USD', 'status', status,
      'payer', jsonb_build_object('name', payer, 'email', email), 'customer_id', NULL,
      'payment_link', jsonb_build_object('id', link, 'title', title, 'url', 'https://pay.example.test/' || link),
      'authorization_code', left(md5(id), 6), 'processor_reference', 'tb_' || md5(id), 'settlement_id', settlement,
      'fee_amount', round(minor * 0.029 + 30) / 100.0,
      'created_at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'card', jsonb_build_object('brand', 'visa', 'last4', lpad((n % 10000)::text, 4, '0'))),
    (status <> 'PENDING')::int, $2, $2
  FROM (SELECT *, CASE WHEN status <> 'APPROVED' THEN NULL
      WHEN n BETWEEN ${LARGE_FROM} AND ${LARGE_TO} THEN '${LARGE_SETTLEMENT}'
      WHEN at < $2::timestamptz - interval '1 day' THEN 'set_' || ceil(extract(epoch FROM $2::timestamptz - at) / 86400)
    END AS settlement FROM (SELECT n, 'pay_' || lpad(n::text, 32, '0') AS id, 100 + (n * 7919::bigint) % 50000 AS minor,
      CASE WHEN n % 10 = 0 THEN 'FAILED' WHEN n % 50 = 1 THEN 'VOIDED' WHEN n % 1000 = 2 THEN 'PENDING' ELSE 'APPROVED' END AS status,
      ${customerNameSql(`n / ${PAYMENTS_PER_PAYER}`)} AS payer, 'payer' || n / ${PAYMENTS_PER_PAYER} || '@example.test' AS email,
      'pl_' || lpad((1 + n / ${PAYMENTS_PER_LINK})::text, 32, '0') AS link, 'Dinner ' || 1 + n / ${PAYMENTS_PER_LINK} AS title,
      date_trunc('milliseconds', $2::timestamptz - (n::float8 / $3)
        * CASE WHEN n % 100 < ${RECENT_SHARE * 100} THEN interval '${RECENT_DAYS} days' ELSE interval '${DAYS} days' END) AS at
    FROM generate_series(1, $3::int) AS n) AS dated) AS made`

/** $1 connection, $2 now. One settlement per day, each paid on the next. */
const SETTLEMENTS = `INSERT INTO dashboard.mirror_settlement (connection_id, id, status, currency, gross_minor, fee_minor, net_minor,
    payment_count, period_start, period_end, reference, paid_at, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, 'PAID', 'USD', gross, fee, gross - fee, payments, first, last, 'TR-' || id, last + interval '1 day', last,
    jsonb_build_object('object', 'settlement', 'id', id, 'status', 'PAID', 'currency', 'USD', 'gross_amount', gross / 100.0,
      'fee_amount', fee / 100.0, 'net_amount', (gross - fee) / 100.0, 'payment_count', payments,
      'period_start', to_char(first AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'period_end', to_char(last AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'bank_account', jsonb_build_object('bank_name', 'Bench Bank', 'account_last4', '6789'), 'reference', 'TR-' || id,
      'paid_at', to_char((last + interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'created_at', to_char(last AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    1, $2, $2
  FROM (SELECT settlement_id AS id, sum(amount_minor)::bigint AS gross, sum(round(amount_minor * 0.029 + 30))::bigint AS fee,
      count(*)::int AS payments, min(created_at) AS first, max(created_at) AS last
    FROM dashboard.mirror_payment WHERE connection_id = $1 AND settlement_id IS NOT NULL GROUP BY 1) AS made`

/** $1 connection, $2 now. */
const BALANCE = `UPDATE dashboard.connection SET balance_at = $2, balance = jsonb_build_object('object', 'balance', 'currency', 'USD',
    'available', jsonb_build_object('payment_count', 1, 'gross_amount', 10, 'fee_amount', 1, 'net_amount', 9),
    'in_transit', 0, 'paid_out', 0, 'fee_schedule', jsonb_build_object('percent', 2.9, 'fixed', 0.3))
  WHERE id = $1`
