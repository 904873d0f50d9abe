import { setTimeout as delay } from 'node:timers/promises'
import { testCardOf } from '@/lib/contract/test-cards'
import { brandOf } from '@/lib/domain/card'
import { type Database, findRow, type Handle, type Queryable } from '@/lib/platform/database'
import { randomText } from '@/lib/platform/secrets'
import {
  type AuthorizeAnswer,
  type AuthorizeRequest,
  type CaptureAnswer,
  type CardInput,
  type CardToken,
  type DisputeEvidence,
  type EvidenceAnswer,
  type LookupAnswer,
  PROCESSOR_TIMEOUT_MS,
  type Processor,
  ProcessorUnreachable,
  type RefundAnswer,
  type RefundRequest,
  readAnswer,
  type VoidAnswer,
} from './port'
import {
  authorizationDecision,
  authorizeAnswer,
  type OperationRow,
  operationColumns,
  readTestBankSettings,
  refundOnce,
  type TokenRow,
  voidAnswer,
} from './test-bank-books'
import { captureStatement, takeEvidence } from './test-bank-disputes'

/** Delay of the slow card: long enough to be seen, well inside the processor's timeout. */
const SLOW_MS = 3_000
/** Delay beyond every timeout. */
const TOO_SLOW_MS = 2 * PROCESSOR_TIMEOUT_MS
/** Decline of any other number: a real test bank accepts only its own cards. */
const UNKNOWN_CARD_DECLINE = 'generic_decline'
const REFUND_DECLINE = 'refund_declined'
const EVIDENCE_REFUSAL = 'evidence_too_late'
const NONSENSE = '<html><body>502 Bad Gateway</body></html>'

export interface TestBankOptions {
  webUrl: string
  now?: () => Date
}

/** A bank that moves no real money, with books of its own and the outcomes of `lib/contract/test-cards`. */
export class TestBank implements Processor {
  readonly cardEntry = 'form'
  readonly #db: Handle
  readonly #now: () => Date
  readonly #webUrl: string

  constructor(database: Database, { webUrl, now = () => new Date() }: TestBankOptions) {
    this.#db = database.as('checkout_bank')
    this.#now = now
    this.#webUrl = webUrl
  }

  async tokenize(card: CardInput): Promise<CardToken & { outcome: 'token' }> {
    await this.#reach()
    if ('hostedId' in card) throw new Error('the test bank has no fields of its own')
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
    return { ...token, outcome: 'token' }
  }

