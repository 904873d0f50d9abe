import type { Account, SettlementSchedule } from '@/lib/contract/account'
import {
  type AccountStatus,
  type AccountType,
  type ActivationStatus,
  accountStates,
  accountStatuses,
} from '@/lib/contract/states'
import { isStorable } from '@/lib/domain/text'
import type { Database, Handle } from '@/lib/platform/database'
import type { PublicUrls } from '@/lib/service/context'

/** `return`: a refund gives the payment's fee back, in proportion. */
export const feesOnRefund = ['keep', 'return'] as const
export type FeesOnRefund = (typeof feesOnRefund)[number]

/** A row of service.account. `charges_switch` is the operator's; see `chargesEnabled`. */
export interface AccountRow {
  id: string
  name: string
  slug: string
  legal_name: string | null
  tax_id: string | null
  type: AccountType | null
  status: AccountStatus
  activation_status: ActivationStatus
  charges_switch: boolean
  contact_email: string
  contact_phone: string | null
  currency: string
  timezone: string
  country: string
  settlement_schedule: SettlementSchedule
  fees_on_refund: FeesOnRefund
  /** Team of the dashboard whose members have the account's panel; null = nobody's yet. */
  owner_team: string | null
  created_at: Date
}

export const accountColumns = `id, name, slug, legal_name, tax_id, type, status, activation_status, charges_switch, contact_email,
  contact_phone, currency, timezone, country, settlement_schedule, fees_on_refund, owner_team, created_at`

/** Properties of this deployment: its public addresses, and whether it runs the test bank. */
export interface Deployment {
  urls: PublicUrls
  testMode: boolean
}

/** Returns whether an account may charge: in TRIAL and ACTIVE, unless an operator turned charges off. */
export function chargesEnabled(account: Pick<AccountRow, 'status' | 'charges_switch'>): boolean {
  return account.charges_switch && accountStates[account.status].mayCharge
}

/** Condition of `chargesEnabled` in SQL, for the row \`a\` of service.account. */
export const chargesEnabledSql = `(a.charges_switch AND a.status IN (${accountStatuses
  .filter((status) => accountStates[status].mayCharge)
  .map((status) => `'${status}'`)
  .join(', ')}))`

/** Returns the public address where a merchant's customers register themselves. */
export function signUpUrl(slug: string, urls: PublicUrls): string {
  return `${urls.web}/join/${slug}`
}

/** Returns the account in the contract's form (Resources: account), with the fields that we add. */
export function renderAccount(row: AccountRow, { urls, testMode }: Deployment): Account {
  return {
    id: row.id,
    object: 'account',
    name: row.name,
    slug: row.slug,
    legal_name: row.legal_name,
    tax_id: row.tax_id,
    type: row.type,
    status: row.status,
    activation_status: row.activation_status,
    charges_enabled: chargesEnabled(row),
    contact_email: row.contact_email,
    contact_phone: row.contact_phone,
    currency: row.currency,
    timezone: row.timezone,
    created_at: row.created_at.toISOString(),
    country: row.country,
    sign_up_url: signUpUrl(row.slug, urls),
    test_mode: testMode,
    settlement_schedule: row.settlement_schedule,
  }
}

/** Refusal of a change of an account or a key. Its message is for the operator or the merchant's panel. */
export class AccountRefusal extends Error {
  readonly code:
    | 'account_not_found'
    | 'key_not_found'
    | 'key_not_live'
    | 'last_key'
    | 'other_name'
    | 'transition_not_allowed'
    | 'too_many_keys'

  constructor(code: AccountRefusal['code'], message: string) {
    super(message)
    this.name = 'AccountRefusal'
    this.code = code
  }
}

/** Returns the refusal for an account id that does not exist. */
export function accountNotFound(accountId: string): AccountRefusal {
  return new AccountRefusal('account_not_found', `There is no account ${accountId}.`)
}

/** Returns one account, of the handle's own or of all. Throws `account_not_found`. */
export async function getAccount(db: Handle, accountId: string): Promise<AccountRow> {
  const { rows } = await db.query<AccountRow>({
    name: 'get-account',
    text: `SELECT ${accountColumns} FROM service.account WHERE id = $1`,
    values: [accountId],
  })
  if (!rows[0]) throw accountNotFound(accountId)
  return rows[0]
}

/** Returns all accounts, newest first. `db` is a handle of `checkout_system`. */
export async function listAccounts(db: Handle): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow>({
    text: `SELECT ${accountColumns} FROM service.account ORDER BY created_at DESC, id DESC`,
  })
  return rows
}

/** Returns the account of a link, a payment or a slug, for a public page; null if there is none. */
export async function findAccountOf(
  database: Database,
  of: 'link_account' | 'payment_account' | 'account_by_slug',
  text: string,
): Promise<string | null> {
  // Postgres refuses NUL in a text: nothing is named so.
  if (!isStorable(text)) return null
  const { rows } = await database.as('checkout_service').query<{ account_id: string | null }>({
    name: `find-${of}`,
    text: `SELECT service.find_${of}($1) AS account_id`,
    values: [text],
  })
  return rows[0]?.account_id ?? null
}
