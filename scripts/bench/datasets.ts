import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { openPrisma } from '@/lib/platform/prisma-client'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { saveCard } from '@/lib/service/customers/save-card'
import { TestBank } from '@/lib/service/processor/test-bank'
import { changeTestBank } from '@/lib/service/processor/test-bank-settings'
import { createEndpoint } from '@/lib/service/webhooks/create-endpoint'
import { contextFor, makeAccount, makeApiKey } from '@/prisma/demo/seed-context'
import { aLink, aPayment, aSettlement, seedConnection } from '@/test/factories/dashboard'
import { customerNameSql, INSERT_CUSTOMERS } from './mirror-customers'
import { type Bench, POOL } from './processes'

/** Creates a customer whose saved card is approved, at a bank that responds at once. Returns the customer's id. */
export async function createPayingCustomer(bench: Bench): Promise<string> {
  const { seedContext, account, keyring, database } = bench
  const ctx = contextFor(seedContext, account)
  const phone = `+5025555${String(Date.now()).slice(-4)}`
  const fields = { name: 'Ada Lovelace', phone, email: null, notes: null, external_ref: null }
  const { id: customerId } = await createCustomer(ctx, { ...fields, country: account.country })
  const bank = new TestBank(database, { webUrl: seedContext.urls.web })
  const number = '4242424242424242'
  const card = await bank.tokenize({ number, expiryMonth: 12, expiryYear: 2099, cvc: '000' })
  await ctx.db.transaction((tx) =>
    saveCard(tx, keyring, { accountId: account.id, customerId, card, now: ctx.now() }),
  )
  await changeTestBank(database, { delayMs: 0, outage: false })
  return customerId
}

/** Body of every queued event, of about the size of a rendered payment. */
export const EVENT_BODY = JSON.stringify({ event: 'payment.succeeded', pad: 'x'.repeat(900) })

/** Creates an account with endpoints for one URL. Returns the account's id. */
export async function createMerchant(bench: Bench, endpoints: number, url: string): Promise<string> {
  const account = await makeAccount(bench.seedContext)
  const ctx = contextFor(bench.seedContext, account)
  for (let endpoint = 0; endpoint < endpoints; endpoint += 1)
    await createEndpoint(ctx, { url }, { keyring: bench.keyring, testMode: true })
  return account.id
}

/** Queues `count` events for each endpoint of the accounts. */
export async function queueEvents(
  { owner }: Bench,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  const random = (prefix: string) => `'${prefix}_' || replace(gen_random_uuid()::text, '-', '')`
  await owner.query(
    `WITH written AS (
        INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
        SELECT a.id, ${random('evt')}, 'payment.succeeded', 'pay_bench', $3, now()
        FROM unnest($1::text[]) AS a (id) CROSS JOIN generate_series(1, $2::integer) RETURNING account_id, id
      )
      INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, next_attempt_at, created_at)
      SELECT w.account_id, ${random('whd')}, w.id, e.id, 'payment.succeeded', 'pay_bench', now(), now()
      FROM written w JOIN service.webhook_endpoint e ON e.account_id = w.account_id`,
    [accountIds, count, EVENT_BODY],
  )
  await owner.query('ANALYZE service.delivery')
}

/** Ends the deliveries that no round has sent. */
export async function clearQueue({ owner }: Bench): Promise<void> {
  await owner.query(
    `UPDATE service.delivery d SET status = 'SKIPPED', finished_at = now()
      FROM (SELECT account_id, id FROM service.delivery WHERE status = 'PENDING' AND owner IS NULL
        FOR NO KEY UPDATE SKIP LOCKED) w
      WHERE d.account_id = w.account_id AND d.id = w.id`,
  )
}

/** Creates a merchant with many approved payments, all of today, so that none is settled yet. Returns the merchant's key. */
export async function createPayments({ seedContext, owner }: Bench, count: number): Promise<string> {
  const account = await makeAccount(seedContext)
  // Every CHECK holds; only foreign keys are not checked.
  await owner.query(`SET LOCAL session_replication_role = replica;
    INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, payer_email, card_brand,
      card_last4, fee_minor, authorization_code, processor_reference, created_at, approved_at, finished_at)
    SELECT '${account.id}', 'pay_' || lpad(n::text, 32, '0'), 1250, 'USD', 'APPROVED', 'Ada Lovelace', 'ada@example.com',
      'visa', '4242', 66, 'A1B2C3', 'tb_' || n, at, at, at
    FROM (SELECT n, date_trunc('milliseconds', now()) - n * interval '1 ms' AS at FROM generate_series(1, ${count}) AS n) AS made`)
  await owner.query('VACUUM ANALYZE service.payment')
  return (await makeApiKey(seedContext, account)).api_key
}

/** Settlement with 5,000 payments in a mirror of any size. */
export const LARGE_SETTLEMENT = 'set_large'

