import type { TestOutcome } from '@/lib/contract/test-cards'
import { isExpired } from '@/lib/domain/card'
import { isStorable } from '@/lib/domain/text'
import { type Database, findRow, type Queryable } from '@/lib/platform/database'
import type { AuthorizeAnswer, LookupAnswer, RefundRequest, VoidAnswer } from './port'

export interface OperationRow {
  reference: string
  processor_reference: string
  outcome: TestOutcome | null
  amount_minor: number
  currency: string
  status: LookupAnswer['status']
  authorization_code: string | null
  decline_code: string | null
  challenge: string | null
  return_url: string | null
}

export const operationColumns = `reference, processor_reference, outcome, amount_minor, currency, status, authorization_code,
  decline_code, challenge, return_url`

export interface TokenRow {
  outcome: TestOutcome
  decline_code: string | null
  expiry_month: number
  expiry_year: number
}

export interface Verdict {
  outcome: TestOutcome
  status: 'AUTHORIZED' | 'CONFIRMING' | 'DECLINED'
  declineCode: string | null
}

/** Returns the decision of the test table for a card, now or at a later charge of the saved card. */
export function authorizationDecision(card: TokenRow, isPayerPresent: boolean, now: Date): Verdict {
  if (isExpired({ month: card.expiry_month, year: card.expiry_year }, now)) {
    return { outcome: 'decline', status: 'DECLINED', declineCode: 'expired_card' }
  }
  const outcome = outcomeNow(card.outcome, isPayerPresent)
  if (outcome === 'decline') return { outcome, status: 'DECLINED', declineCode: card.decline_code }
  return { outcome, status: outcome === 'confirm' ? 'CONFIRMING' : 'AUTHORIZED', declineCode: null }
}

function outcomeNow(outcome: TestOutcome, isPayerPresent: boolean): TestOutcome {
  switch (outcome) {
    case 'decline_later':
      return isPayerPresent ? 'approve' : 'decline'
    case 'lost_after_authorize_later':
      return isPayerPresent ? 'approve' : 'lost_after_authorize'
    case 'lost_after_capture_later':
      return isPayerPresent ? 'approve' : 'lost_after_capture'
    default:
      return outcome
  }
}

/** Returns the books' response to an authorization, for the first one and each repetition. */
export function authorizeAnswer(row: OperationRow, webUrl: string): AuthorizeAnswer {
  const { status, decline_code: declineCode, processor_reference: processorReference } = row
  switch (status) {
    case 'DECLINED':
      return { outcome: 'declined', declineCode: declineCode ?? '', processorReference }
    case 'CONFIRMING':
      return {
        outcome: 'confirmation_required',
        confirmUrl: `${webUrl}/test-bank/confirm/${row.challenge}`,
        processorReference,
      }
    case 'TOMBSTONE':
    case 'VOIDED':
      return { outcome: 'refused' }
    case 'AUTHORIZED':
    case 'CAPTURED':
      return {
        outcome: 'authorized',
        authorizationCode: row.authorization_code ?? '',
        processorReference,
        amountMinor: row.amount_minor,
        currency: row.currency,
      }
  }
}

/** Returns the books' response to a completed void. */
export function voidAnswer(row: OperationRow): VoidAnswer {
  const processorReference = row.processor_reference
  switch (row.status) {
    case 'CAPTURED':
      return { outcome: 'captured', authorizationCode: row.authorization_code ?? '', processorReference }
    case 'DECLINED':
      return { outcome: 'declined', declineCode: row.decline_code ?? '', processorReference }
    case 'TOMBSTONE':
      return { outcome: 'tombstone' }
    case 'VOIDED':
      return { outcome: 'voided', processorReference }
    case 'AUTHORIZED':
    case 'CONFIRMING':
      throw new Error('a void left an authorisation standing')
  }
}

interface RefundRow {
  processor_reference: string
  status: 'ASKED' | 'REFUNDED' | 'DECLINED'
}

