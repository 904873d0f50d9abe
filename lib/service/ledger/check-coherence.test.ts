import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '@/lib/contract/ids'
import { Database } from '@/lib/platform/database'
import { createAccount } from '@/lib/service/accounts/create-account'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { checkCoherence } from './check-coherence'
import { bookApprovedPayment } from './payment-approved'

const NOW = new Date('2026-11-20T10:00:00.000Z')

describe('checkCoherence', () => {
  let test: TestDatabase
  let database: Database
  /** The tables' owner, who may write what no role of ours may. */
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

  async function payment(status: string, { link = null as string | null } = {}): Promise<string> {
    const id = newId('pay', NOW)
    const approved = status === 'APPROVED'
    const step = status === 'PENDING' ? 'CAPTURING' : null
    await owner.query(
      `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, payer_name, link_id, slot_taken,
        fee_minor, approved_at, created_at)
        VALUES ($1, $2, 1000, 'USD', $3, $4, 'Ann', $5, $6, $7, $8, $9)`,
      [accountId, id, status, step, link, link !== null, approved ? 59 : null, approved ? NOW : null, NOW],
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

  it('finds nothing to say about an empty service, nor about one that adds up', async () => {
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

  it('finds an approved payment that was never booked', async () => {
    const id = await payment('APPROVED')
    await atBank(id, 'CAPTURED')
    expect(await kinds()).toEqual([
      ['balance_differs_from_payments', accountId],
      ['payment_booked_wrongly', id],
      ['running_sums_differ_from_payments', accountId],
    ])
  })

  it('finds a booking that is not the payment, and one of a payment that is not approved', async () => {
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

  it('finds links that count uses which no payment made', async () => {
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

  it('finds what the bank tells otherwise', async () => {
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
})
