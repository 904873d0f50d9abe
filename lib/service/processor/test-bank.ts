import { setTimeout as delay } from 'node:timers/promises'
import { brandOf, isExpired } from '@/lib/contract/card'
import { type TestOutcome, testCardOf } from '@/lib/contract/test-cards'
import type { Database, Handle, Queryable } from '@/lib/platform/database'
import { randomText } from '@/lib/platform/secrets'
import {
  type AuthorizeAnswer,
  type AuthorizeRequest,
  type CaptureAnswer,
  type CardDetails,
  type CardToken,
  type LookupAnswer,
  type Processor,
  ProcessorUnreachable,
  type VoidAnswer,
} from './port'

/** How long the slow card makes the bank think: long enough to be seen, well inside the processor's time-out. */
const SLOW_MS = 3_000
/** Any other number: a real test bank knows only its own cards. */
const UNKNOWN_CARD_DECLINE = 'generic_decline'

interface OperationRow {
  reference: string
  processor_reference: string
  outcome: TestOutcome | null
  amount_minor: number
  currency: string
  status: LookupAnswer['status']
  authorization_code: string | null
  decline_code: string | null
  challenge: string | null
}

interface TokenRow {
  outcome: TestOutcome
  decline_code: string | null
  expiry_month: number
  expiry_year: number
}

/** What the bank does with this request, once it is known whether the payer is there. */
interface Verdict {
  outcome: TestOutcome
  status: 'AUTHORIZED' | 'CONFIRMING' | 'DECLINED'
  declineCode: string | null
}

export interface TestBankOptions {
  /** Where the bank's confirmation page lives (WEB_URL). */
  webUrl: string
  now?: () => Date
}

/**
 * A bank that moves no real money. It keeps its own books in its own schema, so that a test can ask what really moved,
 * and does to each test card what `lib/contract/test-cards` says. It never stores a card number.
 */
export class TestBank implements Processor {
  readonly #db: Handle
  readonly #now: () => Date

  readonly #webUrl: string

  constructor(database: Database, { webUrl, now = () => new Date() }: TestBankOptions) {
    this.#db = database.as('checkout_bank')
    this.#now = now
    this.#webUrl = webUrl
  }

