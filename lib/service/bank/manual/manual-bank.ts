import type { Database, Handle } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import type { Bank, TransferAnswer, TransferOrder, TransferRefusal } from '@/lib/service/bank/port'
import { type PayoutStatus, payoutAad } from './payout-row'

/** Interval of the fallback question; the operator's command makes the transfer due as soon as the bank has answered. */
const ASK_AGAIN_MS = 600_000

/** Bank that people operate: orders wait for an export, and a person records the bank's answers (states: PayoutStatus). */
export class ManualBank implements Bank {
  readonly #db: Handle
  readonly #keyring: Keyring
  readonly #now: () => Date

  constructor(database: Database, keyring: Keyring, { now = () => new Date() }: { now?: () => Date } = {}) {
    this.#db = database.as('checkout_bank')
    this.#keyring = keyring
    this.#now = now
  }

  async send({ reference, accountNumber, ...order }: TransferOrder): Promise<TransferAnswer> {
    await this.#db.query({
      name: 'order-payout',
      text: `INSERT INTO manual_bank.payout AS p (reference, amount_minor, currency, holder, bank_name, number_sealed,
          account_last4, status, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'ORDERED', $8, $8)
        ON CONFLICT (reference) DO UPDATE SET amount_minor = excluded.amount_minor, currency = excluded.currency,
          holder = excluded.holder, bank_name = excluded.bank_name, number_sealed = excluded.number_sealed,
          account_last4 = excluded.account_last4, status = excluded.status, batch_number = NULL, refusal = NULL,
          updated_at = excluded.updated_at
        WHERE p.status = 'REFUSED' AND p.updated_at <= $9`,
      values: [
        reference,
        order.amountMinor,
        order.currency,
        order.holder,
        order.bankName,
        this.#keyring.seal(accountNumber, payoutAad(reference)),
        accountNumber.slice(-4),
        this.#now(),
        order.claimedAt,
      ],
    })
    const answer = await this.status(reference)
    if (!answer) throw new Error(`the payout of ${reference} was deleted`)
    return answer
  }

  async status(reference: string): Promise<TransferAnswer | null> {
    const { rows } = await this.#db.query<{
      status: PayoutStatus
      amount_minor: number
      currency: string
      bank_reference: string | null
      refusal: TransferRefusal | null
    }>({
      name: 'payout-status',
      text: `SELECT status, amount_minor, currency, bank_reference, refusal FROM manual_bank.payout WHERE reference = $1`,
      values: [reference],
    })
    const [row] = rows
    if (!row) return null
    if (row.status === 'ORDERED')
      return { outcome: 'ordered', askAgainAt: new Date(this.#now().getTime() + ASK_AGAIN_MS) }
    if (row.bank_reference === null) return { outcome: 'refused', reason: row.refusal ?? 'refused_by_bank' }
    const { bank_reference: bankReference, amount_minor: amountMinor, currency } = row
    return { outcome: 'sent', bankReference, amountMinor, currency }
  }
}
