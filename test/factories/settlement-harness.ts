import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newId } from '@/lib/contract/ids'
import { decimalsOf } from '@/lib/domain/currencies'
import { feeMinor } from '@/lib/domain/fee'
import { toDecimalString } from '@/lib/domain/money'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { getBalance } from '@/lib/service/balance/get-balance'
import type { Bank } from '@/lib/service/bank/port'
import { setBankAccount } from '@/lib/service/bank/set-bank-account'
import { TestBankTransfers } from '@/lib/service/bank/test-bank-transfers'
import { payLink } from '@/lib/service/charges/pay-link'
import { bookApprovedPayment } from '@/lib/service/ledger/bookings'
import { refundPayment } from '@/lib/service/refunds/refund-payment'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { settleDue } from '@/lib/service/settlements/settle-due'
import type { SettlementRow } from '@/lib/service/settlements/settlement-row'
import { createShop, payment, type Shop } from './create-shop'
import { type Tap, tappedDatabase } from './tapped-database'

export const HARNESS_LEASE_MS = 30_000

export interface SettlementHarnessOptions {
  database: Database
  start: Date
  currency?: string
  timezone?: string
  testMode?: boolean
}

/** Process that runs a step: a tap may end it, and `bank` may lose its messages. */
interface StepOptions {
  tap?: Tap
  wrapBank?: (bank: Bank) => Bank
  until?: Date
  testMode?: boolean
}

/** Shop whose collected money is settled and transferred, at a time that the test drives. */
export interface SettlementHarness {
  shop: Shop
  accountId: string
  currency: string
  timezone: string
  now(): Date
  setNow(now: Date): void
  passHours(hours: number): void
  /** Makes one approved payment. */
  pay(amountMinor: number, options?: { tap?: Tap }): Promise<string>
  /** Leaves the same rows as its charge, here and at the bank, without the charge. */
  collect(amountMinor: number, options?: { tap?: Tap }): Promise<string>
  /** Refunds a part of a payment; fails unless it succeeds. */
  refund(paymentId: string, amountMinor: number): Promise<string>
  /** Settles the due periods of this account. */
  settle(options?: StepOptions): Promise<SettlementRow[]>
  /** Runs the due transfers of this account. */
  transfer(options?: StepOptions): Promise<string[]>
  name(number: string, holdMs?: number): Promise<void>
  /** Returns GET /balance with each amount in minor units; fails unless it adds up with the current payments. */
  balance(): Promise<{
    available: number
    debt: number
    in_transit: number
    paid_out: number
    waiting: number
  }>
  settlements(): Promise<(SettlementRow & { attempts: number; bank_account_id: string | null })[]>
  events(): Promise<string[]>
}

const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)

