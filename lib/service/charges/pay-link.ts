import { newId } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { type Keyring, sha256 } from '@/lib/platform/secrets'
import { unicodeEmail } from '@/lib/platform/typed-url'
import type { PublicUrls } from '@/lib/service/context'
import { tokenAad } from '@/lib/service/customers/saved-card-row'
import {
  type CardDetails,
  type CardToken,
  type Processor,
  ProcessorUnreachable,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import { countDecline, waitForDeclines } from '@/lib/service/rate-limits/limit-declines'
import { chargeDeps } from './charge-deps'
import { type ChargeRequest, runCharge } from './charge-protocol'
import type { ChargeIntent } from './charge-store'
import { unresolvedAnswer } from './stored-answers'
import { type AttemptView, type LinkState, type LinkView, payRoute, viewAttempt, viewLink } from './view-link'

export interface PayLinkDeps {
  database: Database
  processor: Processor
  urls: PublicUrls
  leaseMs: number
  now(): Date
  log: Log
  /** Seals a card to save; without it no card can be saved. */
  keyring?: Keyring
  processorTimeoutMs?: number
}

export interface PayLinkInput {
  linkId: string
  /** The page's token of this try: the same token never pays twice. */
  attempt: string
  payerName: string
  /** Empty if the payer gave none. */
  payerEmail: string
  card: CardDetails
  /** True if the payer agreed that the card is saved; effective only on the link of a customer. */
  saveCard?: boolean
}

export type PayLinkResult =
  | { kind: 'not_found' }
  /** The link accepts no payment; nothing was tried. */
  | { kind: 'refused'; state: Exclude<LinkState, 'payable'> }
  /** The processor could not read the card just now; nothing was tried. */
  | { kind: 'processor_down' }
  /** The link had too many declines; nothing was tried. */
  | { kind: 'too_many'; waitS: number }
  /** State of this attempt. PENDING = unknown so far: the page polls, and the reconciler closes it. */
  | { kind: 'attempted'; attempt: AttemptView }

/**
 * Pays a link: runs the charge protocol under the page's own key. The card number is passed to `tokenize` only. The
 * result is read from the database, never from memory.
 */
export async function payLink(deps: PayLinkDeps, input: PayLinkInput): Promise<PayLinkResult> {
  const { database } = deps
  const link = await viewLink(database, input.linkId, input.attempt, deps.now())
  if (!link) return { kind: 'not_found' }
  // An earlier try is returned again, whatever the link's state is now.
  if (link.attempt) return { kind: 'attempted', attempt: link.attempt }
  if (link.state !== 'payable') return { kind: 'refused', state: link.state }

  const waitS = await waitForDeclines(database, link.linkId)
  if (waitS > 0) return { kind: 'too_many', waitS }

  const token = await tokenize(deps.processor, input.card)
  if (!token) return { kind: 'processor_down' }
  const now = deps.now()
  const paymentId = newId('pay', now)
  const route = payRoute(link.linkId)
  await runCharge(chargeDeps({ ...deps, db: database.as('checkout_service', link.accountId) }), {
    intent: {
      accountId: link.accountId,
      route,
      keyHash: sha256(input.attempt),
      // A page's token identifies one try of one link, regardless of the form's content.
      fingerprint: sha256(route),
      paymentId,
      amountMinor: link.amountMinor,
      currency: link.currency,
      payerName: input.payerName,
      // Some browsers send an international domain in ASCII.
      payerEmail: unicodeEmail(input.payerEmail),
      customerId: link.customerId,
      linkId: link.linkId,
      description: null,
      cardBrand: token.brand,
      cardLast4: token.last4,
      requestId: paymentId,
      ...(input.saveCard === true ? cardToSave(deps, link, token) : {}),
    },
    token: token.token,
    returnUrl: `${deps.urls.web}/pay/${link.linkId}/return?attempt=${encodeURIComponent(input.attempt)}`,
    ...pageAnswers(paymentId),
  })
  const attempt = await viewAttempt(deps.database, link, input.attempt, deps.now())
  if (!attempt) throw new Error('an attempt that was claimed cannot be read')
  if (attempt.status === 'FAILED') await countDecline(database, link.linkId)
  return { kind: 'attempted', attempt }
}

/** Returns the stored responses of a page's key. The page reads the payment, so they need no body. */
export function pageAnswers(paymentId: string): Pick<ChargeRequest, 'answerFor' | 'unresolvedAnswer'> {
  return {
    answerFor: (outcome) => ({ status: outcome.status === 'APPROVED' ? 201 : 402, body: '' }),
    unresolvedAnswer: unresolvedAnswer(paymentId, paymentId),
  }
}

/** Returns the card sealed for its future saved card, so that the process that stores the approval needs no key. */
function cardToSave(
  { keyring }: PayLinkDeps,
  { accountId, customerId }: LinkView,
  { token, expiryMonth, expiryYear }: CardToken,
): Pick<ChargeIntent, 'cardToSave'> {
  if (customerId === null) return {}
  if (!keyring) throw new Error('a card cannot be saved without a keyring')
  const tokenSealed = keyring.seal(token, tokenAad({ accountId, customerId }))
  return { cardToSave: { tokenSealed, expiryMonth, expiryYear } }
}

async function tokenize(processor: Processor, card: CardDetails) {
  try {
    return await withProcessorTimeout((signal) => processor.tokenize(card, signal))
  } catch (error) {
    if (error instanceof ProcessorUnreachable) return null
    throw error
  }
}
