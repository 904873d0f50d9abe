import { isStorable } from '@/lib/domain/text'
import type { Database } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { chargesEnabledSql } from '@/lib/service/accounts/account-row'
import { awaitsPayerSql, type PaymentRow, paymentColumns } from '@/lib/service/payments/payment-row'

/** `payable`, or the reason for which a link accepts no payment now. */
export type LinkState = 'payable' | 'completed' | 'cancelled' | 'expired' | 'merchant_unavailable'

/** Data of a link on the payer's page. Amount in minor units; times as instants. */
export interface LinkView {
  accountId: string
  linkId: string
  state: LinkState
  merchantName: string
  merchantEmail: string
  merchantPhone: string | null
  merchantTimezone: string
  title: string
  description: string | null
  amountMinor: number
  currency: string
  singleUse: boolean
  expiresAt: Date | null
  /** The customer for whom the merchant created the link; only such a payer can have a card saved. */
  customerId: string | null
  /** The attempt in the page's address, if any. */
  attempt: AttemptView | null
}

/** A payment for its payer: never the bank's reason, only the code of our safe text. */
export interface AttemptView {
  paymentId: string
  status: PaymentRow['status']
  declineCode: string | null
  authorizationCode: string | null
  cardBrand: string | null
  cardLast4: string | null
  payerName: string
  payerEmail: string
  approvedAt: Date | null
  /** Address and time limit of the payer's confirmation at the bank; null if no confirmation is pending. */
  confirm: { url: string; until: Date } | null
}

/** Returns the route under which a payer's attempts are stored: it contains the link's id, like a real path. */
export function payRoute(linkId: string): string {
  return `POST /pay/${linkId}`
}

interface ViewRow {
  title: string
  description: string | null
  amount_minor: number
  currency: string
  status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED'
  max_uses: number | null
  expires_at: Date | null
  customer_id: string | null
  name: string
  contact_email: string
  contact_phone: string | null
  timezone: string
  open: boolean
}

/**
 * Reads a link for its payer, without any side effect. `attempt` is the page's own token of a try. Returns null if the
 * link does not exist.
 */
export async function viewLink(
  database: Database,
  linkId: string,
  attempt: string | null,
  now: Date,
): Promise<LinkView | null> {
  // Postgres refuses NUL in a text: no link has such an id.
  if (!isStorable(linkId)) return null
  const found = await database.as('checkout_service').query<{ account_id: string | null }>({
    name: 'link-account',
    text: 'SELECT service.find_link_account($1) AS account_id',
    values: [linkId],
  })
  const accountId = found.rows[0]?.account_id
  if (!accountId) return null

  const db = database.as('checkout_service', accountId)
  const { rows } = await db.query<ViewRow>({
    name: 'link-view',
    text: `SELECT l.title, l.description, l.amount_minor, l.currency, l.status, l.max_uses, l.expires_at,
        l.customer_id, a.name, a.contact_email, a.contact_phone, a.timezone, ${chargesEnabledSql} AS open
      FROM service.payment_link l JOIN service.account a ON a.id = l.account_id
      WHERE l.account_id = $1 AND l.id = $2`,
    values: [accountId, linkId],
  })
  const [row] = rows
  if (!row) return null
  return {
    accountId,
    linkId,
    state: stateOf(row, now),
    merchantName: row.name,
    merchantEmail: row.contact_email,
    merchantPhone: row.contact_phone,
    merchantTimezone: row.timezone,
    title: row.title,
    description: row.description,
    amountMinor: row.amount_minor,
    currency: row.currency,
    singleUse: row.max_uses === 1,
    expiresAt: row.expires_at,
    customerId: row.customer_id,
    attempt: attempt === null ? null : await viewAttempt(database, { accountId, linkId }, attempt, now),
  }
}

function stateOf(row: ViewRow, now: Date): LinkState {
  if (row.status === 'COMPLETED') return 'completed'
  if (row.status === 'CANCELLED') return 'cancelled'
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  return row.open ? 'payable' : 'merchant_unavailable'
}

type AttemptRow = PaymentRow & {
  awaits_payer: boolean | null
  confirm_url: string | null
  confirm_until: Date | null
}

/** Returns the payment of a payer's attempt, by the token that only that payer's page has. */
export async function viewAttempt(
  database: Database,
  { accountId, linkId }: Pick<LinkView, 'accountId' | 'linkId'>,
  attempt: string,
  now: Date,
): Promise<AttemptView | null> {
  const { rows } = await database.as('checkout_service', accountId).query<AttemptRow>({
    name: 'attempt-view',
    // The id is read first, then its row: a join planned over empty tables stays a scan until they are analysed.
    text: `SELECT ${paymentColumns}, ${awaitsPayerSql} AS awaits_payer, p.confirm_url, p.confirm_until FROM service.payment p
      WHERE p.account_id = $1 AND p.id = (SELECT k.payment_id FROM service.idempotency_key k
        WHERE k.account_id = $1 AND k.route = $2 AND k.key_hash = $3)`,
    values: [accountId, payRoute(linkId), sha256(attempt)],
  })
  const [row] = rows
  if (!row) return null
  return {
    paymentId: row.id,
    status: row.status,
    declineCode: row.decline_code,
    authorizationCode: row.authorization_code,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    payerName: row.payer_name,
    payerEmail: row.payer_email,
    approvedAt: row.approved_at,
    confirm: confirmOf(row, now),
  }
}

function confirmOf({ awaits_payer, confirm_url: url, confirm_until: until }: AttemptRow, now: Date) {
  return awaits_payer && url !== null && until !== null && until > now ? { url, until } : null
}
