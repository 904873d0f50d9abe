import type { Database } from '@/lib/platform/database'

/** One transfer as the bank's own books tell it. */
export interface BookedTransfer {
  /** Our reference: the settlement's id. */
  reference: string
  bankReference: string
  status: 'ORDERED' | 'SENT' | 'REFUSED'
  amountMinor: number
  currency: string
}

/** The bank's books of transfers to merchants, for checks alone. */
export interface TransferBooks {
  /** Transfers under these references, in any order; unknown ones are left out. */
  find(references: readonly string[]): Promise<BookedTransfer[]>
  /** The next transfers that moved or will move money, by reference after `after`. */
  withMoney(after: string, limit: number): Promise<BookedTransfer[]>
}

const columns = `reference, bank_reference AS "bankReference", status, amount_minor AS "amountMinor", currency`

/** The test bank's books, read under the bank's own role. */
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