export async function openSettlementHarness(options: SettlementHarnessOptions): Promise<SettlementHarness> {
  const { database, start, testMode: inTestMode = true } = options
  let now = start
  const shop = await createShop({ ...options, now: () => now })
  const { accountId, db, log } = shop.ctx
  const account = { currency: options.currency ?? 'USD' }
  const read = async <Row extends object>(text: string) =>
    (await db.query<Row>({ text, values: [accountId] })).rows
  const minor = (major: number) => Math.round(major * 10 ** decimalsOf(account.currency))

  return {
    shop,
    accountId,
    currency: account.currency,
    timezone: options.timezone ?? 'America/New_York',
    now: () => now,
    setNow: (next) => {
      now = next
    },
    passHours: (hours) => {
      now = new Date(now.getTime() + hours * 3_600_000)
    },
    async pay(amountMinor, { tap } = {}) {
      const link = await shop.newLink({ amountMinor })
      const payer = tap ? tappedPayer(options, shop, () => now, tap) : shop
      const result = await payer.pay(link.id)
      if (result.kind !== 'attempted' || result.attempt.status !== 'APPROVED')
        throw new Error(`the payment is not approved: ${JSON.stringify(result)}`)
      return result.attempt.paymentId
    },
    async collect(amountMinor, { tap } = {}) {
      const paymentId = newId('pay', now)
      const approvedAt = now
      const [fee = { percent_ppm: 0, fixed_minor: 0 }] = await read<{
        percent_ppm: number
        fixed_minor: number
      }>(
        `SELECT percent_ppm, fixed_minor FROM service.fee_schedule WHERE account_id = $1 ORDER BY valid_from DESC LIMIT 1`,
      )
      const { currency } = account
      const due = feeMinor(amountMinor, { percentPpm: fee.percent_ppm, fixedMinor: fee.fixed_minor })
      const collecting = tap ? tappedDatabase(database, tap).as('checkout_service', accountId) : db
      await collecting.transaction(async (tx) => {
        await tx.query({
          name: 'till-collect',
          text: `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, fee_minor, approved_at, created_at)
            VALUES ($1, $2, $3, $4, 'APPROVED', 'Ana', $5, $6, $6)`,
          values: [accountId, paymentId, amountMinor, currency, due, approvedAt],
        })
        await bookApprovedPayment(tx, {
          accountId,
          paymentId,
          amountMinor,
          feeMinor: due,
          currency,
          now: approvedAt,
        })
      })
      await database.as('checkout_bank').query({
        name: 'till-capture',
        text: `INSERT INTO test_bank.operation (reference, processor_reference, amount_minor, currency, status, created_at, updated_at)
          VALUES ($1, $1, $2, $3, 'CAPTURED', $4, $4)`,
        values: [paymentId, amountMinor, currency, approvedAt],
      })
      return paymentId
    },
    async refund(paymentId, amountMinor) {
      const { body } = await refundPayment(
        { ctx: shop.ctx, processor: shop.bank, leaseMs: HARNESS_LEASE_MS },
        {
          paymentId,
          body: { amount: amountMinor / 10 ** decimalsOf(account.currency) },
          idempotencyKey: undefined,
          requestId: 'req_1',
          currency: account.currency,
        },
      )
      const { id, status } = JSON.parse(body)
      expect(status).toBe('SUCCEEDED')
      return id
    },
    async settle({ tap, until = now, testMode = inTestMode } = {}) {
      const process = tap ? tappedDatabase(database, tap) : database
      const deps = { database: process, keyring, usesTestBank: testMode }
      const { settlements, failed } = await settleDue(deps, { until, now }, accountId)
      if (failed[0]) throw failed[0].error
      return settlements
    },
    async transfer({ tap, wrapBank = (bank: Bank) => bank, testMode = inTestMode } = {}) {
      const pending = await read<{ id: string }>(
        `SELECT id FROM service.settlement WHERE account_id = $1 AND status = 'PENDING' ORDER BY period_end`,
      )
      const ends = await runTransfers(
        {
          database: tap ? tappedDatabase(database, tap) : database,
          bank: wrapBank(new TestBankTransfers(database, { now: () => now })),
          keyring,
          usesTestBank: testMode,
          owner: randomUUID(),
          leaseMs: HARNESS_LEASE_MS,
          now: () => now,
          log,
        },
        pending.map(({ id }) => id),
      )
      return ends.map(({ end }) => end)
    },
    async name(number, holdMs = 0) {
      const change = { db, accountId, actor: { kind: 'operator' } as const, keyring, now }
      await setBankAccount(change, { bank_name: 'Banco Central', holder: 'Café Aurora', number }, { holdMs })
    },
    async balance() {
      const balance = await getBalance(shop.ctx, account)
      const shown = {
        available: minor(balance.available.net_amount),
        debt: minor(balance.available.debt_amount ?? 0),
        in_transit: minor(balance.in_transit),
        paid_out: minor(balance.paid_out),
        waiting: balance.available.payment_count,
      }
      const [approved] = await read<{ net: number }>(
        `SELECT coalesce(sum(amount_minor - fee_minor), 0)::bigint - (
          SELECT coalesce(sum(amount_minor - fee_minor), 0)::bigint FROM service.refund WHERE account_id = $1 AND status = 'SUCCEEDED'
        ) - (
          SELECT coalesce(sum(amount_minor + fee_minor), 0)::bigint FROM service.dispute WHERE account_id = $1 AND status <> 'WON'
        ) AS net FROM service.payment WHERE account_id = $1 AND status = 'APPROVED'`,
      )
      const { gross_amount, fee_amount, net_amount, debt_amount, refund_amount, dispute_amount } =
        balance.available
      expect(shown.available + shown.in_transit + shown.paid_out, 'the balance identity').toBe(approved?.net)
      const taken = [fee_amount, refund_amount, dispute_amount, debt_amount]
      const deducted = taken.reduce<number>((sum, amount) => sum + minor(amount ?? 0), 0)
      expect(minor(gross_amount) - deducted).toBe(shown.available)
      // JSON contains the shortest text of the exact decimal.
      expect(Number(toDecimalString(shown.available, account.currency))).toBe(net_amount)
      return shown
    },
    settlements: () => read('SELECT * FROM service.settlement WHERE account_id = $1 ORDER BY period_end'),
    async events() {
      const rows = await read<{ kind: string }>(
        `SELECT kind FROM service.event WHERE account_id = $1 AND kind LIKE 'settlement.%' ORDER BY created_at, kind`,
      )
      return rows.map(({ kind }) => kind)
    },
  }
}

/** Returns the shop's payers as a process that may be stopped at one of its points. */
function tappedPayer(
  { database }: SettlementHarnessOptions,
  shop: Shop,
  now: () => Date,
  tap: Tap,
): Pick<Shop, 'pay'> {
  const deps = { ...shop.deps, database: tappedDatabase(database, tap), now }
  return { pay: (linkId, card, input) => payLink(deps, payment(linkId, card, input)) }
}
