import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { ApiError, invalidParameters } from '@/lib/contract/errors'
import { noticeDispute, recordDispute } from '@/lib/service/disputes/record-dispute'
import { recordNotice } from '@/lib/service/notices/processor-notices'
import { ProcessorUnreachable, withProcessorTimeout } from '@/lib/service/processor/port'
import { findIntentById } from '@/lib/service/processor/stripe/intent-books'
import { noticeOf } from '@/lib/service/processor/stripe/notice-of'
import { isOwnRefund } from '@/lib/service/processor/stripe/refund-books'
import { readDispute } from '@/lib/service/processor/stripe/stripe-dispute'
import { hasFailed } from '@/lib/service/processor/stripe/stripe-refund'
import { reverseRefund } from '@/lib/service/refunds/reverse-refund'
import { answerJson, unavailable } from './answer'
import { installBodyReader } from './body'
import type { ApiOptions } from './call'

const PATH = '/api/stripe/webhooks'
/** Age of a signature after which a recorded request is no longer accepted. */
const TOLERANCE_S = 300

/**
 * Registers the address of Stripe's reports (docs/processors.md). Disputes and failed refunds are read from its API;
 * the rest become notices, never a charge's outcome. 503 asks Stripe to repeat what cannot be recorded yet.
 */
export function installStripeWebhooks(
  app: FastifyInstance,
  { database, processor, urls, log, now = () => new Date() }: ApiOptions,
  { webhookSecret, api }: NonNullable<ApiOptions['stripe']>,
): void {
  const books = database.as('checkout_stripe')

  app.register(async (scope) => {
    installBodyReader(scope)
    scope.post(PATH, async (request, reply) => {
      const { body, headers } = request
      if (!Buffer.isBuffer(body)) throw new ApiError('invalid_json')
      const event = verify(body, headers['stripe-signature'], webhookSecret, now())
      if (!event) {
        log.warn({ path: PATH }, 'a webhook was not signed with STRIPE_WEBHOOK_SECRET, or not lately')
        throw invalidParameters([unsigned])
      }
      // Events of accounts that are connected to the operator's are not ours.
      if (event.account === undefined) await handle(event)
      return answerJson(request, reply, 200, { received: true })
    })
  })

  async function handle(event: Stripe.Event): Promise<void> {
    if (isOfDispute(event)) return handleDispute(event)
    if (isOfRefund(event) && isFailure(event)) await reverse(event.data.object)
    await keepNotice(event)
  }

  /** Records the dispute as it is now, or keeps a notice of one that is the operator's matter. */
  async function handleDispute(event: DisputeEvent): Promise<void> {
    const { object } = event.data
    const current = await withProcessorTimeout((signal) =>
      readDispute({ stripe: api, db: books }, object, signal),
    ).catch((cause: unknown) => {
      throw unavailable(cause)
    })
    if (!current) return
    const { dispute, report } = current
    if (!report) return keepNotice({ ...event, data: { ...event.data, object: dispute } })
    const recorded = await recordDispute({ database, urls, now }, report)
    log.info(
      { event_id: event.id, type: event.type, payment_id: report.paymentReference, recorded },
      'dispute',
    )
    if (recorded === 'unknown_payment')
      throw unavailable(new Error('the disputed payment is not approved yet'))
    if (recorded === 'decided_otherwise')
      await noticeDispute(database.as('checkout_system'), report, recorded, now())
  }

  /** Keeps a notice of what an event reports, if it is ours and happened outside. */
  async function keepNotice(event: Stripe.Event): Promise<void> {
    const { id, type } = event
    const notice = noticeOf(event)
    const intent = notice?.intentId ? await findIntentById(books, notice.intentId) : null
    if (!notice || (notice.intentId !== null && !intent)) return
    if (isOfRefund(event) && (await ownReference(event.data.object)) !== null) return
    const paymentId = intent?.reference ?? null
    const db = database.as('checkout_system')
    if (!(await recordNotice(db, notice, { paymentId, now: now() }))) return
    const { kind, summary } = notice
    log.warn({ event_id: id, type, kind, payment_id: paymentId, summary }, 'a notice of the card processor')
  }

  /** Returns the reference of a refund that this service asked for; null for any other. */
  async function ownReference({ metadata }: Stripe.Refund): Promise<string | null> {
    const { reference } = metadata ?? {}
    if (reference === undefined) return null
    return (await isOwnRefund(books, reference)) ? reference : null
  }

  /** Reverses a refund of ours that failed after it had succeeded, if Stripe's API says so too. */
  async function reverse(refund: Stripe.Refund): Promise<void> {
    const reference = await ownReference(refund)
    if (reference === null) return
    const reversed = await reverseRefund({ database, processor, urls, now }, reference).catch(
      (cause: unknown) => {
        throw cause instanceof ProcessorUnreachable ? unavailable(cause) : cause
      },
    )
    if (reversed === 'pending') throw unavailable(new Error('the outcome of the refund is not stored yet'))
    if (reversed === 'reversed') log.warn({ refund_id: reference }, 'a refund failed after it had succeeded')
  }
}

type RefundEvent = Extract<Stripe.Event, { data: { object: Stripe.Refund } }>

function isOfRefund(event: Stripe.Event): event is RefundEvent {
  return event.type.startsWith('refund.') || event.type === 'charge.refund.updated'
}

/** Returns whether Stripe may have to be asked for a refund: most of its changes are no failure. */
function isFailure({ type, data }: RefundEvent): boolean {
  return type === 'refund.failed' || hasFailed(data.object.status)
}

type DisputeEvent = Extract<Stripe.Event, { data: { object: Stripe.Dispute } }>

function isOfDispute(event: Stripe.Event): event is DisputeEvent {
  return event.type.startsWith('charge.dispute.')
}

const unsigned = {
  field: 'Stripe-Signature',
  code: 'invalid_signature',
  message: `Must be a signature of this body with STRIPE_WEBHOOK_SECRET, at most ${TOLERANCE_S} seconds old. Compare the secret with that of the endpoint in Stripe's dashboard.`,
}

/** Returns the event of a request; null if it is not signed with our secret, or not lately. */
function verify(
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
  now: Date,
): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature ?? '',
      secret,
      TOLERANCE_S,
      undefined,
      now.getTime(),
    )
  } catch {
    return null
  }
}
