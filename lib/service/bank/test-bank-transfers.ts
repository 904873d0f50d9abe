import { setTimeout as delay } from 'node:timers/promises'
import { type Database, findRow, type Handle } from '@/lib/platform/database'
import { randomText } from '@/lib/platform/secrets'
import { readTestBankSettings } from '@/lib/service/processor/test-bank-books'
import {
  type Bank,
  BankUnreachable,
  type TransferAnswer,
  type TransferOrder,
  type TransferRefusal,
} from './port'

interface TransferRow {
  reference: string
  bank_reference: string
  amount_minor: number
  currency: string
  status: 'ORDERED' | 'SENT' | 'REFUSED'
  refusal: TransferRefusal | null
  leaves_at: Date | null
}

export interface TestBankTransfersOptions {
  now?: () => Date
  /** Time until an order leaves; the default is the bank's own setting. */
  delayMs?: number
}

/** Transfers of the test bank, with books of its own. `testAccounts` lists the outcome per account number. */
export class TestBankTransfers implements Bank {
  readonly #db: Handle
  readonly #now: () => Date
  readonly #delayMs: number | undefined

  constructor(database: Database, { now = () => new Date(), delayMs }: TestBankTransfersOptions = {}) {
    this.#db = database.as('checkout_bank')
    this.#now = now
    this.#delayMs = delayMs
  }

  async send(order: TransferOrder): Promise<TransferAnswer> {
    await this.#reach()
    const { outcome, refusal } = testAccountOf(order.accountNumber)
    const { rows } = await this.#db.query<Pick<TransferRow, 'reference'>>({
      name: 'bank-order-transfer',
      text: `INSERT INTO test_bank.transfer AS t (reference, bank_reference, amount_minor, currency, account_last4, status,
          refusal, leaves_at, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 = 'ORDERED'
          THEN $8::timestamptz + coalesce($9, (SELECT transfer_delay_ms FROM test_bank.setting)) * interval '1 millisecond' END, $8, $8)
        ON CONFLICT (reference) DO UPDATE SET amount_minor = excluded.amount_minor, currency = excluded.currency,
          account_last4 = excluded.account_last4, status = excluded.status, refusal = excluded.refusal,
          leaves_at = excluded.leaves_at, updated_at = excluded.updated_at
        WHERE t.status = 'REFUSED' RETURNING t.reference`,
      values: [
        order.reference,
        `TR-${randomText(6).toUpperCase()}`,
        order.amountMinor,
        order.currency,
        order.accountNumber.slice(-4),
        outcome === 'refuses' ? 'REFUSED' : 'ORDERED',
        refusal,
        this.#now(),
        this.#delayMs ?? null,
      ],
    })
    const answer = await this.#answer(order.reference)
    if (rows[0] && outcome === 'loses_the_first_answer')
      throw new BankUnreachable('the line broke after the order')
    if (!answer) throw new Error('the test bank lost an order')
    return answer
  }

  async status(reference: string): Promise<TransferAnswer | null> {
    await this.#reach()
    return this.#answer(reference)
  }

  /** Returns the current state in the books, after releasing an order whose time has come. */
  async #answer(reference: string): Promise<TransferAnswer | null> {
    const now = this.#now()
    await this.#db.query({
      name: 'bank-transfer-leaves',
      text: `UPDATE test_bank.transfer SET status = 'SENT', updated_at = $2
        WHERE reference = $1 AND status = 'ORDERED' AND leaves_at <= $2`,
      values: [reference, now],
    })
    const row = await findRow<TransferRow>(this.#db, {
      name: 'bank-transfer',
      text: `SELECT reference, bank_reference, amount_minor, currency, status, refusal, leaves_at
        FROM test_bank.transfer WHERE reference = $1`,
      values: [reference],
    })
    if (!row) return null
    if (row.status === 'REFUSED') return { outcome: 'refused', reason: row.refusal ?? 'refused_by_bank' }
    if (row.status === 'ORDERED') return { outcome: 'ordered', askAgainAt: row.leaves_at ?? now }
    const { bank_reference: bankReference, amount_minor: amountMinor, currency } = row
    return { outcome: 'sent', bankReference, amountMinor, currency }
  }

  /** Simulates the connection to the bank, with the operator's settings as for charges. */
  async #reach(): Promise<void> {
    const { delayMs, outage } = await readTestBankSettings(this.#db)
    if (outage) throw new BankUnreachable('the test bank is out of order')
    if (delayMs > 0) await delay(delayMs, undefined, { ref: false })
  }
}

/** Releases orders that wait at the test bank at their next status request: these, or all. */
export async function releaseTestTransfers(
  database: Database,
  references: readonly string[] | null,
  now: Date,
): Promise<void> {
  await database.as('checkout_bank').query({
    text: `UPDATE test_bank.transfer SET leaves_at = $2
      WHERE status = 'ORDERED' AND leaves_at > $2 AND ($1::text[] IS NULL OR reference = ANY ($1))`,
    values: [references, now],
  })
}

/** Returns the time that the test bank holds an order; sets it first if `delayMs` is given. */
export async function transferDelay(database: Database, delayMs?: number): Promise<number> {
  const { rows } = await database.as('checkout_bank').query<{ transfer_delay_ms: number }>({
    text: `UPDATE test_bank.setting SET transfer_delay_ms = coalesce($1, transfer_delay_ms) RETURNING transfer_delay_ms`,
    values: [delayMs ?? null],
  })
  if (!rows[0]) throw new Error('the test bank has no settings')
  return rows[0].transfer_delay_ms
}

export const TRANSFER_DELAY_MAX_MS = 86_400_000

type TestAccountOutcome = 'sends' | 'refuses' | 'loses_the_first_answer'

export interface TestAccount {
  number: string
  outcome: TestAccountOutcome
  refusal: TransferRefusal | null
}

/** Published account numbers for integrators; the test bank treats any other number like the first. */
export const testAccounts: readonly [TestAccount, ...TestAccount[]] = [
  { number: '000123456789', outcome: 'sends', refusal: null },
  { number: '000111111116', outcome: 'refuses', refusal: 'account_not_found' },
  { number: '000111111113', outcome: 'refuses', refusal: 'account_closed' },
  { number: '000444444440', outcome: 'refuses', refusal: 'currency_not_accepted' },
  // The bank books the order, but its response is lost; a later status request succeeds.
  { number: '000999999991', outcome: 'loses_the_first_answer', refusal: null },
]

/** Returns the test account with this number. */
export function testAccountOf(number: string): TestAccount {
  return testAccounts.find((account) => account.number === number) ?? testAccounts[0]
}
