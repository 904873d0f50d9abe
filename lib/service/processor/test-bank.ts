import { setTimeout as delay } from 'node:timers/promises'
import { brandOf } from '@/lib/contract/card'
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
}

interface TokenRow {
  outcome: TestOutcome
  decline_code: string | null
}

/**
 * A bank that moves no real money. It keeps its own books in its own schema, so that a test can ask what really moved,
 * and does to each test card what `lib/contract/test-cards` says. It never stores a card number.
 */
export class TestBank implements Processor {
  readonly #db: Handle
  readonly #now: () => Date

  constructor(database: Database, now: () => Date = () => new Date()) {
    this.#db = database.as('checkout_bank')
    this.#now = now
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
    const decline = declineAtOnce(card)
    await this.#db.query({
      name: 'bank-authorize',
      text: `INSERT INTO test_bank.operation (reference, processor_reference, outcome, amount_minor, currency, status,
          authorization_code, decline_code, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT (reference) DO NOTHING`,
      values: [
        request.reference,
        `tb_${randomText(12)}`,
        card.outcome,
        request.amountMinor,
        request.currency,
        decline ? 'DECLINED' : 'AUTHORIZED',
        decline ? null : randomText(5).slice(-6).toUpperCase(),
        decline,
        this.#now(),
      ],
    })
    if (card.outcome === 'lost_after_authorize')
      throw new ProcessorUnreachable('the line broke after the authorisation')
    return authorizeAnswer(await this.#operation(request.reference))
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
          ON CONFLICT (reference) DO UPDATE SET status = 'VOIDED', updated_at = $3 WHERE test_bank.operation.status = 'AUTHORIZED'`,
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
      text: 'SELECT outcome, decline_code FROM test_bank.card_token WHERE token = $1',
      values: [token],
    })
    const [row] = rows
    if (!row) throw new Error('the test bank does not know this token')
    return row
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

/** The code with which this card is declined at a payer's first payment, or null. */
function declineAtOnce(card: TokenRow): string | null {
  if (card.outcome === 'decline') return card.decline_code
  // The bank's confirmation page is not built yet; a card that asks for it cannot pay.
  return card.outcome === 'confirm' ? 'authentication_required' : null
}

function authorizeAnswer(row: OperationRow): AuthorizeAnswer {
  const { status, decline_code: declineCode, processor_reference: processorReference } = row
  if (status === 'DECLINED')
    return { outcome: 'declined', declineCode: declineCode ?? '', processorReference }
  if (status === 'TOMBSTONE' || status === 'VOIDED') return { outcome: 'refused' }
  return { outcome: 'authorized', authorizationCode: row.authorization_code ?? '', processorReference }
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
      throw new Error('a void left an authorisation standing')
  }
}
