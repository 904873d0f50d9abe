import { isStorable } from '@/lib/domain/text'
import type { Database } from '@/lib/platform/database'

/** An approved payment for its payer. Amount in minor units. No e-mail, because the address may be shared. */
export interface ReceiptView {
  paymentId: string
  merchantName: string
  merchantLegalName: string | null
  merchantTaxId: string | null
  merchantEmail: string
  merchantPhone: string | null
  merchantTimezone: string
  /** The link's title, or the description of a charge. */
  title: string | null
  amountMinor: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  payerName: string
  authorizationCode: string | null
  approvedAt: Date
}

interface ReceiptRow {
  id: string
  name: string
  legal_name: string | null
  tax_id: string | null
  contact_email: string
  contact_phone: string | null
  timezone: string
  title: string | null
  amount_minor: number
  currency: string
  card_brand: string | null
  card_last4: string | null
  payer_name: string
  authorization_code: string | null
  approved_at: Date
}

/** Returns the receipt at a payment's own address; null unless the payment is approved. Changes nothing. */
export async function viewReceipt(database: Database, paymentId: string): Promise<ReceiptView | null> {
  if (!isStorable(paymentId)) return null
  const found = await database.as('checkout_service').query<{ account_id: string | null }>({
    name: 'payment-account',
    text: 'SELECT service.find_payment_account($1) AS account_id',
    values: [paymentId],
  })
  const accountId = found.rows[0]?.account_id
  if (!accountId) return null
  const { rows } = await database.as('checkout_service', accountId).query<ReceiptRow>({
    name: 'receipt-view',
    text: `SELECT p.id, a.name, a.legal_name, a.tax_id, a.contact_email, a.contact_phone, a.timezone,
        coalesce(p.description, l.title) AS title, p.amount_minor, p.currency, p.card_brand, p.card_last4, p.payer_name,
        p.authorization_code, p.approved_at
      FROM service.payment p JOIN service.account a ON a.id = p.account_id
      LEFT JOIN service.payment_link l ON l.account_id = p.account_id AND l.id = p.link_id
      WHERE p.account_id = $1 AND p.id = $2 AND p.status = 'APPROVED'`,
    values: [accountId, paymentId],
  })
  const [row] = rows
  if (!row) return null
  return {
    paymentId: row.id,
    merchantName: row.name,
    merchantLegalName: row.legal_name,
    merchantTaxId: row.tax_id,
    merchantEmail: row.contact_email,
    merchantPhone: row.contact_phone,
    merchantTimezone: row.timezone,
    title: row.title,
    amountMinor: row.amount_minor,
    currency: row.currency,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    payerName: row.payer_name,
    authorizationCode: row.authorization_code,
    approvedAt: row.approved_at,
  }
}
