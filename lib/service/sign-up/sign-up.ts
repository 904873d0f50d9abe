import { type PayerReason, payerReasonOf } from '@/lib/contract/declines'
import type { Queryable } from '@/lib/platform/database'
import { leaseTokens } from '@/lib/platform/lease-tokens'
import { randomDigits, sha256 } from '@/lib/platform/secrets'
import { chargesEnabledSql } from '@/lib/service/accounts/account-row'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { adoptFormerKeys, emailKeyOf, phoneKeyOf } from '@/lib/service/customers/conflicting-customer'
import { insertCustomer } from '@/lib/service/customers/create-customer'
import { renderCustomer } from '@/lib/service/customers/customer-row'
import { saveCard } from '@/lib/service/customers/saved-card'
import type { CardInput, CardToken, TokenizeAnswer } from '@/lib/service/processor/port'
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
  /** null if none was entered. */
  card: CardInput | null
}

export type SignUpResult =
  | { kind: 'not_found' }
  /** The account accepts no sign-ups now; nothing was done. */
  | { kind: 'closed' }
  /** The processor could not read the card just now; nothing was done. */
  | { kind: 'processor_down' }
  /** The account's sign-ups had too many declined cards; nothing was tried. */
  | { kind: 'too_many'; waitS: number }
  /** The bank declined the card; nothing was done. */
  | { kind: 'declined'; declineCode: string }
  /** The payer's bank asks for a confirmation in the page; then the same form is sent again. Nothing was done yet. */
  | { kind: 'confirm'; clientSecret: string }
  /** Accepted. The response is the same for a new phone and for a known one, for which nothing was changed. */
  | { kind: 'done' }

/**
 * Registers a person on a merchant's public page (contract: customer.created, customer.card_saved). A new phone and
 * e-mail create a customer; a known phone's new card waits for a code that is sent there. The card number is passed to
 * `tokenize` only.
 */
export async function signUp(deps: SignUpDeps, input: SignUpInput): Promise<SignUpResult> {
  const page = await viewSignUpPage(deps.database, input.slug)
  if (!page) return { kind: 'not_found' }
  if (await viewSentForm(deps.database, page.accountId, input.form)) return { kind: 'done' }
  if (!page.open) return { kind: 'closed' }
  const waitS = input.card ? await waitForDeclines(deps.database, page.accountId) : 0
  if (waitS > 0) return { kind: 'too_many', waitS }
  const card = input.card && (await verifyCard(deps, page, input.form, input.card))
  // A confirmation that the payer leaves shows a thief as much as a decline.
  if (card && card.outcome !== 'token') await countDecline(deps.database, page.accountId)
  if (card && card.outcome !== 'token') return resultOf(card)
  if (input.card && !card) return { kind: 'processor_down' }
  return withUniformTiming(deps.timingStepMs, () => register(deps, page, input, card))
}

/** Result of a sign-up form for the page, the same for a new phone and a known one. */
export type SignUpAnswer =
  | { status: 'done' }
  /** The account takes no sign-ups or does not exist. */
  | { status: 'closed' }
  /** `message` is the payer's safe text: the code itself would help a thief. */
  | { status: 'declined'; message: string }
  /** The payer confirms in the page; then the same form is sent again. */
  | { status: 'confirm'; client_secret: string }
  | { status: 'too_many'; retry_after_s: number }
  /** The bank is unreachable, and nothing was done. */
  | { status: 'unavailable' }

/** Returns the page's response for a result of `signUp`, with the text of a decline for its reader. */
export function answerOf(result: SignUpResult, textOf: (reason: PayerReason) => string): SignUpAnswer {
  switch (result.kind) {
    case 'done':
      return { status: 'done' }
    case 'closed':
    case 'not_found':
      return { status: 'closed' }
    case 'declined':
      return { status: 'declined', message: textOf(payerReasonOf(result.declineCode)) }
    case 'confirm':
      return { status: 'confirm', client_secret: result.clientSecret }
    case 'too_many':
      return { status: 'too_many', retry_after_s: result.waitS }
    case 'processor_down':
      return { status: 'unavailable' }
  }
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
): Promise<SignUpResult> {
  const { accountId } = page
  const phoneKey = phoneKeyOf(details.phone, page.country)
  const registration = { accountId, form, details, phoneKey, card, now: deps.now() }
  const code = card ? await newCode(deps, registration) : null
  const db = deps.database.as('checkout_service', accountId)
  const keys = { phoneKey, emailKey: emailKeyOf(details.email), country: page.country }
  await adoptFormerKeys(db, accountId, keys)
  const written = await db.transaction((tx) => write(deps, tx, registration, code))
  if (written === 'refused') {
    // The form was sent twice at once, or the account was closed meanwhile.
    return (await viewSentForm(deps.database, accountId, form)) ? { kind: 'done' } : { kind: 'closed' }
  }
  if (written === 'waiting' && code) sendCode(deps, page, phoneKey, code)
  return { kind: 'done' }
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

/**
 * Creates a customer with card, events and deliveries. Returns false if the phone or the e-mail is known: nothing is
 * changed.
 */
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

/**
 * Returns a code, if one can be sent and this phone was not sent too many: generated for every card, with a known phone
 * or not.
 */
async function newCode(
  { database, messenger }: SignUpDeps,
  { accountId, phoneKey }: Registration,
): Promise<string | null> {
  if (!messenger) return null
  const subject = sha256(`join code ${accountId} ${phoneKey}`)
  const { granted } = await leaseTokens(database.as('checkout_system'), subject, codesPerPhone, 1)
  return granted > 0 ? randomDigits(CODE_DIGITS) : null
}

/**
 * Sends a code after the commit without delaying the response, whose time would otherwise reveal that a message is
 * sent.
 */
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

function resultOf(answer: Exclude<TokenizeAnswer, { outcome: 'token' }>): SignUpResult {
  return answer.outcome === 'declined'
    ? { kind: 'declined', declineCode: answer.declineCode }
    : { kind: 'confirm', clientSecret: answer.clientSecret }
}
