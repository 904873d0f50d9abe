import type { TestOutcome } from '@/lib/contract/test-cards'
import { isExpired } from '@/lib/domain/card'
import type { AuthorizeAnswer, LookupAnswer, VoidAnswer } from './port'

/** A row of test_bank.operation: the bank's hold or action under one of our references. */
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

/** The SELECT or RETURNING list of an OperationRow. */
export const operationColumns = `reference, processor_reference, outcome, amount_minor, currency, status, authorization_code,
  decline_code, challenge, return_url`

export interface TokenRow {
  outcome: TestOutcome
  decline_code: string | null
  expiry_month: number
  expiry_year: number
}

/** Decision of the bank on a request. */
export interface Verdict {
  outcome: TestOutcome
  status: 'AUTHORIZED' | 'CONFIRMING' | 'DECLINED'
  declineCode: string | null
}

/**
 * Returns the decision for the card's row of the test table: its current outcome, or the outcome of a later charge of
 * the saved card.
 */
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
