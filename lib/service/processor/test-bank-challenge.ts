import { isStorable } from '@/lib/domain/text'
import type { Database } from '@/lib/platform/database'
import { type OperationRow, operationColumns } from './test-bank-rules'

/** A confirmation that the bank requires from a payer. Amount in minor units. */
export interface Challenge {
  /** `over`: the payment was voided meanwhile, and nothing can be confirmed any more. */
  state: 'open' | 'approved' | 'refused' | 'over'
  amountMinor: number
  currency: string
  /** Address to which the payer returns. */
  returnUrl: string | null
}

export type Decision = 'approve' | 'refuse'

const states = {
  CONFIRMING: 'open',
  AUTHORIZED: 'approved',
  CAPTURED: 'approved',
  DECLINED: 'refused',
  VOIDED: 'over',
  TOMBSTONE: 'over',
} as const satisfies Record<OperationRow['status'], Challenge['state']>

/** Returns the challenge for the bank's page; null if there is none. */
export async function viewChallenge(database: Database, challenge: string): Promise<Challenge | null> {
  // Postgres refuses NUL in a text.
  if (!isStorable(challenge)) return null
  const { rows } = await database.as('checkout_bank').query<OperationRow>({
    name: 'bank-challenge',
    text: `SELECT ${operationColumns} FROM test_bank.operation WHERE challenge = $1`,
    values: [challenge],
  })
  const [row] = rows
  if (!row) return null
  return {
    state: states[row.status],
    amountMinor: row.amount_minor,
    currency: row.currency,
    returnUrl: row.return_url,
  }
}

/**
 * Records the payer's decision, once: a second one changes nothing, and after a void there is nothing to decide.
 * Returns the resulting challenge; null if there is none.
 */
export async function decideChallenge(
  database: Database,
  challenge: string,
  decision: Decision,
  now: Date,
): Promise<Challenge | null> {
  if (!isStorable(challenge)) return null
  await database.as('checkout_bank').query({
    name: 'bank-decide',
    text: `UPDATE test_bank.operation SET updated_at = $3,
        status = CASE $2 WHEN 'approve' THEN 'AUTHORIZED' ELSE 'DECLINED' END,
        decline_code = CASE $2 WHEN 'approve' THEN NULL ELSE 'authentication_failed' END
      WHERE challenge = $1 AND status = 'CONFIRMING'`,
    values: [challenge, decision, now],
  })
  return viewChallenge(database, challenge)
}
