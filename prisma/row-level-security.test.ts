import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

// One row per table and account, written by the tables' owner: the tests read and write them as the roles.
const TENANTS = ['acct_a', 'acct_b'] as const
const ROWS: Record<string, string> = {
  account: `INSERT INTO service.account (id, name, slug, status, activation_status, contact_email, currency, timezone, country, created_at)
    VALUES ($1::text, 'x', $1::text, 'ACTIVE', 'ACTIVATED', 'x', 'USD', 'UTC', 'GT', now())`,
  fee_schedule: `INSERT INTO service.fee_schedule VALUES ($1, now(), 1, 1)`,
  api_key: `INSERT INTO service.api_key VALUES ($1::text, 'key', 'x', sha256($1::text::bytea), 'xxxx', now())`,
  customer: `INSERT INTO service.customer (account_id, id, name, phone, phone_key, source, created_at)
    VALUES ($1, 'cus', 'x', '+50255550000', '+50255550000', 'MERCHANT', now())`,
  balance_part: `INSERT INTO service.balance_part VALUES ($1, 0, 1, 1, 1)`,
  bank_account: `INSERT INTO service.bank_account VALUES ($1, 'ba', 'x', 'x', 'x', '6789', now(), NULL)`,
  settlement: `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor,
      payment_count, period_start, period_end, created_at)
    VALUES ($1::text, 'set_' || $1::text, 'DEBT', 'USD', 1, 1, 0, 0, 1, '2026-11-19', '2026-11-20', now())`,
  saved_card: `INSERT INTO service.saved_card VALUES ($1, 'cus', 'x', 'visa', '4242', 1, 2030, now())`,
  payment_link: `INSERT INTO service.payment_link (account_id, id, title, amount_minor, currency, created_at)
    VALUES ($1::text, 'pl_' || $1::text, 'x', 1, 'USD', now())`,
  payment: `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, created_at)
    VALUES ($1::text, 'pay_' || $1::text, 1, 'USD', 'FAILED', 'x', now())`,
  refund: `INSERT INTO service.refund (account_id, id, payment_id, amount_minor, currency, reason, status, decline_code, request_id,
      created_at, finished_at)
    VALUES ($1::text, 'ref_' || $1::text, 'pay_' || $1::text, 1, 'USD', 'OTHER', 'FAILED', 'x', 'x', now(), now())`,
  dispute: `INSERT INTO service.dispute (account_id, id, payment_id, processor_reference, amount_minor, fee_minor, currency,
      reason, status, opened_at, created_at)
    VALUES ($1::text, 'dsp_' || $1::text, 'pay_' || $1::text, $1::text, 1, 0, 'USD', 'OTHER', 'NEEDS_RESPONSE', now(), now())`,
  dispute_movement: `INSERT INTO service.dispute_movement VALUES ($1::text, 'dsp_' || $1::text, 'opened', 1, NULL, now())`,
  dispute_file: `INSERT INTO service.dispute_file
    VALUES ($1::text, 'dsf', 'dsp_' || $1::text, 'x', 'image/png', 1, '\\x00', now())`,
  card_to_save: `INSERT INTO service.card_to_save VALUES ($1::text, 'pay_' || $1::text, 'cus', 'x', 'visa', '4242', 1, 2030, now())`,
  link_open: `INSERT INTO service.link_open VALUES ($1::text, 'pl_' || $1::text, '2026-11-20', 'x')`,
  sign_up: `INSERT INTO service.sign_up (account_id, form_hash, with_card, created_at, expires_at) VALUES ($1, 'x', false, now(), now())`,
  shown_message: `INSERT INTO service.shown_message VALUES ($1, 'msg', '+50255550000', 'x', now())`,
  idempotency_key: `INSERT INTO service.idempotency_key (account_id, route, key_hash, fingerprint, created_at) VALUES ($1, 'x', 'x', 'x', now())`,
  ledger_entry: `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, created_at)
    VALUES ($1, 'txn', 'clearing', 'payment_approved', 0, 'USD', now())`,
  webhook_endpoint: `INSERT INTO service.webhook_endpoint VALUES ($1, 'we', 'https://x', 'ACTIVE', 'x', now())`,
  event: `INSERT INTO service.event VALUES ($1, 'evt', 'payment.failed', 'x', '{}', now())`,
  delivery: `INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, next_attempt_at, created_at)
    VALUES ($1, 'whd', 'evt', 'we', 'payment.failed', 'x', now(), now())`,
  delivery_attempt: `INSERT INTO service.delivery_attempt VALUES ($1, 'whd', 1, now(), 1, 200, NULL, NULL)`,
  delivery_retry_run: `INSERT INTO service.delivery_retry_run (account_id, id, filter, per_second, total, actor, created_at, next_batch_at)
    VALUES ($1, 'run', '{}', 1, 0, 'x', now(), now())`,
  api_request: `INSERT INTO service.api_request (account_id, id, key_id, method, route, path, status, duration_ms, created_at)
    VALUES ($1, 'req', 'key', 'GET', '/me', '/me', 200, 1, now())`,
  audit_entry: `INSERT INTO service.audit_entry (account_id, id, actor, action, created_at) VALUES ($1, 'aud', 'x', 'x', now())`,
}

