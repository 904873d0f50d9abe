import type { Database } from '@/lib/platform/database'

/** One transfer in the bank's own books. */
export interface BookedTransfer {
  /** Our reference: the settlement's id. */
  reference: string
  bankReference: string
  status: 'ORDERED' | 'SENT' | 'REFUSED'
  amountMinor: number
  currency: string
}

/** The bank's books of transfers to merchants, for checks only. */
export interface TransferBooks {
  /** Returns the transfers under these references, in any order; unknown ones are omitted. */
  find(references: readonly string[]): Promise<BookedTransfer[]>
  /** Returns the next transfers that moved or will move money, by reference after `after`. */
  withMoney(after: string, limit: number): Promise<BookedTransfer[]>
}

const columns = `reference, bank_reference AS "bankReference", status, amount_minor AS "amountMinor", currency`

/** Returns the test bank's books, read under the bank's own role. */
export function testBankTransferBooks(database: Database): TransferBooks {
  const db = database.as('checkout_bank')
  return {
    async find(references) {
      const { rows } = await db.query<BookedTransfer>({
        text: `SELECT ${columns} FROM test_bank.transfer WHERE reference = ANY ($1)`,
        values: [references],
      })
      return rows
    },
    async withMoney(after, limit) {
      const { rows } = await db.query<BookedTransfer>({
        text: `SELECT ${columns} FROM test_bank.transfer
          WHERE reference > $1 AND status <> 'REFUSED' ORDER BY reference LIMIT $2`,
        values: [after, limit],
      })
      return rows
    },
  }
}