/** Returns a connection whose mirror has `count` payments, four fifths of them of the last 30 days. */
export async function createMirror(bench: Bench, count: number): Promise<ConnectionContext> {
  const { keyring, database, owner } = bench
  const prisma = openPrisma(bench.databaseUrl, POOL, 'bench-prisma')
  bench.defer(() => prisma.$disconnect())
  const now = new Date()
  const { connectionId: id } = await seedConnection(database, { keyring, now })
  const available = { payment_count: 1, gross_amount: 10, fee_amount: 1, net_amount: 9 }
  const fees = { fee_schedule: { percent: 2.9, fixed: 0.3 } }
  const balance = { object: 'balance', currency: 'USD', available, in_transit: 0, paid_out: 0, ...fees }
  await owner.query(INSERT_CUSTOMERS, [id, now, count / PER_PAYER])
  await owner.query(LINKS, [id, now, count / PER_LINK, aLink({ max_uses: null })])
  // A million rows are several times faster if the indexes are created afterwards.
  const { rows } = await owner.query(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index WHERE indrelid = 'dashboard.mirror_payment'::regclass AND NOT indisprimary`,
  )
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`)
  await owner.query(PAYMENTS, [id, now, count, aPayment({ authorization_code: '482913' })])
  for (const { definition } of rows) await owner.query(definition)
  await owner.query(SETTLEMENTS, [id, now, aSettlement({ status: 'PAID' })])
  await owner.query('UPDATE dashboard.connection SET balance_at = $2, balance = $3 WHERE id = $1', [
    id,
    now,
    balance,
  ])
  await owner.query('VACUUM ANALYZE')
  const log = createLog('bench', 'silent')
  const outside = { http: new OutboundHttp({ testMode: true }), now: () => now, wait: async () => {} }
  return openConnection({ database, prisma, keyring, testMode: true, log, ...outside }, id)
}

const PER_LINK = 100
const PER_PAYER = 5
const iso = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** $1 connection, $2 now, $3 count, $4 a link. Most are paid; a tenth is open, some of them expiring soon. */
const LINKS = `INSERT INTO dashboard.mirror_link (connection_id, id, title, status, amount_minor, currency, max_uses, paid_count,
    expires_at, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, title, status, 12050, 'USD', NULL, 80, expires_at, at, $4::jsonb || jsonb_build_object('id', id, 'title', title,
      'status', status, 'paid_count', 80, 'expires_at', ${iso('expires_at')}, 'created_at', ${iso('at')}),
    (status <> 'ACTIVE')::int, $2, $2
  FROM (SELECT 'pl_' || lpad(n::text, 32, '0') AS id, 'Dinner ' || n AS title,
      CASE n % 10 WHEN 0 THEN 'ACTIVE' WHEN 1 THEN 'CANCELLED' ELSE 'COMPLETED' END AS status,
      CASE WHEN n % 10 = 0 THEN $2::timestamptz + (n % 1000 - 500) * interval '1 hour' END AS expires_at,
      $2::timestamptz - (n::float8 / $3) * interval '500 days' AS at
    FROM generate_series(1, $3::int) AS n) AS made`

/** $1 connection, $2 now, $3 count, $4 a payment. */
const PAYMENTS = `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email,
    link_id, link_title, settlement_id, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, status, minor, 'USD', payer, email, link, title, settlement, at, $4::jsonb || jsonb_build_object('id', id,
      'amount', minor / 100.0, 'status', status, 'payer', jsonb_build_object('name', payer, 'email', email),
      'payment_link', jsonb_build_object('id', link, 'title', title, 'url', 'https://pay.example.test/' || link),
      'processor_reference', 'tb_' || md5(id), 'settlement_id', settlement, 'fee_amount', round(minor * 0.029 + 30) / 100.0,
      'created_at', ${iso('at')}, 'card', jsonb_build_object('brand', 'visa', 'last4', lpad((n % 10000)::text, 4, '0'))),
    (status <> 'PENDING')::int, $2, $2
  FROM (SELECT *, CASE WHEN status <> 'APPROVED' THEN NULL WHEN n BETWEEN 1001 AND 6688 THEN '${LARGE_SETTLEMENT}'
      WHEN at < $2::timestamptz - interval '1 day' THEN 'set_' || ceil(extract(epoch FROM $2::timestamptz - at) / 86400)
    END AS settlement FROM (SELECT n, 'pay_' || lpad(n::text, 32, '0') AS id, 100 + (n * 7919::bigint) % 50000 AS minor,
      CASE WHEN n % 10 = 0 THEN 'FAILED' WHEN n % 50 = 1 THEN 'VOIDED' WHEN n % 1000 = 2 THEN 'PENDING' ELSE 'APPROVED' END AS status,
      ${customerNameSql(`n / ${PER_PAYER}`)} AS payer, 'payer' || n / ${PER_PAYER} || '@example.test' AS email,
      'pl_' || lpad((1 + n / ${PER_LINK})::text, 32, '0') AS link, 'Dinner ' || 1 + n / ${PER_LINK} AS title,
      date_trunc('milliseconds', $2::timestamptz
        - (n::float8 / $3) * CASE WHEN n % 100 < 80 THEN interval '30 days' ELSE interval '500 days' END) AS at
    FROM generate_series(1, $3::int) AS n) AS dated) AS made`

/** $1 connection, $2 now, $3 a settlement. One settlement per day, each paid on the next. */
const SETTLEMENTS = `INSERT INTO dashboard.mirror_settlement (connection_id, id, status, currency, gross_minor, fee_minor, net_minor,
    payment_count, period_start, period_end, reference, paid_at, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, 'PAID', 'USD', gross, fee, gross - fee, payments, first, last, 'TR-' || id, last + interval '1 day', last,
    $3::jsonb || jsonb_build_object('id', id, 'gross_amount', gross / 100.0, 'fee_amount', fee / 100.0,
      'net_amount', (gross - fee) / 100.0, 'payment_count', payments, 'period_start', ${iso('first')}, 'period_end', ${iso('last')},
      'bank_account', jsonb_build_object('bank_name', 'Bench Bank', 'account_last4', '6789'), 'reference', 'TR-' || id,
      'paid_at', ${iso("(last + interval '1 day')")}, 'created_at', ${iso('last')}), 1, $2, $2
  FROM (SELECT settlement_id AS id, sum(amount_minor)::bigint AS gross, sum(round(amount_minor * 0.029 + 30))::bigint AS fee,
      count(*)::int AS payments, min(created_at) AS first, max(created_at) AS last
    FROM dashboard.mirror_payment WHERE connection_id = $1 AND settlement_id IS NOT NULL GROUP BY 1) AS made`
