import type { Database } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { chargesEnabledSql, findAccountOf } from '@/lib/service/accounts/account-row'
import { awaitsPayerSql, type PaymentRow } from '@/lib/service/payments/payment-row'

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

type ViewRow = Omit<LinkView, 'state' | 'attempt'> & {
  status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED'
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
  const accountId = await findAccountOf(database, 'link_account', linkId)
  if (!accountId) return null

  const db = database.as('checkout_service', accountId)
  const { rows } = await db.query<ViewRow>({
    name: 'link-view',
    text: `SELECT l.account_id AS "accountId", l.id AS "linkId", l.title, l.description, l.amount_minor AS "amountMinor",
        l.currency, l.status, l.max_uses IS NOT DISTINCT FROM 1 AS "singleUse", l.expires_at AS "expiresAt",
        l.customer_id AS "customerId", a.name AS "merchantName", a.contact_email AS "merchantEmail",
        a.contact_phone AS "merchantPhone", a.timezone AS "merchantTimezone", ${chargesEnabledSql} AS open
      FROM service.payment_link l JOIN service.account a ON a.id = l.account_id
      WHERE l.account_id = $1 AND l.id = $2`,
    values: [accountId, linkId],
  })
  const [row] = rows
  if (!row) return null
  const tried = attempt === null ? null : await viewAttempt(database, row, attempt, now)
  return { ...row, state: stateOf(row, now), attempt: tried }
}

function stateOf(row: ViewRow, now: Date): LinkState {
  if (row.status === 'COMPLETED') return 'completed'
  if (row.status === 'CANCELLED') return 'cancelled'
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired'
  return row.open ? 'payable' : 'merchant_unavailable'
}

type AttemptRow = Omit<AttemptView, 'confirm'> & {
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
    text: `SELECT p.id AS "paymentId", p.status, p.decline_code AS "declineCode", p.authorization_code AS "authorizationCode",
        p.card_brand AS "cardBrand", p.card_last4 AS "cardLast4", p.payer_name AS "payerName", p.payer_email AS "payerEmail",
        p.approved_at AS "approvedAt", ${awaitsPayerSql} AS awaits_payer, p.confirm_url, p.confirm_until
      FROM service.payment p
      WHERE p.account_id = $1 AND p.id = (SELECT k.payment_id FROM service.idempotency_key k
        WHERE k.account_id = $1 AND k.route = $2 AND k.key_hash = $3)`,
    values: [accountId, payRoute(linkId), sha256(attempt)],
  })
  const [row] = rows
  if (!row) return null
  const { awaits_payer, confirm_url: url, confirm_until: until, ...view } = row
  const isAwaited = awaits_payer && url !== null && until !== null && until > now
  return { ...view, confirm: isAwaited ? { url, until } : null }
}
