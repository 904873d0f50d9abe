import { newId } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import { randomText, sha256 } from '@/lib/platform/secrets'
import type { PublicUrls } from '@/lib/service/context'
import {
  type CardDetails,
  type Processor,
  ProcessorUnreachable,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import { runCharge } from './charge-protocol'
import { postgresChargeStore } from './postgres-charge-store'
import { unresolvedAnswer } from './stored-answers'
import { type AttemptView, type LinkState, payRoute, viewAttempt, viewLink } from './view-link'

export interface PayLinkDeps {
  database: Database
  processor: Processor
  urls: PublicUrls
  leaseMs: number
  now(): Date
}

export interface PayLinkInput {
  linkId: string
  /** The page's token of this try: the same token never pays twice. */
  attempt: string
  payerName: string
  /** Empty when the payer gave none. */
  payerEmail: string
  card: CardDetails
}

export type PayLinkResult =
  | { kind: 'not_found' }
  /** The link takes no payment; nothing was tried. */
  | { kind: 'refused'; state: Exclude<LinkState, 'payable'> }
  /** The card could not be read by the processor just now; nothing was tried. */
  | { kind: 'processor_down' }
  /** What became of this attempt. PENDING = not known yet: the page asks again, the reconciler closes it. */
  | { kind: 'attempted'; attempt: AttemptView }

/**
 * A payer pays a link: the charge protocol under the page's own key. The card number goes to `tokenize` and nowhere
 * else. The result is read from what is stored, never from memory.
 */
export async function payLink(deps: PayLinkDeps, input: PayLinkInput): Promise<PayLinkResult> {
  const link = await viewLink(deps.database, input.linkId, input.attempt, deps.now())
  if (!link) return { kind: 'not_found' }
  // A try that was made before is told again, whatever the link has become since.
  if (link.attempt) return { kind: 'attempted', attempt: link.attempt }
  if (link.state !== 'payable') return { kind: 'refused', state: link.state }

  const token = await tokenize(deps.processor, input.card)
  if (!token) return { kind: 'processor_down' }
  const now = deps.now()
  const paymentId = newId('pay', now)
  const route = payRoute(link.linkId)
  await runCharge(
    {
      store: postgresChargeStore({
        db: deps.database.as('checkout_service', link.accountId),
        urls: deps.urls,
        leaseMs: deps.leaseMs,
      }),
      processor: deps.processor,
      owner: randomText(16),
      now: deps.now,
    },
    {
      intent: {
        accountId: link.accountId,
        route,
        keyHash: sha256(input.attempt),
        // A page's token names one try of one link; what the form said does not make it another.
        fingerprint: sha256(route),
        paymentId,
        amountMinor: link.amountMinor,
        currency: link.currency,
        payerName: input.payerName,
        payerEmail: input.payerEmail,
        customerId: null,
        linkId: link.linkId,
        description: null,
        cardBrand: token.brand,
        cardLast4: token.last4,
        requestId: paymentId,
      },
      token: token.token,
      returnUrl: `${deps.urls.web}/pay/${link.linkId}/return?attempt=${encodeURIComponent(input.attempt)}`,
      // The page reads the payment; its key needs no body of its own.
      answerFor: (outcome) => ({ status: outcome.status === 'APPROVED' ? 201 : 402, body: '' }),
      unresolvedAnswer: unresolvedAnswer(paymentId, paymentId),
    },
  )
  const attempt = await viewAttempt(deps.database, link.accountId, link.linkId, input.attempt)
  if (!attempt) throw new Error('an attempt that was claimed cannot be read')
  return { kind: 'attempted', attempt }
}

async function tokenize(processor: Processor, card: CardDetails) {
  try {
    return await withProcessorTimeout((signal) => processor.tokenize(card, signal))
  } catch (error) {
    if (error instanceof ProcessorUnreachable) return null
    throw error
  }
}