describe('row-level security of the service', () => {
  let testDatabase: TestDatabase
  let database: Database
  let tables: string[]

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ tampered: true })
    database = new Database({ url: testDatabase.url, max: 4 })
    const system = database.as('checkout_system')
    for (const tenant of TENANTS) {
      for (const text of Object.values(ROWS)) await system.query({ text, values: [tenant] })
    }
    const { rows } = await system.query<{ tablename: string }>({
      text: `SELECT tablename FROM pg_tables WHERE schemaname = 'service' ORDER BY tablename`,
    })
    tables = rows.map(({ tablename }) => tablename)
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  const owner = (table: string) => (table === 'account' ? 'id' : 'account_id')

  it('the tests include every table', () => {
    expect(tables, 'a new table needs a row in ROWS').toEqual(Object.keys(ROWS).sort())
  })

  it('a tenant sees only its own rows, without any filter in the statement', async () => {
    for (const table of tables) {
      for (const tenant of TENANTS) {
        const { rows } = await database.as('checkout_service', tenant).query({
          text: `SELECT DISTINCT ${owner(table)} AS tenant FROM service.${table}`,
        })
        expect(rows, table).toEqual([{ tenant }])
      }
      const nobody = await database.as('checkout_service').query({ text: `SELECT 1 FROM service.${table}` })
      expect(nobody.count, table).toBe(0)
      const system = await database.as('checkout_system').query({ text: `SELECT 1 FROM service.${table}` })
      expect(system.count, table).toBe(2)
    }
  })

  it('a tenant cannot change or lock another’s rows', async () => {
    // Append-only tables, or tables of which a few columns may change, but never the tenant.
    const appendOnly = [
      'ledger_entry',
      'event',
      'delivery_attempt',
      'audit_entry',
      'settlement',
      'bank_account',
      'api_request',
      'dispute_movement',
      'dispute_file',
    ]
    for (const table of tables.filter((it) => !appendOnly.includes(it))) {
      const column = owner(table)
      const handle = database.as('checkout_service', 'acct_a')
      const text = `UPDATE service.${table} SET ${column} = ${column} WHERE ${column} = 'acct_b'`
      expect((await handle.query({ text })).count, table).toBe(0)
    }
    for (const table of appendOnly) {
      const changed = database
        .as('checkout_system')
        .query({ text: `UPDATE service.${table} SET account_id = account_id` })
      await expect(changed, table).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('a tenant cannot write a row for another', async () => {
    const foreign = database.as('checkout_service', 'acct_a').query({
      text: `INSERT INTO service.audit_entry (account_id, id, actor, action, created_at) VALUES ('acct_b', 'forged', 'x', 'x', now())`,
    })
    await expect(foreign).rejects.toMatchObject({ code: '42501' })
  })

  it('no role of the service can delete financial records or see the dashboard’s tables', async () => {
    for (const role of ['checkout_service', 'checkout_system'] as const) {
      const handle = database.as(role, 'acct_a')
      for (const text of ['DELETE FROM service.payment', 'SELECT 1 FROM dashboard.connection']) {
        await expect(handle.query({ text })).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})
