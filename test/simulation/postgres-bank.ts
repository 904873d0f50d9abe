import type { Database } from '@/lib/platform/database'
import type { LookupAnswer } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import {
  type BankUnderTest,
  CARD_NUMBERS,
  type CardKind,
  cardKinds,
  REFUSED_BY_PAYER,
  type RefundedAtBank,
} from './bank-under-test'

/** Opens the real test bank on Postgres. */
export async function openPostgresBank(database: Database, now: Date): Promise<BankUnderTest> {
  const processor = new TestBank(database, { webUrl: 'https://checkout.example', now: () => now })
  const tokens = new Map<CardKind, string>()
  for (const kind of cardKinds) {
    const card = { number: CARD_NUMBERS[kind], expiryMonth: 12, expiryYear: 2099, cvc: '123' }
    tokens.set(kind, (await processor.tokenize(card)).token)
  }
  const db = database.as('checkout_bank')
  return {
    processor,
    tokenFor: (card) => tokens.get(card) ?? '',
    async payerDecides(reference, approves) {
      await db.query({
        text: `UPDATE test_bank.operation SET status = $2, decline_code = $3 WHERE reference = $1 AND status = 'CONFIRMING'`,
        values: [reference, approves ? 'AUTHORIZED' : 'DECLINED', approves ? null : REFUSED_BY_PAYER],
      })
    },
    async books(references) {
      const { rows } = await db.query<LookupAnswer & { reference: string }>({
        text: `SELECT reference, status, amount_minor AS "amountMinor", currency
          FROM test_bank.operation WHERE reference = ANY ($1)`,
        values: [references],
      })
      return new Map(rows.map((row) => [row.reference, row]))
    },
    async refunds(payments) {
      const { rows } = await db.query<RefundedAtBank & { reference: string }>({
        text: `SELECT reference, payment_reference AS "paymentReference", amount_minor AS "amountMinor"
          FROM test_bank.refund WHERE payment_reference = ANY ($1) AND status = 'REFUNDED'`,
        values: [payments],
      })
      return new Map(rows.map((row) => [row.reference, row]))
    },
  }
}
