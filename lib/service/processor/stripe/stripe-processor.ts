import type Stripe from 'stripe'
import type { Database, Handle } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import type { ProcessorBooks, ProcessorEntry } from '@/lib/service/processor/books'
import {
  type AuthorizeAnswer,
  type AuthorizeRequest,
  type CaptureAnswer,
  type CardInput,
  type CardUse,
  type DisputeEvidence,
  type DisputeReport,
  type EvidenceAnswer,
  type LookupAnswer,
  type Processor,
  ProcessorUnreachable,
  type RefundAnswer,
  type RefundRequest,
  readAnswer,
  type TokenizeAnswer,
  type VoidAnswer,
} from '@/lib/service/processor/port'
import { declineCodeOf } from './decline-codes'
import {
  barIntent,
  beginIntent,
  findIntent,
  findStripeCustomer,
  type IntentRow,
  keepDecline,
  keepIntentId,
  keepStripeCustomer,
  readMark,
  requireIntent,
} from './intent-books'
import {
  ask,
  declineIn,
  intentInState,
  isOtherRequest,
  isRefusedAmount,
  listed,
  PAGE,
  unreachable,
} from './stripe-api'
import { disputeOf, intentOf } from './stripe-dispute'
import { submitEvidenceAtStripe } from './stripe-evidence'
import { hasFailed, refundAtStripe } from './stripe-refund'

type Intent = Stripe.PaymentIntent

const EXPANDED = { expand: ['latest_charge'] }
const AMOUNT_REFUSED = 'amount_refused'

export interface StripeProcessorOptions {
  stripe: Stripe
  now?: () => Date
}

/**
 * Stripe, by intents with manual capture. Its books know each reference, and the id of its intent, before Stripe can
 * move money, and a reference barred here is never confirmed (docs/processors.md, "Stripe").
 */
export class StripeProcessor implements Processor, ProcessorBooks {
  readonly cardEntry = 'hosted_fields'
  readonly #db: Handle
  readonly #stripe: Stripe
  readonly #now: () => Date
  #mark: string | null = null

  constructor(database: Database, { stripe, now = () => new Date() }: StripeProcessorOptions) {
    this.#db = database.as('checkout_stripe')
    this.#stripe = stripe
    this.#now = now
  }

