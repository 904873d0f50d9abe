import type { Database } from '@/lib/platform/database'

/** One operation as the bank's own books tell it. */
export interface BankOperation {
  /** Our reference: the payment's id. */
  reference: string
  status: 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'DECLINED' | 'TOMBSTONE'
  amountMinor: number
  currency: string
}

/** The bank's books, for checks alone. */
export interface BankBooks {
  /** Operations under these references, in any order; unknown ones are left out. */
  find(references: readonly string[]): Promise<BankOperation[]>
  /** The next operations that hold or took money, by reference after `after`. */
  withMoney(after: string, limit: number): Promise<BankOperation[]>
}

const columns = 'reference, status, amount_minor AS "amountMinor", currency'

/** The test bank's books, read under the bank's own role. */
export function testBankBooks(database: Database): BankBooks {
  const db = database.as('checkout_bank')
  return {
    async find(references) {
      const { rows } = await db.query<BankOperation>({
        text: `SELECT ${columns} FROM test_bank.operation WHERE reference = ANY ($1)`,
        values: [references],
      })
      return rows
    },
    async withMoney(after, limit) {
      const { rows } = await db.query<BankOperation>({
        text: `SELECT ${columns} FROM test_bank.operation
          WHERE reference > $1 AND status IN ('AUTHORIZED', 'CAPTURED') ORDER BY reference LIMIT $2`,
        values: [after, limit],
      })
      return rows
    },
  }
}