  async authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<AuthorizeAnswer> {
    await this.#reach()
    const card = await this.#card(request.token)
    if (card.outcome === 'approve_slowly') await delay(SLOW_MS, undefined, { signal })
    const verdict = authorizationDecision(card, request.returnUrl !== null, this.#now())
    const { rows } = await this.#db.query<OperationRow>({
      name: 'bank-authorize',
      text: `INSERT INTO test_bank.operation (reference, processor_reference, outcome, amount_minor, currency, status,
          authorization_code, decline_code, challenge, return_url, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT (reference) DO NOTHING RETURNING ${operationColumns}`,
      values: [
        request.reference,
        `tb_${randomText(12)}`,
        verdict.outcome,
        request.amountMinor + (verdict.outcome === 'wrong_amount' ? 1 : 0),
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
    if (verdict.outcome === 'too_slow') await delay(TOO_SLOW_MS, undefined, { signal, ref: false })
    if (verdict.outcome === 'nonsense') return readAnswer.authorize(NONSENSE)
    const operation = rows[0] ?? (await this.#operation(request.reference))
    return readAnswer.authorize(authorizeAnswer(operation, this.#webUrl))
  }

  async confirmed(reference: string): Promise<AuthorizeAnswer> {
    await this.#reach()
    return readAnswer.authorize(authorizeAnswer(await this.#operation(reference), this.#webUrl))
  }

  async capture(reference: string): Promise<CaptureAnswer> {
    await this.#reach()
    const { rows } = await this.#db.query<OperationRow>(captureStatement(reference, this.#now()))
    const { outcome, status } = rows[0] ?? (await this.#operation(reference))
    if (outcome === 'lost_after_capture') throw new ProcessorUnreachable('the line broke after the capture')
    return readAnswer.capture({ outcome: status === 'CAPTURED' ? 'captured' : 'voided' })
  }

  async void(reference: string): Promise<VoidAnswer> {
    await this.#reach()
    const operation = await this.#db.transaction(async (tx) => {
      await tx.query({
        name: 'bank-void',
        text: `INSERT INTO test_bank.operation (reference, processor_reference, amount_minor, currency, status, created_at, updated_at)
          VALUES ($1, $2, 0, '', 'TOMBSTONE', $3, $3)
          ON CONFLICT (reference) DO UPDATE
          SET status = CASE test_bank.operation.status WHEN 'AUTHORIZED' THEN 'VOIDED' ELSE 'TOMBSTONE' END, updated_at = $3
          WHERE test_bank.operation.status IN ('AUTHORIZED', 'CONFIRMING')`,
        values: [reference, `tb_${randomText(12)}`, this.#now()],
      })
      return readOperation(tx, reference)
    })
    return readAnswer.void(voidAnswer(operation))
  }

  async refund(request: RefundRequest, signal: AbortSignal): Promise<RefundAnswer> {
    await this.#reach()
    const { outcome } = await this.#operation(request.paymentReference)
    if (outcome === 'refund_slowly') await delay(SLOW_MS, undefined, { signal })
    const refund = { ...request, processorReference: `tbr_${randomText(12)}` }
    const { status, processor_reference, fresh } = await this.#db.transaction((tx) =>
      refundOnce(tx, refund, this.#now()),
    )
    if (fresh && outcome?.startsWith('refund_lost'))
      throw new ProcessorUnreachable('the line broke during the refund')
    return readAnswer.refund(
      status === 'REFUNDED'
        ? { outcome: 'refunded', processorReference: processor_reference }
        : { outcome: 'declined', declineCode: REFUND_DECLINE },
    )
  }

  async submitEvidence({ disputeReference }: DisputeEvidence): Promise<EvidenceAnswer> {
    await this.#reach()
    const accepted = await takeEvidence(this.#db, disputeReference, this.#now())
    return readAnswer.evidence(
      accepted ? { outcome: 'accepted' } : { outcome: 'refused', code: EVIDENCE_REFUSAL },
    )
  }

  async lookup(reference: string): Promise<LookupAnswer | null> {
    await this.#reach()
    const { rows } = await this.#db.query<OperationRow>({ ...operationStatement, values: [reference] })
    const [row] = rows
    return readAnswer.lookup(
      row ? { status: row.status, amountMinor: row.amount_minor, currency: row.currency } : null,
    )
  }

  async #reach(): Promise<void> {
    const { delayMs, outage } = await readTestBankSettings(this.#db)
    if (outage) throw new ProcessorUnreachable('the test bank is out of order')
    // The caller's timeout does not end this delay: the request arrives all the same, only later.
    if (delayMs > 0) await delay(delayMs, undefined, { ref: false })
  }

  async #card(token: string): Promise<TokenRow> {
    const row = await findRow<TokenRow>(this.#db, {
      name: 'bank-token',
      text: 'SELECT outcome, decline_code, expiry_month, expiry_year FROM test_bank.card_token WHERE token = $1',
      values: [token],
    })
    if (!row) throw new Error('the test bank does not know this token')
    return row
  }

  #operation(reference: string): Promise<OperationRow> {
    return readOperation(this.#db, reference)
  }
}

const operationStatement = {
  name: 'bank-operation',
  text: `SELECT ${operationColumns} FROM test_bank.operation WHERE reference = $1`,
}

async function readOperation(db: Queryable, reference: string): Promise<OperationRow> {
  const row = await findRow<OperationRow>(db, { ...operationStatement, values: [reference] })
  if (!row) throw new Error('the test bank does not know this reference')
  return row
}