  async tokenize(card: CardDetails): Promise<CardToken> {
    const known = testCardOf(card.number)
    const token: CardToken = {
      token: `tok_${randomText(20)}`,
      brand: brandOf(card.number) ?? 'unknown',
      last4: card.number.slice(-4),
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
    }
    await this.#db.query({
      name: 'bank-tokenize',
      text: `INSERT INTO test_bank.card_token (token, outcome, decline_code, brand, last4, expiry_month, expiry_year, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        token.token,
        known?.outcome ?? 'decline',
        known ? known.declineCode : UNKNOWN_CARD_DECLINE,
        token.brand,
        token.last4,
        token.expiryMonth,
        token.expiryYear,
        this.#now(),
      ],
    })
    return token
  }

  async authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<AuthorizeAnswer> {
    const card = await this.#card(request.token)
    if (card.outcome === 'approve_slowly') await delay(SLOW_MS, undefined, { signal })
    const verdict = verdictOn(card, request.returnUrl !== null, this.#now())
    await this.#db.query({
      name: 'bank-authorize',
      text: `INSERT INTO test_bank.operation (reference, processor_reference, outcome, amount_minor, currency, status,
          authorization_code, decline_code, challenge, return_url, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT (reference) DO NOTHING`,
      values: [
        request.reference,
        `tb_${randomText(12)}`,
        verdict.outcome,
        request.amountMinor,
        request.currency,
        verdict.status,
        verdict.status === 'DECLINED' ? null : randomText(5).slice(-6).toUpperCase(),
        verdict.declineCode,
        verdict.status === 'CONFIRMING' ? randomText(24) : null,
        request.returnUrl,
        this.#now(),
      ],
    })
    if (verdict.outcome === 'lost_after_authorize')
      throw new ProcessorUnreachable('the line broke after the authorisation')
    return this.#authorizeAnswer(await this.#operation(request.reference))
  }

  async confirmed(reference: string): Promise<AuthorizeAnswer> {
    return this.#authorizeAnswer(await this.#operation(reference))
  }

  async capture(reference: string): Promise<CaptureAnswer> {
    const { count } = await this.#db.query({
      name: 'bank-capture',
      text: `UPDATE test_bank.operation SET status = 'CAPTURED', updated_at = $2
        WHERE reference = $1 AND status IN ('AUTHORIZED', 'CAPTURED')`,
      values: [reference, this.#now()],
    })
    const operation = await this.#operation(reference)
    if (operation.outcome === 'lost_after_capture')
      throw new ProcessorUnreachable('the line broke after the capture')
    return { outcome: count === 1 ? 'captured' : 'voided' }
  }

  async void(reference: string): Promise<VoidAnswer> {
    return this.#db.transaction(async (tx) => {
      await tx.query({
        name: 'bank-void',
        text: `INSERT INTO test_bank.operation (reference, processor_reference, amount_minor, currency, status, created_at, updated_at)
          VALUES ($1, $2, 0, '', 'TOMBSTONE', $3, $3)
          ON CONFLICT (reference) DO UPDATE
          SET status = CASE test_bank.operation.status WHEN 'AUTHORIZED' THEN 'VOIDED' ELSE 'TOMBSTONE' END, updated_at = $3
          WHERE test_bank.operation.status IN ('AUTHORIZED', 'CONFIRMING')`,
        values: [reference, `tb_${randomText(12)}`, this.#now()],
      })
      return voidAnswer(await readOperation(tx, reference))
    })
  }

  async lookup(reference: string): Promise<LookupAnswer | null> {
    const { rows } = await this.#db.query<OperationRow>({ ...operationStatement, values: [reference] })
    const [row] = rows
    return row ? { status: row.status, amountMinor: row.amount_minor, currency: row.currency } : null
  }

  async #card(token: string): Promise<TokenRow> {
    const { rows } = await this.#db.query<TokenRow>({
      name: 'bank-token',
      text: 'SELECT outcome, decline_code, expiry_month, expiry_year FROM test_bank.card_token WHERE token = $1',
      values: [token],
    })
    const [row] = rows
    if (!row) throw new Error('the test bank does not know this token')
    return row
  }

  #authorizeAnswer(row: OperationRow): AuthorizeAnswer {
    const { status, decline_code: declineCode, processor_reference: processorReference } = row
    switch (status) {
      case 'DECLINED':
        return { outcome: 'declined', declineCode: declineCode ?? '', processorReference }
      case 'CONFIRMING':
        return {
          outcome: 'confirmation_required',
          confirmUrl: `${this.#webUrl}/test-bank/confirm/${row.challenge}`,
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

  #operation(reference: string): Promise<OperationRow> {
    return readOperation(this.#db, reference)
  }
}

const operationStatement = {
  name: 'bank-operation',
  text: 'SELECT * FROM test_bank.operation WHERE reference = $1',
}

async function readOperation(db: Queryable, reference: string): Promise<OperationRow> {
  const { rows } = await db.query<OperationRow>({ ...operationStatement, values: [reference] })
  const [row] = rows
  if (!row) throw new Error('the test bank does not know this reference')
  return row
}

/** Reads the card's row of the test table: what it does now, or what it does when the saved card is charged later. */
function verdictOn(card: TokenRow, payerIsThere: boolean, now: Date): Verdict {
  if (isExpired({ month: card.expiry_month, year: card.expiry_year }, now)) {
    return { outcome: 'decline', status: 'DECLINED', declineCode: 'expired_card' }
  }
  const outcome = outcomeNow(card.outcome, payerIsThere)
  if (outcome === 'decline') return { outcome, status: 'DECLINED', declineCode: card.decline_code }
  return { outcome, status: outcome === 'confirm' ? 'CONFIRMING' : 'AUTHORIZED', declineCode: null }
}

function outcomeNow(outcome: TestOutcome, payerIsThere: boolean): TestOutcome {
  switch (outcome) {
    case 'decline_later':
      return payerIsThere ? 'approve' : 'decline'
    case 'lost_after_authorize_later':
      return payerIsThere ? 'approve' : 'lost_after_authorize'
    case 'lost_after_capture_later':
      return payerIsThere ? 'approve' : 'lost_after_capture'
    default:
      return outcome
  }
}

function voidAnswer(row: OperationRow): VoidAnswer {
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
