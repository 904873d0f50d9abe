import type { Database } from '@/lib/platform/database'

/** One operation in the bank's own books. */
export interface BankOperation {
  /** Our reference: the payment's id. */
  reference: string
  status: 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'DECLINED' | 'TOMBSTONE'
  amountMinor: number
  currency: string
}

/** The bank's books, for checks only. */
export interface BankBooks {
  /** Returns the operations under these references, in any order; unknown ones are omitted. */
  find(references: readonly string[]): Promise<BankOperation[]>
  /** Returns the next operations that hold or took money, by reference after `after`. */
  withMoney(after: string, limit: number): Promise<BankOperation[]>
}

const columns = 'reference, status, amount_minor AS "amountMinor", currency'

/** Returns the test bank's books, read under the bank's own role. */
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
