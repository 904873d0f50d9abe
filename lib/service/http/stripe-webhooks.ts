import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { ApiError, invalidParameters } from '@/lib/contract/errors'
import { recordNotice } from '@/lib/service/notices/processor-notices'
import { ProcessorUnreachable } from '@/lib/service/processor/port'
import { noticeOf } from '@/lib/service/processor/stripe/notice-of'
import { isOwnRefund } from '@/lib/service/processor/stripe/refund-books'
import { reverseRefund } from '@/lib/service/refunds/reverse-refund'
import { answerJson } from './answer'
import { installBodyReader } from './body'
import type { ApiOptions } from './call'

const PATH = '/api/stripe/webhooks'
/** Age of a signature after which a recorded request is no longer accepted. */
const TOLERANCE_S = 300

/**
 * Registers the address at which Stripe reports refunds, disputes, payouts and account changes. They become notices of the
 * operator, except refunds that this service asked for; no outcome is ever taken from here: a failed refund of ours is
 * asked for again. Answers 200 to every signed event, also to those of foreign intents, 503 while Stripe does not answer, and
 * 400 to a request that Stripe did not sign.
 */
export function installStripeWebhooks(
  app: FastifyInstance,
  { database, processor, urls, log, now = () => new Date() }: ApiOptions,
  secret: string,
): void {
  app.register(async (scope) => {
    installBodyReader(scope)
    scope.post(PATH, async (request, reply) => {
      const { body, headers } = request
      if (!Buffer.isBuffer(body)) throw new ApiError('invalid_json')
      const event = verify(body, headers['stripe-signature'], secret, now())
      if (!event) {
        log.warn({ path: PATH }, 'a webhook was not signed with STRIPE_WEBHOOK_SECRET, or not lately')
        throw invalidParameters([unsigned])
      }
      const { id, type } = event
      if (event.type === 'refund.failed') await reverse(event.data.object)
      const notice = noticeOf(event)
      const paymentId = notice?.intentId ? await findReference(notice.intentId) : null
      const isOurs = notice && (notice.intentId === null || paymentId !== null)
      const isOutside = isOurs && !(await isOwn(event))
      const db = database.as('checkout_system')
      if (isOutside && (await recordNotice(db, notice, { paymentId, now: now() }))) {
        const { kind, summary } = notice
        log.warn(
          { event_id: id, type, kind, payment_id: paymentId, summary },
          'a notice of the card processor',
        )
      }
      return answerJson(request, reply, 200, { received: true })
    })
  })

  /** Returns whether an event reports a refund that this service asked for. */
  async function isOwn(event: Stripe.Event): Promise<boolean> {
    return isOfRefund(event) && (await ownReference(event.data.object)) !== null
  }

  /** Returns the reference of a refund that this service asked for; null for any other. */
  async function ownReference({ metadata }: Stripe.Refund): Promise<string | null> {
    const { reference } = metadata ?? {}
    if (reference === undefined) return null
    return (await isOwnRefund(database.as('checkout_stripe'), reference)) ? reference : null
  }

  /** Reverses a refund of ours that failed after it had succeeded, if Stripe's API says so too. */
  async function reverse(refund: Stripe.Refund): Promise<void> {
    const reference = await ownReference(refund)
    if (reference === null) return
    const reversed = await reverseRefund({ database, processor, urls, now }, reference).catch(
      (cause: unknown) => {
        throw cause instanceof ProcessorUnreachable
          ? new ApiError('service_unavailable', {}, { cause })
          : cause
      },
    )
    if (reversed) log.warn({ refund_id: reference }, 'a refund failed after it had succeeded')
  }

  /** Returns our reference of an intent; null for a foreign one. */
  async function findReference(intentId: string): Promise<string | null> {
    const { rows } = await database.as('checkout_stripe').query<{ reference: string }>({
      text: 'SELECT reference FROM stripe.intent WHERE intent_id = $1',
      values: [intentId],
    })
    return rows[0]?.reference ?? null
  }
}

type RefundEvent = Extract<Stripe.Event, { data: { object: Stripe.Refund } }>

function isOfRefund(event: Stripe.Event): event is RefundEvent {
  return event.type === 'refund.created' || event.type === 'refund.failed'
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
