import type { Database } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { chargesEnabled, findAccountOf, getAccount } from '@/lib/service/accounts/account-row'

export interface SignUpPage {
  accountId: string
  slug: string
  merchantName: string
  merchantEmail: string
  merchantPhone: string | null
  /** ISO 3166 alpha-2: local numbers are read in it. */
  country: string
  currency: string
  /** True if sign-up is possible now: not with a suspended or closed account, nor with charges switched off. */
  open: boolean
}

export interface SentForm {
  withCard: boolean
  /** True once the right code was entered: the card is saved. */
  confirmed: boolean
}

/** Reads the sign-up page of a slug, without any side effect; null if no account has it. */
export async function viewSignUpPage(database: Database, slug: string): Promise<SignUpPage | null> {
  const accountId = await findAccountOf(database, 'account_by_slug', slug)
  if (!accountId) return null
  const account = await getAccount(database.as('checkout_service', accountId), accountId)
  return {
    accountId,
    slug: account.slug,
    merchantName: account.name,
    merchantEmail: account.contact_email,
    merchantPhone: account.contact_phone,
    country: account.country,
    currency: account.currency,
    open: chargesEnabled(account),
  }
}

/** Returns a sent form, by the token that only its own page has; null for any other token. */
export async function viewSentForm(
  database: Database,
  accountId: string,
  form: string,
): Promise<SentForm | null> {
  const { rows } = await database
    .as('checkout_service', accountId)
    .query<{ with_card: boolean; confirmed: boolean }>({
      name: 'sent-form',
      text: `SELECT with_card, confirmed_at IS NOT NULL AS confirmed FROM service.sign_up
        WHERE account_id = $1 AND form_hash = $2`,
      values: [accountId, sha256(form)],
    })
  const [row] = rows
  return row ? { withCard: row.with_card, confirmed: row.confirmed } : null
}
