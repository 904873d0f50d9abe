import { type PayerReason, payerReasonOf } from '@/lib/contract/declines'
import type { Queryable } from '@/lib/platform/database'
import { leaseTokens } from '@/lib/platform/lease-tokens'
import { randomDigits, sha256 } from '@/lib/platform/secrets'
import { chargesEnabledSql } from '@/lib/service/accounts/account-row'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { emailKeyOf, phoneKeyOf } from '@/lib/service/customers/conflicting-customer'
import { insertCustomer } from '@/lib/service/customers/create-customer'
import { renderCustomer } from '@/lib/service/customers/customer-row'
import { saveCard } from '@/lib/service/customers/saved-card'
import type { CardInput, CardToken } from '@/lib/service/processor/port'
import { tokenizeCard } from '@/lib/service/processor/tokenize-card'
import { countDecline, waitForDeclines } from '@/lib/service/rate-limits/limit-payers'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import type { SignUpDetails } from './check-sign-up-form'
import { CODE_DIGITS, CODE_LIFE_MS, codesPerPhone, signUpCodeMac, storePendingCard } from './pending-card'
import { type SignUpDeps, withUniformTiming } from './sign-up-deps'
import { type SignUpPage, viewSentForm, viewSignUpPage } from './view-sign-up'

export interface SignUpInput {
  slug: string
  /** The page's token of this form: sending it again has no effect. */
  form: string
  details: SignUpDetails
  card: CardInput | null
}

/** Answer to a sign-up form, for the page: the same for a new phone and for a known one, for which nothing was changed. */
export type SignUpAnswer =
  | { status: 'done' }
  /** The account takes no sign-ups now or does not exist; nothing was done. */
  | { status: 'closed' }
  /** The bank declined the card; nothing was done. The reason is the payer's safe one: the code would help a thief. */
  | { status: 'declined'; reason: PayerReason }
  /** The payer's bank asks for a confirmation in the page; then the same form is sent again. Nothing was done yet. */
  | { status: 'confirm'; client_secret: string }
  /** The account's sign-ups had too many declined cards; nothing was tried. */
  | { status: 'too_many'; retry_after_s: number }
  /** The processor could not read the card just now; nothing was done. */
  | { status: 'unavailable' }

/**
 * Registers a person on a merchant's public page: a new phone and e-mail create a customer; a known phone's new card
 * waits for a code. The card number is passed to `tokenize` only.
 */
export async function signUp(deps: SignUpDeps, input: SignUpInput): Promise<SignUpAnswer> {
  const page = await viewSignUpPage(deps.database, input.slug)
  if (!page) return { status: 'closed' }
  if (await viewSentForm(deps.database, page.accountId, input.form)) return { status: 'done' }
  if (!page.open) return { status: 'closed' }
  const waitS = input.card ? await waitForDeclines(deps.database, page.accountId) : 0
  if (waitS > 0) return { status: 'too_many', retry_after_s: waitS }
  const card = input.card && (await verifyCard(deps, page, input.form, input.card))
  if (input.card && !card) return { status: 'unavailable' }
  if (card && card.outcome !== 'token') {
    // A confirmation that the payer leaves shows a thief as much as a decline.
    await countDecline(deps.database, page.accountId)
    return card.outcome === 'declined'
      ? { status: 'declined', reason: payerReasonOf(card.declineCode) }
      : { status: 'confirm', client_secret: card.clientSecret }
  }
  return withUniformTiming(deps.timingStepMs, () => register(deps, page, input, card))
}

interface Registration {
  accountId: string
  form: string
  details: SignUpDetails
  phoneKey: string
  card: CardToken | null
  now: Date
}

async function register(
  deps: SignUpDeps,
  page: SignUpPage,
  { form, details }: SignUpInput,
  card: CardToken | null,
): Promise<SignUpAnswer> {
  const { accountId } = page
  const phoneKey = phoneKeyOf(details.phone, page.country)
  const registration = { accountId, form, details, phoneKey, card, now: deps.now() }
  const code = card ? await newCode(deps, registration) : null
  const db = deps.database.as('checkout_service', accountId)
  const written = await db.transaction((tx) => write(deps, tx, registration, code))
  if (written === 'refused') {
    // The form was sent twice at once, or the account was closed meanwhile.
    return (await viewSentForm(deps.database, accountId, form)) ? { status: 'done' } : { status: 'closed' }
  }
  if (written === 'waiting' && code) sendCode(deps, page, phoneKey, code)
  return { status: 'done' }
}

