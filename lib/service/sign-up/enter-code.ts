import { macMatches } from '@/lib/platform/secrets'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { renderCustomer } from '@/lib/service/customers/customer-row'
import { saveCard } from '@/lib/service/customers/saved-card'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import {
  consumeCodeAttempt,
  consumePendingCard,
  type FormKey,
  type PendingCard,
  parseTypedCode,
  signUpCodeMac,
} from './pending-card'
import { type SignUpDeps, withUniformTiming } from './sign-up-deps'
import { viewSentForm, viewSignUpPage } from './view-sign-up'

export interface EnterCodeInput {
  slug: string
  form: string
  code: string
}

export type EnterCodeResult =
  | 'not_found'
  | 'closed'
  /** The card is saved, by this try or an earlier one of the same form. */
  | 'saved'
  /** Mistyped, too late, too many tries, or no code was ever sent: the response does not distinguish them. */
  | 'wrong'

/** Checks a code that was sent to a known phone, once: the new card replaces the saved one. */
export async function enterCode(
  deps: SignUpDeps,
  { slug, form, code }: EnterCodeInput,
): Promise<EnterCodeResult> {
  const page = await viewSignUpPage(deps.database, slug)
  if (!page) return 'not_found'
  if (!page.open) return 'closed'
  const key = { accountId: page.accountId, form }
  return withUniformTiming(deps.timingStepMs, async () => {
    if (await tryCode(deps, key, code)) return 'saved'
    const sent = await viewSentForm(deps.database, page.accountId, form)
    return sent?.confirmed ? 'saved' : 'wrong'
  })
}

async function tryCode(deps: SignUpDeps, key: FormKey, typed: string): Promise<boolean> {
  const code = parseTypedCode(typed)
  if (code === null) return false
  const db = deps.database.as('checkout_service', key.accountId)
  const waiting = await consumeCodeAttempt(db, deps.keyring, key, deps.now())
  if (waiting === undefined) return false
  const mac = signUpCodeMac(deps.codeSecret, { ...key, phoneKey: waiting?.phoneKey ?? '' }, code)
  if (!macMatches(mac, waiting?.codeMac ?? null) || !waiting) return false
  return replaceCard(deps, key, waiting)
}

/** Uses up the code, replaces the card and records the event in one transaction. */
function replaceCard(deps: SignUpDeps, key: FormKey, waiting: PendingCard): Promise<boolean> {
  const { accountId } = key
  const { customerId, card } = waiting
  const now = deps.now()
  return deps.database.as('checkout_service', accountId).transaction(async (tx) => {
    if (!(await consumePendingCard(tx, key, waiting, now))) return false
    const row = await saveCard(tx, deps.keyring, { accountId, customerId, card, now })
    const kind = 'customer.card_saved'
    await recordEvent(tx, { accountId, kind, object: renderCustomer(row), now })
    const trace = { accountId, actor: { kind: 'payer' }, action: kind, objectId: customerId } as const
    await recordAudit(tx, { ...trace, details: { by: 'sign_up_code', consent: true }, now })
    return true
  })
}
