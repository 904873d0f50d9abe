import { SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import { type Database, findRow } from '@/lib/platform/database'
import { findAccountOf } from '@/lib/service/accounts/account-row'

/** An approved payment for its payer. Amount in minor units. No e-mail, because the address may be shared. */
export interface ReceiptView {
  paymentId: string
  merchantName: string
  merchantLegalName: string | null
  merchantTaxId: string | null
  merchantEmail: string
  merchantPhone: string | null
  merchantTimezone: string
  title: string | null
  amountMinor: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  payerName: string
  /** Locale in which the payer read the page of the payment; null if unknown. */
  payerLanguage: string | null
  authorizationCode: string | null
  approvedAt: Date
  /** The newest refunds that succeeded, oldest first, with their instants as texts; null without any. */
  refunds: { id: string; amountMinor: number; at: string }[] | null
}

/** Returns the receipt at a payment's own address; null unless the payment is approved. Changes nothing. */
export async function viewReceipt(database: Database, paymentId: string): Promise<ReceiptView | null> {
  const accountId = await findAccountOf(database, 'payment_account', paymentId)
  if (!accountId) return null
  return findRow<ReceiptView>(database.as('checkout_service', accountId), {
    name: 'receipt-view',
    text: `SELECT p.id AS "paymentId", a.name AS "merchantName", a.legal_name AS "merchantLegalName",
        a.tax_id AS "merchantTaxId", a.contact_email AS "merchantEmail", a.contact_phone AS "merchantPhone",
        a.timezone AS "merchantTimezone", coalesce(p.description, l.title) AS title, p.amount_minor AS "amountMinor",
        p.currency, p.card_brand AS "cardBrand", p.card_last4 AS "cardLast4", p.payer_name AS "payerName",
        p.payer_language AS "payerLanguage",
        p.authorization_code AS "authorizationCode", p.approved_at AS "approvedAt",
        CASE WHEN p.has_refunds THEN (SELECT json_agg(json_build_object('id', r.id, 'amountMinor', r.amount_minor,
            'at', r.finished_at) ORDER BY r.finished_at, r.id) FROM (
          SELECT id, amount_minor, finished_at FROM service.refund
          WHERE account_id = p.account_id AND payment_id = p.id AND status = 'SUCCEEDED'
          ORDER BY created_at DESC, id DESC LIMIT ${SHOWN_REFUNDS_MAX}) AS r) END AS refunds
      FROM service.payment p JOIN service.account a ON a.id = p.account_id
      LEFT JOIN service.payment_link l ON l.account_id = p.account_id AND l.id = p.link_id
      WHERE p.account_id = $1 AND p.id = $2 AND p.status = 'APPROVED'`,
    values: [accountId, paymentId],
  })
}