/** Refunds a payment once under the refund's reference; `fresh`: by this call. Throws for no payment. */
export async function refundOnce(
  tx: Queryable,
  { reference, paymentReference, amountMinor, currency, processorReference }: RefundRequest & Named,
  now: Date,
): Promise<RefundRow & { fresh: boolean }> {
  // Refunds of a payment wait for each other, so that together they never exceed what was captured.
  const { count } = await tx.query({
    name: 'bank-refund-lock',
    text: 'SELECT FROM test_bank.operation WHERE reference = $1 FOR UPDATE',
    values: [paymentReference],
  })
  if (count === 0) throw new Error('the test bank does not know this payment')
  const asked = await tx.query({
    name: 'bank-refund-ask',
    text: `INSERT INTO test_bank.refund (reference, payment_reference, processor_reference, amount_minor, currency, status,
        created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, 'ASKED', $6, $6) ON CONFLICT (reference) DO NOTHING`,
    values: [reference, paymentReference, processorReference, amountMinor, currency, now],
  })
  const fresh = asked.count === 1
  await tx.query({
    name: 'bank-refund',
    text: `UPDATE test_bank.refund r SET updated_at = $2, status = CASE WHEN o.status = 'CAPTURED'
          AND o.outcome IS DISTINCT FROM 'refund_declined' AND o.currency = r.currency
          AND o.amount_minor >= r.amount_minor + (
            SELECT coalesce(sum(amount_minor), 0) FROM test_bank.refund
            WHERE payment_reference = o.reference AND status = 'REFUNDED')
        THEN 'REFUNDED' ELSE 'DECLINED' END
      FROM test_bank.operation o
      WHERE r.reference = $1 AND r.status = 'ASKED' AND o.reference = r.payment_reference
        AND NOT ($3 AND o.outcome IS NOT DISTINCT FROM 'refund_lost_before')`,
    values: [reference, now, fresh],
  })
  const row = await findRow<RefundRow>(tx, {
    name: 'bank-refund-row',
    text: 'SELECT processor_reference, status FROM test_bank.refund WHERE reference = $1',
    values: [reference],
  })
  if (!row) throw new Error('a refund of the test bank has no row')
  return { ...row, fresh }
}

interface Named {
  processorReference: string
}

/** A confirmation that the bank requires from a payer. Amount in minor units. */
export interface Challenge {
  /** `over`: the payment was voided meanwhile, and nothing can be confirmed any more. */
  state: 'open' | 'approved' | 'refused' | 'over'
  amountMinor: number
  currency: string
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
  const row = await findRow<OperationRow>(database.as('checkout_bank'), {
    name: 'bank-challenge',
    text: `SELECT ${operationColumns} FROM test_bank.operation WHERE challenge = $1`,
    values: [challenge],
  })
  if (!row) return null
  return {
    state: states[row.status],
    amountMinor: row.amount_minor,
    currency: row.currency,
    returnUrl: row.return_url,
  }
}

/** Records the payer's decision, once. Returns the resulting challenge; null if there is none. */
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

export interface TestBankSettings {
  /** Delay before each call, 0 to 60,000. */
  delayMs: number
  /** True if every call fails without effect. */
  outage: boolean
}

export const TEST_BANK_DELAY_MAX_MS = 60_000

const settingColumns = 'delay_ms AS "delayMs", outage'

/** Returns the bank's current settings; `db` acts as the bank. */
export async function readTestBankSettings(db: Queryable): Promise<TestBankSettings> {
  const { rows } = await db.query<TestBankSettings>({
    name: 'bank-settings',
    text: `SELECT ${settingColumns} FROM test_bank.setting`,
  })
  return found(rows[0])
}

/** Changes the given settings and returns those that apply from the next call on, in every process. */
export async function changeTestBank(
  database: Database,
  change: Partial<TestBankSettings>,
): Promise<TestBankSettings> {
  const { rows } = await database.as('checkout_bank').query<TestBankSettings>({
    text: `UPDATE test_bank.setting SET delay_ms = coalesce($1, delay_ms), outage = coalesce($2, outage)
      RETURNING ${settingColumns}`,
    values: [change.delayMs ?? null, change.outage ?? null],
  })
  return found(rows[0])
}

function found(settings: TestBankSettings | undefined): TestBankSettings {
  if (!settings) throw new Error('the test bank has no settings')
  return settings
}
