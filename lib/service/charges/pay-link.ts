import { type PayerReason, payerReasonOf } from '@/lib/contract/declines'
import type { FieldError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { webResources } from '@/lib/platform/process'
import { type Keyring, sha256 } from '@/lib/platform/secrets'
import { unicodeEmail } from '@/lib/platform/typed-url'
import type { PublicUrls } from '@/lib/service/context'
import { tokenAad } from '@/lib/service/customers/saved-card'
import { openProcessor } from '@/lib/service/processor/open-processor'
import type { CardInput, CardToken, Processor } from '@/lib/service/processor/port'
import { tokenizeCard } from '@/lib/service/processor/tokenize-card'
import { countDecline, waitForDeclines } from '@/lib/service/rate-limits/limit-payers'
import { unresolvedAnswer } from './charge-answers'
import { chargeDeps } from './charge-deps'
import { type ChargeRequest, resumeCharge, runCharge } from './charge-protocol'
import type { ChargeIntent } from './charge-store'
import { type AttemptView, type LinkState, payRoute, viewAttempt, viewLink } from './view-link'

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
  /** Locale in which the payer reads, such as `es-MX`; null if unknown. */
  payerLanguage?: string | null
  card: CardInput
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

  const keepFor = input.saveCard === true ? link.customerId : null
  const token = await tokenizeCard(deps.processor, input.card, { keepFor, verify: false }, deps.log)
  if (token?.outcome !== 'token') return { kind: 'processor_down' }
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
      payerLanguage: input.payerLanguage ?? null,
      customerId: link.customerId,
      linkId: link.linkId,
      description: null,
      cardBrand: token.brand,
      cardLast4: token.last4,
      requestId: paymentId,
      ...(keepFor === null
        ? {}
        : cardToSave(deps, { accountId: link.accountId, customerId: keepFor }, token)),
    },
    token: token.token,
    merchantName: link.merchantName,
    returnUrl: `${deps.urls.web}/pay/${link.linkId}/return?attempt=${encodeURIComponent(input.attempt)}`,
    ...pageAnswers(paymentId),
  })
  const attempt = await viewAttempt(deps.database, link, input.attempt, deps.now())
  if (!attempt) throw new Error('an attempt that was claimed cannot be read')
  if (attempt.status === 'FAILED') await countDecline(database, link.linkId)
  return { kind: 'attempted', attempt }
}

/** Returns the stored responses of a page's key. The page reads the payment, so they need no body. */
function pageAnswers(paymentId: string): Pick<ChargeRequest, 'answerFor' | 'unresolvedAnswer'> {
  return {
    answerFor: (outcome) => ({ status: outcome.status === 'APPROVED' ? 201 : 402, body: '' }),
    unresolvedAnswer: unresolvedAnswer(paymentId, paymentId),
  }
}

/** Returns the card sealed for its future saved card, so that the process that stores the approval needs no key. */
function cardToSave(
  { keyring }: PayLinkDeps,
  owner: { accountId: string; customerId: string },
  { token, expiryMonth, expiryYear }: CardToken,
): Pick<ChargeIntent, 'cardToSave'> {
  if (!keyring) throw new Error('a card cannot be saved without a keyring')
  const tokenSealed = keyring.seal(token, tokenAad(owner))
  return { cardToSave: { tokenSealed, expiryMonth, expiryYear } }
}

/**
 * Resumes the payment of an attempt when the payer returns from the bank, as far as the bank's result allows. Safe to
 * call repeatedly and concurrently: one call claims the payment, the others find it claimed or done. Returns the state
 * of the attempt; null if the link has no such attempt.
 */
export async function resumePayment(
  deps: PayLinkDeps,
  { linkId, attempt }: { linkId: string; attempt: string },
): Promise<AttemptView | null> {
  const link = await viewLink(deps.database, linkId, attempt, deps.now())
  if (!link?.attempt) return null
  const { paymentId, confirm } = link.attempt
  if (!confirm) return link.attempt
  const { accountId } = link
  const db = deps.database.as('checkout_service', accountId)
  const result = await resumeCharge(chargeDeps({ ...deps, db }), {
    accountId,
    paymentId,
    ...pageAnswers(paymentId),
  })
  const view = await viewAttempt(deps.database, link, attempt, deps.now())
  if (result.kind === 'done' && view?.status === 'FAILED') await countDecline(deps.database, link.linkId)
  return view
}

/** Result of a payer's attempt for the page. Contains only what is safe to reveal about a decline. */
export type AttemptAnswer =
  | { status: 'approved'; payment_id: string }
  /** `message` is the payer's safe text: the code itself would help a thief. */
  | { status: 'declined'; payment_id: string; message: string }
  /** Authorized, then annulled: the link was full, closed or expired meanwhile. Nothing was charged. */
  | { status: 'annulled'; payment_id: string }
  /** The link accepts no payment; nothing was tried. */
  | { status: 'refused'; state: Exclude<LinkState, 'payable'> | 'not_found' }
  /** The payer must confirm at the bank's own page. */
  | { status: 'confirm'; payment_id: string; confirm_url: string }
  /** Outcome unknown so far: the page polls under the same attempt. */
  | { status: 'unresolved'; payment_id?: string }
  /** Too many tries from this address, or declines of this link; nothing was tried. */
  | { status: 'too_many'; retry_after_s: number }
  /** The bank is unreachable, and nothing was tried. */
  | { status: 'unavailable' }
  | { status: 'invalid'; fields: readonly FieldError[] }

/** Returns the page's response for a result of `payLink`, with the text of a decline for its reader. */
export function answerOf(result: PayLinkResult, textOf: (reason: PayerReason) => string): AttemptAnswer {
  switch (result.kind) {
    case 'not_found':
      return { status: 'refused', state: 'not_found' }
    case 'refused':
      return { status: 'refused', state: result.state }
    case 'processor_down':
      return { status: 'unavailable' }
    case 'too_many':
      return { status: 'too_many', retry_after_s: result.waitS }
    case 'attempted': {
      const { paymentId: payment_id, status, declineCode, confirm } = result.attempt
      switch (status) {
        case 'APPROVED':
          return { status: 'approved', payment_id }
        case 'FAILED':
          return { status: 'declined', payment_id, message: textOf(payerReasonOf(declineCode)) }
        case 'VOIDED':
        case 'TIMEOUT':
          return { status: 'annulled', payment_id }
        case 'PENDING':
          if (confirm) return { status: 'confirm', payment_id, confirm_url: confirm.url }
          return { status: 'unresolved', payment_id }
      }
    }
  }
}

/** Returns the dependencies of a payment on the payer's pages, for the web process. */
export function webPayDeps(): PayLinkDeps {
  const resources = webResources()
  const { env, log, database, keyring } = resources
  return {
    database,
    keyring,
    processor: openProcessor(resources),
    urls: { web: env.WEB_URL, api: env.API_URL },
    leaseMs: env.CHARGE_LEASE_MS,
    now: () => new Date(),
    log,
  }
}