async function write(
  deps: SignUpDeps,
  tx: Queryable,
  registration: Registration,
  code: string | null,
): Promise<'refused' | 'welcome' | 'waiting' | 'unchanged'> {
  if (!(await claimForm(tx, registration))) return 'refused'
  if (await welcome(deps, tx, registration)) return 'welcome'
  const { accountId, form, phoneKey, card } = registration
  if (!card || !code) return 'unchanged'
  const codeMac = signUpCodeMac(deps.codeSecret, { accountId, form, phoneKey }, code)
  const held = await storePendingCard(tx, deps.keyring, { accountId, form, phoneKey, codeMac, card })
  return held ? 'waiting' : 'unchanged'
}

/** Uses up the form's token, if the account accepts sign-ups. A second submission waits here and is refused. */
async function claimForm(tx: Queryable, { accountId, form, card, now }: Registration): Promise<boolean> {
  const { count } = await tx.query({
    name: 'claim-sign-up-form',
    text: `INSERT INTO service.sign_up (account_id, form_hash, with_card, created_at, expires_at)
      SELECT a.id, $2, $3, $4, $5 FROM service.account a
      WHERE a.id = $1 AND ${chargesEnabledSql} ON CONFLICT DO NOTHING`,
    values: [accountId, sha256(form), card !== null, now, new Date(now.getTime() + CODE_LIFE_MS)],
  })
  return count === 1
}

/** Creates a customer with card and events; false if phone or e-mail is known: nothing is changed. */
async function welcome(
  { keyring }: SignUpDeps,
  tx: Queryable,
  { accountId, details, phoneKey, card, now }: Registration,
): Promise<boolean> {
  const arrived = await insertCustomer(tx, {
    ...details,
    accountId,
    phoneKey,
    emailKey: emailKeyOf(details.email),
    notes: null,
    external_ref: null,
    source: 'SELF',
    now,
  })
  if (!arrived) return false
  const row = card ? await saveCard(tx, keyring, { accountId, customerId: arrived.id, card, now }) : arrived
  // Both events contain the customer in its final state: they have the same instant, and may arrive in any order.
  const object = renderCustomer(row)
  const kinds = card
    ? (['customer.created', 'customer.card_saved'] as const)
    : (['customer.created'] as const)
  for (const kind of kinds) {
    await recordEvent(tx, { accountId, kind, object, now })
    const trace = { accountId, actor: { kind: 'payer' }, action: kind, objectId: row.id } as const
    await recordAudit(tx, { ...trace, details: { by: 'sign_up', consent: true }, now })
  }
  return true
}

/** Returns a code, if one may be sent: generated for every card, with a known phone or not. */
async function newCode(
  { database, messenger }: SignUpDeps,
  { accountId, phoneKey }: Registration,
): Promise<string | null> {
  if (!messenger) return null
  const subject = sha256(`join code ${accountId} ${phoneKey}`)
  const { granted } = await leaseTokens(database.as('checkout_system'), subject, codesPerPhone, 1)
  return granted > 0 ? randomDigits(CODE_DIGITS) : null
}

/** Sends a code after the commit, without delaying the response, whose time would reveal it. */
function sendCode(deps: SignUpDeps, page: SignUpPage, to: string, code: string): void {
  const { accountId, merchantName } = page
  deps.messenger?.sendCode({ accountId, to, text: deps.codeText(merchantName, code) }).catch((error) => {
    // The person can send the form again. Neither the phone nor the code is logged.
    const message = error instanceof Error ? error.message : 'unknown'
    deps.log.error({ account_id: accountId, error: message }, 'a sign-up code could not be sent')
  })
}

/** Verifies a card at the processor and exchanges it for a token that is kept; null if it could not be read just now. */
function verifyCard(
  { processor, log }: SignUpDeps,
  { accountId }: SignUpPage,
  form: string,
  card: CardInput,
) {
  const keepFor = `join_${sha256(`${accountId} ${form}`).toString('hex')}`
  return tokenizeCard(processor, card, { keepFor, verify: true }, log)
}
