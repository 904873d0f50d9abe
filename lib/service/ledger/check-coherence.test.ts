import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '@/lib/contract/ids'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { createAccount } from '@/lib/service/accounts/create-account'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { bookApprovedPayment } from './bookings'
import { checkCoherence, compareBooks } from './check-coherence'
import { coherenceRules, type Discrepancy, rowsCreatedSince } from './coherence-rules'

const NOW = new Date('2026-11-20T10:00:00.000Z')

describe('checkCoherence', () => {
  let test: TestDatabase
  let database: Database
  /** The tables' owner, who may write rows that no role of ours may. */
  let owner: Client
  let accountId: string

  beforeEach(async () => {
    test = await createTestDatabase({ tampered: true })
    database = new Database({ url: test.url, max: 3 })
    owner = new Client({ connectionString: test.url })
    await owner.connect()
    const account = await createAccount(
      database.as('checkout_system'),
      { name: 'Shop', contact_email: 'a@shop.example', currency: 'USD', timezone: 'UTC', country: 'US' },
      NOW,
    )
    accountId = account.id
  })

  afterEach(async () => {
    await owner.end()
    await database.close()
    await test.drop()
  })

  async function payment(status: string, { link = null as string | null, at = NOW } = {}): Promise<string> {
    const id = newId('pay', at)
    const approved = status === 'APPROVED'
    const step = status === 'PENDING' ? 'CAPTURING' : null
    await owner.query(
      `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, payer_name, link_id, slot_taken,
        fee_minor, approved_at, lease_until, created_at)
        VALUES ($1, $2, 1000, 'USD', $3, $4, 'Ann', $5, $6, $7, $8, CASE WHEN $3 = 'PENDING' THEN now() + interval '30 seconds' END, $9)`,
      [accountId, id, status, step, link, link !== null, approved ? 59 : null, approved ? at : null, at],
    )
    return id
  }

  async function atBank(reference: string, status: string, amountMinor = 1000) {
    await owner.query(
      `INSERT INTO test_bank.operation (reference, processor_reference, amount_minor, currency, status, created_at, updated_at)
        VALUES ($1, $2, $3, 'USD', $4, $5, $5)`,
      [reference, randomUUID(), amountMinor, status, NOW],
    )
  }

  async function approved(link: string | null = null): Promise<string> {
    const id = await payment('APPROVED', { link })
    await database.as('checkout_service', accountId).transaction((tx) =>
      bookApprovedPayment(tx, {
        accountId,
        paymentId: id,
        amountMinor: 1000,
        feeMinor: 59,
        currency: 'USD',
        now: NOW,
      }),
    )
    await atBank(id, 'CAPTURED')
    return id
  }

  async function link(counts: { slots: number; paid: number; maxUses?: number; status?: string }) {
    const id = newId('pl', NOW)
    await owner.query(
      `INSERT INTO service.payment_link (account_id, id, title, amount_minor, currency, status, max_uses, slots, paid_count, created_at)
        VALUES ($1, $2, 'Tea', 1000, 'USD', $3, $4, $5, $6, $7)`,
      [accountId, id, counts.status ?? 'ACTIVE', counts.maxUses ?? null, counts.slots, counts.paid, NOW],
    )
    return id
  }

  const kinds = async () => (await checkCoherence({ database })).map((found) => [found.kind, found.object_id])

  it('an empty service and a consistent one have no discrepancy', async () => {
    expect(await kinds()).toEqual([])
    await approved(await link({ slots: 1, paid: 1, maxUses: 1, status: 'COMPLETED' }))
    await approved()
    await payment('PENDING', { link: await link({ slots: 1, paid: 0, maxUses: 1 }) })
    for (const [here, there] of [
      ['FAILED', 'DECLINED'],
      ['VOIDED', 'VOIDED'],
      ['TIMEOUT', 'TOMBSTONE'],
      ['PENDING', 'AUTHORIZED'],
      ['PENDING', 'CAPTURED'],
    ] as const)
      await atBank(await payment(here), there)
    expect(await kinds()).toEqual([])
  })

  it('an approved payment that was never booked is found', async () => {
    const id = await payment('APPROVED')
    await atBank(id, 'CAPTURED')
    expect(await kinds()).toEqual([
      ['balance_differs_from_payments', accountId],
      ['payment_booked_wrongly', id],
      ['running_sums_differ_from_payments', accountId],
    ])
  })

  it('a booking that differs from its payment, and one of an unapproved payment, are found', async () => {
    const wrong = await approved()
    await owner.query(
      `UPDATE service.ledger_entry SET amount_minor = amount_minor + CASE ledger WHEN 'available' THEN 1 ELSE -1 END
        WHERE ledger IN ('available', 'fees')`,
    )
    expect(await checkCoherence({ database })).toEqual([
      {
        kind: 'balance_differs_from_payments',
        account_id: accountId,
        object_id: accountId,
        expected: '941',
        found: '942',
      },
      {
        kind: 'payment_booked_wrongly',
        account_id: accountId,
        object_id: wrong,
        expected: 'available 941 USD, clearing -1000 USD, fees 59 USD',
        found: 'available 942 USD, clearing -1000 USD, fees 58 USD',
      },
      {
        kind: 'balance_differs_from_ledger',
        account_id: accountId,
        object_id: accountId,
        expected: 'available 941',
        found: 'available 942',
      },
    ])
    await owner.query(`UPDATE service.ledger_entry SET amount_minor = 0 WHERE ledger = 'fees'`)
    expect((await kinds())[0]).toEqual(['ledger_transaction_unbalanced', wrong])
    await owner.query(
      `UPDATE service.payment SET status = 'VOIDED', approved_at = NULL, fee_minor = NULL WHERE id = $1`,
      [wrong],
    )
    expect(await kinds()).toContainEqual(['captured_but_not_approved', wrong])
    expect(await kinds()).toContainEqual(['payment_booked_wrongly', wrong])
  })

  it('links that count uses without payments are found', async () => {
    const counted = await link({ slots: 2, paid: 1 })
    const held = await link({ slots: 1, paid: 0 })
    const open = await link({ slots: 1, paid: 1, maxUses: 1 })
    await approved(open)
    const closed = await link({ slots: 0, paid: 0, maxUses: 1, status: 'COMPLETED' })
    expect((await kinds()).toSorted()).toEqual(
      [
        ['link_counts_differ_from_payments', counted],
        ['link_counts_differ_from_payments', held],
        ['link_status_differs_from_quota', open],
        ['link_status_differs_from_quota', closed],
      ].toSorted(),
    )
  })

  it('a difference from the bank is found', async () => {
    const less = await approved()
    await owner.query('UPDATE test_bank.operation SET amount_minor = 999 WHERE reference = $1', [less])
    const never = await approved()
    await owner.query('DELETE FROM test_bank.operation WHERE reference = $1', [never])
    const left = await payment('FAILED')
    await atBank(left, 'AUTHORIZED')
    const taken = await payment('TIMEOUT')
    await atBank(taken, 'CAPTURED')
    await atBank('pay_unknown', 'CAPTURED')
    expect((await kinds()).toSorted()).toEqual(
      [
        ['approved_but_not_captured', less],
        ['approved_but_not_captured', never],
        ['bank_operation_without_payment', 'pay_unknown'],
        ['captured_but_not_approved', taken],
        ['left_authorized', left],
      ].toSorted(),
    )
  })

  it('a payment that is PENDING long after it should have been closed, retried or deleted is found', async () => {
    const deleted = await payment('PENDING')
    const retried = await payment('PENDING')
    const late = await payment('PENDING')
    const waiting = await payment('PENDING')
    await payment('PENDING')
    const change = (id: string, set: string) =>
      owner.query(`UPDATE service.payment SET ${set} WHERE id = $1`, [id])
    await change(deleted, `lease_until = now() - interval '16 minutes'`)
    // Its lease is renewed at each try.
    await change(retried, `step = 'VOIDING', void_attempts = 9, created_at = now() - interval '17 minutes'`)
    await change(
      late,
      `step = 'CONFIRMING', lease_until = NULL, confirm_until = now() - interval '16 minutes'`,
    )
    await change(
      waiting,
      `step = 'CONFIRMING', lease_until = NULL, confirm_until = now() - interval '14 minutes'`,
    )
    const stuck = [deleted, retried, late].map((id) => ['payment_stuck_pending', id]).toSorted()
    expect((await kinds()).toSorted()).toEqual(stuck)
  })

  it('a real processor is asked once a night for the captures of two days, and its discrepancies are reported', async () => {
    let now = NOW
    const asked: Date[] = []
    const books = {
      async *capturedSince(since: Date) {
        asked.push(since)
        yield { reference: id, amountMinor: 999, currency: 'USD', status: 'CAPTURED' as const }
      },
      async *refundsSince() {},
      async *failedRefundsSince() {},
      async *disputesSince() {},
    }
    const id = await approved()
    const log = createLog('test', 'silent')
    const onDiscrepancies = async () => {}
    const run = async () => {
      const deps = { database, books, bankName: 'test_bank' as const, log, onDiscrepancies, now: () => now }
      return (await compareBooks(deps)).map(({ kind, object_id }) => [kind, object_id])
    }
    expect(await run()).toEqual([['approved_but_not_captured', id]])
    now = new Date(NOW.getTime() + 3_600_000)
    expect(await run()).toEqual([])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.getTime()).toBeLessThan(NOW.getTime() - 48 * 3_600_000)
  })

  it('recent rows are compared hourly, and everything once a night, by the first run that ends', async () => {
    let now = NOW
    const alerts: (readonly Discrepancy[])[] = []
    const onDiscrepancies = async (breaks: readonly Discrepancy[]) => void alerts.push(breaks)
    const run = async () => {
      const breaks = await compareBooks({
        database,
        now: () => now,
        log: createLog('test', 'silent'),
        bankName: 'test_bank',
        books: null,
        onDiscrepancies,
      })
      return breaks.map(({ kind, object_id }) => [kind, object_id])
    }
    const passHours = (hours: number) => {
      now = new Date(now.getTime() + hours * 3_600_000)
    }
    // The first run of all compares everything.
    expect(await run()).toEqual([])
    const old = await payment('APPROVED', { at: new Date('2026-10-01T10:00:00Z') })
    await atBank(old, 'CAPTURED')
    await owner.query('UPDATE service.balance_part SET payments = 1, gross_minor = 1000, fee_minor = 59')
    await owner.query(
      `INSERT INTO service.balance_part VALUES ($1, -1, 1, 1000, 59) ON CONFLICT DO NOTHING`,
      [accountId],
    )
    passHours(1)
    expect(await run()).toEqual([])
    const recent = await payment('TIMEOUT', { at: now })
    await atBank(recent, 'CAPTURED')
    const counted = await link({ slots: 1, paid: 1 })
    passHours(14)
    expect(await run()).toEqual([
      ['link_counts_differ_from_payments', counted],
      ['captured_but_not_approved', recent],
    ])
    expect(alerts.map((breaks) => breaks.length)).toEqual([2])
    await owner.query('DELETE FROM test_bank.operation WHERE reference = $1', [recent])
    await owner.query('DELETE FROM service.payment_link')
    passHours(1)
    expect(await run()).toEqual([])
    // 03:00 UTC has passed.
    passHours(1.5)
    const atNight = [
      ['balance_differs_from_payments', accountId],
      ['payment_booked_wrongly', old],
      ['balance_differs_from_ledger', accountId],
    ]
    expect(await run()).toEqual(atNight)
    expect(alerts.map((breaks) => breaks.length)).toEqual([2, 3])
    // An hourly comparison without discrepancies does not resolve the old one.
    passHours(1)
    expect(await run()).toEqual([])
    const { rows } = await owner.query(
      'SELECT greatest(breaks, recent_breaks) AS breaks FROM health.coherence',
    )
    expect(rows).toEqual([{ breaks: 3 }])
    passHours(24)
    expect(await run()).toEqual(atNight)
    expect(alerts).toHaveLength(2)
    // A new discrepancy is mailed, despite an old one that is already known.
    await atBank(await payment('TIMEOUT', { at: now }), 'CAPTURED')
    passHours(1)
    expect(await run()).toHaveLength(1)
    expect(alerts.map((breaks) => breaks.length)).toEqual([2, 3, 1])
  })

  it('comparing recent rows reads no history', async () => {
    await owner.query(`SET session_replication_role = replica`)
    const days = `FROM generate_series(1, 2000) i, LATERAL (SELECT timestamptz '2026-10-01' + i * interval '10 minutes' AS at) t,
      LATERAL (SELECT 'pay_' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 20, '0') AS id) p`
    await owner.query(
      `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor, payment_count,
      period_start, period_end, created_at, paid_at, reference) SELECT $1, 'set_0', 'PAID', 'USD', 1, 0, 0, 1, 1, at - interval '1 day', at, at, at, 'R'
      FROM (VALUES (timestamptz '2026-10-01')) v (at)`,
      [accountId],
    )
    await owner.query(
      `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, fee_minor, approved_at, created_at, settlement_id)
      SELECT $1, id, 1000, 'USD', 'APPROVED', 'Ann', 59, at, at, 'set_0' ${days}`,
      [accountId],
    )
    await owner.query(
      `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, payment_id, created_at)
      SELECT $1, id, ledger, 'payment_approved', amount, 'USD', id, at ${days}, (VALUES ('available', 941), ('clearing', -1000), ('fees', 59)) l (ledger, amount)`,
      [accountId],
    )
    await owner.query(
      `INSERT INTO service.payment_link (account_id, id, title, amount_minor, currency, status, created_at)
      SELECT $1, 'pl_' || substr(id, 5), 'Tea', 1000, 'USD', 'ACTIVE', at ${days}`,
      [accountId],
    )
    await owner.query(`INSERT INTO test_bank.operation (reference, processor_reference, amount_minor, currency, status, created_at, updated_at)
      SELECT id, id, 1000, 'USD', 'CAPTURED', at, at ${days}`)
    await owner.query('RESET session_replication_role')
    await owner.query('ANALYZE')
    await approved(await link({ slots: 1, paid: 1 }))

    const tables = ['payment', 'ledger_entry', 'payment_link', 'operation']
    const read = async () => {
      const { rows } = await owner.query<{ rows: number }>(
        'SELECT sum(seq_tup_read)::integer AS rows FROM pg_stat_user_tables WHERE relname = ANY ($1)',
        [tables],
      )
      return rows[0]?.rows ?? 0
    }
    /** Returns the rows that a comparison reads outside indexes, counted once its connection has ended. */
    const scanned = async (since?: Date) => {
      const before = await read()
      const own = new Database({ url: test.url, max: 1, applicationName: 'comparison' })
      const breaks = await checkCoherence({ database: own, since }).finally(() => own.close())
      if (since) expect(breaks).toEqual([])
      const ended = `SELECT FROM pg_stat_activity WHERE application_name = 'comparison'`
      await expect.poll(async () => (await owner.query(ended)).rowCount).toBe(0)
      return (await read()) - before
    }
    expect(await scanned(new Date(NOW.getTime() - 86_400_000))).toBe(0)
    expect(await scanned()).toBeGreaterThan(2_000)
  })

  it('the hourly search for forgotten refunds reads only those that wait for a settlement', async () => {
    const rule = coherenceRules.find(({ kind }) => kind === 'refund_forgotten')
    await owner.query('SET enable_seqscan = off')
    const { rows } = await owner.query(`EXPLAIN ${rule?.sql(rowsCreatedSince(NOW))}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.match(/refund\w*_unsettled/g)?.toSorted()).toEqual([
      'refund_reversal_unsettled',
      'refund_unsettled',
    ])
    expect(plan).not.toContain('Seq Scan on refund')
  })
})