  /** A token is the id of a payment method, with its customer in front if the card is kept: `cus_…:pm_…`. */
  async tokenize(card: CardInput, use: CardUse, signal: AbortSignal): Promise<TokenizeAnswer> {
    if (!('hostedId' in card)) throw new Error('card numbers do not go through here')
    const {
      id,
      card: details,
      customer: holder,
    } = await ask(signal, () => this.#stripe.paymentMethods.retrieve(card.hostedId))
    if (!details) throw new Error('the payment method is no card')
    const customer = use.keepFor === null ? null : await this.#customerOf(use.keepFor, signal)
    if (holder !== null && holder !== customer) throw new Error('the card was saved for somebody else')
    if (customer && use.verify) {
      const problem = await this.#verify(customer, id, signal)
      if (problem) return readAnswer.tokenize(problem)
    }
    return readAnswer.tokenize({
      outcome: 'token',
      token: customer ? `${customer}:${id}` : id,
      brand: details.brand,
      last4: details.last4,
      expiryMonth: details.exp_month,
      expiryYear: details.exp_year,
    })
  }

  async authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<AuthorizeAnswer> {
    const { reference, amountMinor, currency } = request
    const { customer, method } = readToken(request.token)
    const row = await beginIntent(
      this.#db,
      {
        reference,
        customer_id: customer,
        method_hash: sha256(method),
        statement_suffix: statementSuffixOf(request.merchantName ?? ''),
        amount_minor: amountMinor,
        currency,
      },
      this.#now(),
    )
    if (row.barred) return barredAnswer(row)
    if (row.intent_id !== null) {
      const known = await this.#answer(row, await this.#retrieve(row.intent_id, signal), signal)
      if (known) return known
    }
    const id = row.intent_id ?? (await this.#create(row, signal))
    if (id === null) return { outcome: 'refused' }
    if (id === AMOUNT_REFUSED)
      return { outcome: 'declined', declineCode: 'amount_not_accepted', processorReference: reference }
    // Late steps of a call that nobody waits for any more would only race with the void.
    if (signal.aborted) throw new ProcessorUnreachable('the call to Stripe took too long')
    const intent = await this.#confirm(row, id, request, signal)
    const answer = await this.#answer(row, intent, signal)
    if (answer) return answer
    throw new ProcessorUnreachable(`Stripe left the intent as ${intent.status}`)
  }

  async confirmed(reference: string, signal: AbortSignal): Promise<AuthorizeAnswer> {
    const row = await requireIntent(this.#db, reference)
    if (row.barred) return barredAnswer(row)
    const intent = await this.#retrieve(idOf(row), signal)
    const answer = await this.#answer(row, intent, signal)
    if (answer) return answer
    throw new ProcessorUnreachable(`Stripe left the intent as ${intent.status}`)
  }

  async capture(reference: string, signal: AbortSignal): Promise<CaptureAnswer> {
    const id = idOf(await requireIntent(this.#db, reference))
    const key = { idempotencyKey: `capture:${reference}` }
    const { status } = await ask(signal, () => this.#stripe.paymentIntents.capture(id, {}, key)).catch(
      (error: unknown) => {
        const intent = intentInState(error)
        if (intent) return intent
        throw unreachable(error)
      },
    )
    if (status === 'succeeded') return { outcome: 'captured' }
    if (status === 'canceled') return { outcome: 'voided' }
    throw new ProcessorUnreachable(`Stripe left the captured intent as ${status}`)
  }

  async void(reference: string, signal: AbortSignal): Promise<VoidAnswer> {
    const row = await barIntent(this.#db, reference, this.#now())
    const id = row.intent_id ?? (await this.#recreatedId(row, signal))
    if (id === null) return { outcome: 'tombstone' }
    const intent = await ask(signal, () => this.#stripe.paymentIntents.cancel(id, EXPANDED)).catch(
      async (error: unknown) => {
        // The error's own intent has no charge, whose code and state decide how the void is reported.
        if (intentInState(error)) return this.#retrieve(id, signal)
        throw unreachable(error)
      },
    )
    return readAnswer.void(voidAnswer(row, intent))
  }

  refund(request: RefundRequest, signal: AbortSignal): Promise<RefundAnswer> {
    return refundAtStripe({ stripe: this.#stripe, db: this.#db, now: this.#now }, request, signal)
  }

  submitEvidence(evidence: DisputeEvidence, signal: AbortSignal): Promise<EvidenceAnswer> {
    return submitEvidenceAtStripe({ stripe: this.#stripe, now: this.#now }, evidence, signal)
  }

  async lookup(reference: string, signal: AbortSignal): Promise<LookupAnswer | null> {
    const row = await findIntent(this.#db, reference)
    if (!row) return null
    const intent = row.intent_id === null ? null : await this.#retrieve(row.intent_id, signal)
    return readAnswer.lookup({
      status: intent ? lookupStatus(row, intent) : row.barred ? 'TOMBSTONE' : 'CONFIRMING',
      amountMinor: intent?.amount ?? row.amount_minor,
      currency: intent?.currency.toUpperCase() ?? row.currency,
    })
  }

  /** Yields the intents of this database that hold or took money, by the list: Stripe's search lags. */
  async *capturedSince(since: Date): AsyncGenerator<ProcessorEntry> {
    const mark = await readMark(this.#db)
    const intents = listed(this.#stripe.paymentIntents.list(pagesSince(since)))
    for await (const { status, metadata, amount_received, amount_capturable, currency } of intents) {
      const captured = status === 'succeeded'
      if (
        metadata.reference === undefined ||
        metadata.deployment !== mark ||
        (!captured && status !== 'requires_capture')
      )
        continue
      yield {
        reference: metadata.reference,
        amountMinor: captured ? amount_received : amount_capturable,
        currency: currency.toUpperCase(),
        status: captured ? 'CAPTURED' : 'AUTHORIZED',
      }
    }
  }

  async *refundsSince(since: Date): AsyncGenerator<ProcessorEntry> {
    for await (const { reference, status, amount, currency } of this.#refundsSince(since))
      if (status === 'succeeded' || status === 'pending')
        yield { reference, amountMinor: amount, currency: currency.toUpperCase(), status: 'REFUNDED' }
  }

  async *failedRefundsSince(since: Date): AsyncGenerator<string> {
    for await (const { reference, status } of this.#refundsSince(since))
      if (hasFailed(status)) yield reference
  }

  async *#refundsSince(since: Date): AsyncGenerator<Stripe.Refund & { reference: string }> {
    const mark = await readMark(this.#db)
    for await (const refund of listed(this.#stripe.refunds.list(pagesSince(since)))) {
      const { reference, deployment } = refund.metadata ?? {}
      if (reference !== undefined && deployment === mark) yield { ...refund, reference }
    }
  }

  async *disputesSince(since: Date): AsyncGenerator<DisputeReport> {
    for await (const dispute of listed(this.#stripe.disputes.list(pagesSince(since)))) {
      const intent = await intentOf(this.#db, dispute.payment_intent)
      const report = intent && disputeOf(dispute, intent)
      if (report) yield report
    }
  }

  /** Creates and stores a row's intent. null = barred meanwhile; `amount_refused` = never charged. */
  async #create(row: IntentRow, signal: AbortSignal): Promise<string | null> {
    const created = await this.#createUnderKey(row, signal).catch((error: unknown) => {
      if (isRefusedAmount(error)) return null
      throw unreachable(error)
    })
    if (!created) {
      await barIntent(this.#db, row.reference, this.#now())
      return AMOUNT_REFUSED
    }
    const { id } = created
    if (await keepIntentId(this.#db, row.reference, id, this.#now())) return id
    await this.#cancelQuietly(id, signal)
    return null
  }

  async #createUnderKey(
    { reference, amount_minor, currency, customer_id, statement_suffix }: IntentRow,
    signal: AbortSignal,
  ) {
    this.#mark ??= await readMark(this.#db)
    const intent = {
      amount: amount_minor,
      currency: currency.toLowerCase(),
      capture_method: 'manual' as const,
      payment_method_types: ['card'],
      metadata: { reference, deployment: this.#mark },
      ...(customer_id === null ? {} : { customer: customer_id }),
      ...(statement_suffix === null ? {} : { statement_descriptor_suffix: statement_suffix }),
    }
    return ask(signal, () =>
      this.#stripe.paymentIntents.create(intent, { idempotencyKey: `create:${reference}` }),
    )
  }

  /** Confirms an intent once. Returns its state, also after a decline or if it was cancelled before. */
  async #confirm(
    row: IntentRow,
    id: string,
    request: AuthorizeRequest,
    signal: AbortSignal,
  ): Promise<Intent> {
    const { reference, returnUrl } = request
    const { customer, method } = readToken(request.token)
    const payer =
      returnUrl === null
        ? { off_session: true, error_on_requires_action: true }
        : { return_url: returnUrl, ...(customer && { setup_future_usage: 'off_session' as const }) }
    const params = { payment_method: method, ...payer, ...EXPANDED }
    try {
      return await ask(signal, () =>
        this.#stripe.paymentIntents.confirm(id, params, { idempotencyKey: `confirm:${reference}` }),
      )
    } catch (error) {
      const decline = declineIn(error)
      if (decline) {
        row.decline_code = declineCodeOf(decline.declineCode, decline.code)
        if (decline.intent) return decline.intent
      }
      // A cancelled intent, or a repetition with another card: the intent itself says what is.
      if (decline || intentInState(error) || isOtherRequest(error)) return this.#retrieve(id, signal)
      throw unreachable(error)
    }
  }

  /** Returns the answer that an intent's state is; null if it decides nothing. Stores a decline that it finds. */
  async #answer(row: IntentRow, intent: Intent, signal: AbortSignal): Promise<AuthorizeAnswer | null> {
    const processorReference = intent.id
    switch (intent.status) {
      case 'requires_capture':
      case 'succeeded': {
        // The payer of a confirmation has the intent's client secret, and could have used another card than ours.
        if (!isSameMethod(row, intent))
          throw new ProcessorUnreachable('the intent was confirmed with another card')
        const captured = intent.status === 'succeeded'
        return readAnswer.authorize({
          outcome: 'authorized',
          authorizationCode: authorizationCodeOf(intent),
          processorReference,
          amountMinor: captured ? intent.amount_received : intent.amount_capturable,
          currency: intent.currency.toUpperCase(),
        })
      }
      case 'requires_action': {
        const confirmUrl = intent.next_action?.redirect_to_url?.url
        // Any other action needs Stripe's script on a page that the payer has left: as good as no answer.
        if (!confirmUrl) return null
        return readAnswer.authorize({ outcome: 'confirmation_required', confirmUrl, processorReference })
      }
      case 'canceled':
        return { outcome: 'refused' }
      case 'requires_payment_method': {
        const declineCode = declineOfIntent(row, intent)
        if (declineCode === null) return null
        return this.#endDeclined(row, intent.id, declineCode, signal)
      }
      default:
        return null
    }
  }

  /** Ends a declined intent, whose client secret a payer could confirm with other cards. */
  async #endDeclined(
    row: IntentRow,
    id: string,
    declineCode: string,
    signal: AbortSignal,
  ): Promise<AuthorizeAnswer> {
    await keepDecline(this.#db, row.reference, declineCode, this.#now())
    await ask(signal, () => this.#stripe.paymentIntents.cancel(id)).catch((error: unknown) => {
      if (intentInState(error)?.status !== 'canceled') throw unreachable(error)
    })
    return { outcome: 'declined', declineCode, processorReference: id }
  }

  #retrieve(id: string, signal: AbortSignal): Promise<Intent> {
    return ask(signal, () => this.#stripe.paymentIntents.retrieve(id, EXPANDED))
  }

  /** Returns the intent that a barred row without an id may have at Stripe; null if none is known. */
  async #recreatedId(row: IntentRow, signal: AbortSignal): Promise<string | null> {
    if (row.currency === '') return null
    const created = await this.#createUnderKey(row, signal).catch(() => null)
    return created?.id ?? null
  }

  async #cancelQuietly(id: string, signal: AbortSignal): Promise<void> {
    await ask(signal, () => this.#stripe.paymentIntents.cancel(id)).catch(() => {})
  }

  async #customerOf(reference: string, signal: AbortSignal): Promise<string> {
    const known = await findStripeCustomer(this.#db, reference)
    if (known !== null) return known
    const { id } = await ask(signal, () =>
      this.#stripe.customers.create({ metadata: { reference } }, { idempotencyKey: `customer:${reference}` }),
    )
    await keepStripeCustomer(this.#db, reference, id, this.#now())
    return (await findStripeCustomer(this.#db, reference)) ?? id
  }

  /** Verifies a card for later charges without its owner. null = verified, and attached to the customer. */
  async #verify(customer: string, method: string, signal: AbortSignal): Promise<TokenizeAnswer | null> {
    const setup = {
      customer,
      payment_method: method,
      payment_method_types: ['card'],
      usage: 'off_session' as const,
      confirm: true,
      // The page's script shows the bank's confirmation, so that nothing of the form is lost.
      use_stripe_sdk: true,
    }
    const key = { idempotencyKey: `setup:${customer}:${method}` }
    try {
      const { id } = await ask(signal, () => this.#stripe.setupIntents.create(setup, key))
      // A repetition is answered as the first time, so the state now is asked for.
      const { status, client_secret, last_setup_error, payment_method } = await ask(signal, () =>
        this.#stripe.setupIntents.retrieve(id),
      )
      // The page's client secret lets a thief confirm the verification of another's card with a card of their own.
      if (status === 'succeeded' && payment_method === method) return null
      if (status === 'requires_action' && client_secret)
        return { outcome: 'confirmation_required', clientSecret: client_secret }
      if (status === 'requires_payment_method')
        return {
          outcome: 'declined',
          declineCode: declineCodeOf(last_setup_error?.decline_code, last_setup_error?.code),
        }
      throw new ProcessorUnreachable(`Stripe left the verification as ${status}`)
    } catch (error) {
      const decline = declineIn(error)
      if (!decline) throw unreachable(error)
      return { outcome: 'declined', declineCode: declineCodeOf(decline.declineCode, decline.code) }
    }
  }
}

/** Returns the parameters of one of Stripe's lists for the objects that were created since an instant. */
function pagesSince(since: Date) {
  return { created: { gte: Math.floor(since.getTime() / 1_000) }, limit: PAGE }
}

/** Returns the answer for a reference that was declined or voided before. */
function barredAnswer({
  decline_code: declineCode,
  intent_id: processorReference,
}: IntentRow): AuthorizeAnswer {
  if (declineCode === null || processorReference === null) return { outcome: 'refused' }
  return { outcome: 'declined', declineCode, processorReference }
}

/** Longest suffix that fits behind any prefix of an account in the 22 characters of a statement's line. */
const SUFFIX_MAX = 10

/** Returns the merchant's name as Stripe accepts it behind the account's prefix; null if no letter is left of it. */
export function statementSuffixOf(name: string): string | null {
  const latin = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const suffix = latin
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
    .slice(0, SUFFIX_MAX)
    .trim()
  return /[A-Z]/.test(suffix) ? suffix : null
}

function readToken(token: string): { customer: string | null; method: string } {
  const [first = '', second] = token.split(':')
  return second === undefined ? { customer: null, method: first } : { customer: first, method: second }
}

function idOf({ intent_id }: IntentRow): string {
  if (intent_id === null) throw new ProcessorUnreachable('Stripe has no intent of this reference yet')
  return intent_id
}

function isSameMethod({ method_hash: expected }: IntentRow, { payment_method: method }: Intent): boolean {
  const id = typeof method === 'string' ? method : (method?.id ?? '')
  return expected?.equals(sha256(id)) ?? false
}

function chargeOf({ latest_charge: charge }: Intent): Stripe.Charge | null {
  return typeof charge === 'object' ? charge : null
}

function authorizationCodeOf(intent: Intent): string | null {
  return chargeOf(intent)?.payment_method_details?.card?.authorization_code ?? null
}

/** Returns our code of an intent's decline; null if it was not declined. */
function declineOfIntent(row: IntentRow, intent: Intent): string | null {
  if (row.decline_code !== null) return row.decline_code
  const { last_payment_error: error } = intent
  if (error) return declineCodeOf(error.decline_code, error.code)
  const charge = chargeOf(intent)
  return charge?.status === 'failed' ? declineCodeOf(charge.outcome?.reason, charge.failure_code) : null
}

function voidAnswer(row: IntentRow, intent: Intent): VoidAnswer {
  const processorReference = intent.id
  if (intent.status === 'succeeded' && intent.amount_received !== row.amount_minor)
    throw new ProcessorUnreachable('Stripe captured another amount than ours')
  if (intent.status === 'succeeded')
    return { outcome: 'captured', authorizationCode: authorizationCodeOf(intent), processorReference }
  if (intent.status !== 'canceled')
    throw new ProcessorUnreachable(`Stripe left the cancelled intent as ${intent.status}`)
  if (chargeOf(intent)?.status === 'succeeded') return { outcome: 'voided', processorReference }
  const declineCode = declineOfIntent(row, intent)
  return declineCode === null
    ? { outcome: 'tombstone' }
    : { outcome: 'declined', declineCode, processorReference }
}

function lookupStatus(row: IntentRow, intent: Intent): LookupAnswer['status'] {
  switch (intent.status) {
    case 'requires_capture':
      return 'AUTHORIZED'
    case 'succeeded':
      return 'CAPTURED'
    case 'canceled':
      if (chargeOf(intent)?.status === 'succeeded') return 'VOIDED'
      return declineOfIntent(row, intent) === null ? 'TOMBSTONE' : 'DECLINED'
    default:
      return declineOfIntent(row, intent) === null ? 'CONFIRMING' : 'DECLINED'
  }
}
