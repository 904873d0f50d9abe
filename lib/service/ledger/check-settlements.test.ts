import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { checkCoherence } from './check-coherence'

const NOON = new Date('2026-11-10T17:00:00.000Z')

let test: TestDatabase
let database: Database
/** The tables' owner, who may write rows that no role of ours may. */
let owner: Client
let harness: SettlementHarness

/** Creates one paid day, one day in transit, and one waiting payment. */
beforeEach(async () => {
  test = await createTestDatabase({ tampered: true })
  database = openTestPool(test.url, 3)
  owner = new Client({ connectionString: test.url })
  await owner.connect()
  await transferDelay(database, 0)
  harness = await openSettlementHarness({ database, start: NOON })
  await harness.collect(10_000)
  harness.passHours(24)
  await harness.settle()
  await harness.transfer()
  await harness.collect(2_000)
  harness.passHours(24)
  await harness.settle()
  await harness.collect(300)
})
afterEach(async () => {
  await owner.end()
  await database.close()
  await test.drop()
})

const kinds = async () =>
  [...new Set((await checkCoherence({ database })).map(({ kind }) => kind))].toSorted()

it('consistent settlements have no discrepancy', async () => {
  expect(await kinds()).toEqual([])
})

const breaks = [
  [
    'a payment taken out of its settlement',
    `UPDATE service.payment SET settlement_id = NULL WHERE amount_minor = 2000`,
    ['payment_forgotten', 'running_sums_differ_from_payments', 'settlement_differs_from_payments'],
  ],
  [
    'a payment moved into a settlement that did not count it',
    `UPDATE service.payment SET settlement_id = (SELECT id FROM service.settlement WHERE status = 'PENDING') WHERE amount_minor = 300`,
    ['running_sums_differ_from_payments', 'settlement_differs_from_payments'],
  ],
  [
    'a running sum that lost an approval',
    `UPDATE service.balance_part SET payments = payments - 1, gross_minor = gross_minor - 300 WHERE part <> -1
      AND part = (SELECT min(part) FROM service.balance_part WHERE part <> -1)`,
    ['balance_differs_from_ledger', 'running_sums_differ_from_payments'],
  ],
  [
    'a settlement that says another sum',
    `UPDATE service.settlement SET gross_minor = gross_minor + 1, net_minor = net_minor + 1 WHERE status = 'PENDING'`,
    ['balance_differs_from_ledger', 'settlement_booked_wrongly', 'settlement_differs_from_payments'],
  ],
  [
    'a transfer that is booked and did not happen',
    `UPDATE service.settlement SET status = 'PENDING', transfer_step = 'WAITING', due_at = now(), paid_at = NULL, reference = NULL
      WHERE status = 'PAID'`,
    ['balance_differs_from_ledger', 'settlement_booked_wrongly'],
  ],
  [
    'a debt out of nowhere',
    `UPDATE service.settlement SET debt_minor = 5, net_minor = net_minor - 5 WHERE status = 'PENDING'`,
    ['balance_differs_from_ledger', 'settlement_booked_wrongly', 'settlement_breaks_the_chain'],
  ],
  [
    'a ledger row that is gone',
    `DELETE FROM service.ledger_entry WHERE ledger = 'paid_out'`,
    [
      'balance_differs_from_ledger',
      'balance_differs_from_payments',
      'ledger_transaction_unbalanced',
      'settlement_booked_wrongly',
    ],
  ],
  ['a transfer that the bank does not know', `DELETE FROM test_bank.transfer`, ['paid_but_not_transferred']],
  [
    'a transfer of another amount',
    `UPDATE test_bank.transfer SET amount_minor = amount_minor + 1`,
    ['paid_but_not_transferred'],
  ],
  [
    'a transfer for nobody',
    `INSERT INTO test_bank.transfer VALUES ('set_unknown', 'TR-1', 5, 'USD', '6789', 'SENT', NULL, now(), now(), now())`,
    ['transfer_without_settlement'],
  ],
  [
    'a transfer on its way of another amount',
    `INSERT INTO test_bank.transfer SELECT id, 'TR-1', 5, 'USD', '6789', 'ORDERED', NULL, now(), now(), now()
      FROM service.settlement WHERE status = 'PENDING'`,
    ['transfer_of_another_amount'],
  ],
] as const

it.each(breaks)('a comparison finds %s', async (_, tampering, found) => {
  expect((await owner.query(tampering)).rowCount).toBeGreaterThan(0)
  expect(await kinds()).toEqual(found)
})

it('with the bank that people operate, its payouts are compared in place of the test bank’s transfers', async () => {
  const atManual = async () =>
    (await checkCoherence({ database, bank: 'manual' })).map(({ kind, found }) => [kind, found])
  expect(await atManual()).toEqual([['paid_but_not_transferred', 'nothing']])
  await owner.query(
    `INSERT INTO manual_bank.payout (reference, amount_minor, currency, holder, bank_name, number_sealed, account_last4,
        status, bank_reference, created_at, updated_at)
      SELECT id, net_minor, currency, 'Ana', 'Bank', 's', '6789', CASE status WHEN 'PAID' THEN 'SENT' ELSE 'ORDERED' END,
        reference, created_at, created_at FROM service.settlement`,
  )
  expect(await atManual()).toEqual([])
  await owner.query(`UPDATE manual_bank.payout SET bank_reference = 'TR-other' WHERE status = 'SENT'`)
  await owner.query(`UPDATE manual_bank.payout SET amount_minor = 1 WHERE status = 'ORDERED'`)
  expect((await atManual()).toSorted()).toEqual([
    ['paid_but_not_transferred', expect.stringMatching(/^SENT \d+ USD as TR-other$/)],
    ['transfer_of_another_amount', 'ORDERED 1 USD as '],
  ])
})
