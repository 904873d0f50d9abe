import { declineOf } from '@/lib/contract/declines'
import { SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import type { List } from '@/lib/contract/list'
import type { ListPayments, Payment } from '@/lib/contract/payment'
import { toMajor } from '@/lib/domain/money'
import type { Queryable } from '@/lib/platform/database'
import type { PublicUrls, ServiceContext } from '@/lib/service/context'
import { linkUrl } from '@/lib/service/links/link-row'
import { keysetList, listOf, rowOf } from '@/lib/service/lists/keyset-query'
import { type DisputeRow, disputeColumns, disputeOrder, renderDispute } from './dispute-row'
import { type RefundRow, refundColumns, renderRefund } from './refund-row'

/** A row of service.payment with its link's title (`paymentColumns` selects both). Amounts in minor units. */
export interface PaymentRow {
  account_id: string
  id: string
  amount_minor: number
  currency: string
  status: 'PENDING' | 'APPROVED' | 'FAILED' | 'VOIDED' | 'TIMEOUT'
  payer_name: string
  payer_email: string
  payer_language: string | null
  customer_id: string | null
  link_id: string | null
  link_title: string | null
  description: string | null
  card_brand: string | null
  card_last4: string | null
  decline_code: string | null
  fee_minor: number | null
  refunded_minor: number
  /** The newest refunds, newest first; null without any. */
  refunds: RefundRow[] | null
  /** The first of its disputes by `disputeOrder`. */
  dispute: DisputeRow | null
  authorization_code: string | null
  processor_reference: string | null
  settlement_id: string | null
  created_at: Date
  approved_at: Date | null
}

/** A payment without refunds reads none of them: `has_refunds` is set with the first one. */
const newestRefunds = `(SELECT json_agg(newest ORDER BY newest.created_at DESC, newest.id DESC) FROM (
    SELECT ${refundColumns} FROM service.refund r WHERE r.account_id = p.account_id AND r.payment_id = p.id
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${SHOWN_REFUNDS_MAX}) AS newest)`

export const paymentColumns = `p.account_id, p.id, p.amount_minor, p.currency, p.status, p.payer_name, p.payer_email,
  p.payer_language, p.customer_id, p.link_id, p.description, p.card_brand, p.card_last4, p.decline_code, p.fee_minor, p.refunded_minor,
  p.authorization_code, p.processor_reference, p.settlement_id, p.created_at, p.approved_at,
  CASE WHEN p.has_refunds THEN ${newestRefunds} END AS refunds,
  (SELECT l.title FROM service.payment_link l WHERE l.account_id = p.account_id AND l.id = p.link_id) AS link_title,
  CASE WHEN p.dispute_status IS NOT NULL THEN (SELECT to_jsonb(shown) FROM (SELECT ${disputeColumns} FROM service.dispute d
    WHERE d.account_id = p.account_id AND d.payment_id = p.id ORDER BY ${disputeOrder} LIMIT 1) shown) END AS dispute`

/** Returns the address of an approved payment's receipt, which anyone with the address can read and print. */
function receiptUrl(paymentId: string, urls: PublicUrls): string {
  return `${urls.web}/receipt/${paymentId}`
}

/** Returns the payment in the contract's form (Resources: payment), for responses and events. */
export function renderPayment(row: PaymentRow, urls: PublicUrls): Payment {
  const decline = row.decline_code === null ? null : declineOf(row.decline_code)
  return {
    id: row.id,
    object: 'payment',
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    status: row.status,
    payer: { name: row.payer_name, email: row.payer_email },
    customer_id: row.customer_id,
    payment_link:
      row.link_id === null
        ? null
        : { id: row.link_id, title: row.link_title ?? '', url: linkUrl(row.link_id, urls) },
    authorization_code: row.authorization_code,
    processor_reference: row.processor_reference,
    settlement_id: row.settlement_id,
    created_at: row.created_at.toISOString(),
    description: row.description,
    decline: decline && { code: decline.code, advice: decline.advice },
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? 'unknown', last4: row.card_last4 },
    approved_at: row.approved_at?.toISOString() ?? null,
    fee_amount: row.fee_minor === null ? null : toMajor(row.fee_minor, row.currency),
    receipt_url: row.status === 'APPROVED' ? receiptUrl(row.id, urls) : null,
    ...(row.payer_language ? { payer_language: row.payer_language } : {}),
    // A payment without refunds and disputes has exactly the fields of the contract and of earlier versions.
    ...(row.refunded_minor > 0 ? { refunded_amount: toMajor(row.refunded_minor, row.currency) } : {}),
    ...(row.refunds ? { refunds: row.refunds.map(renderRefund) } : {}),
    ...(row.dispute ? { dispute: renderDispute(row.dispute) } : {}),
  }
}

/** Returns one payment. Throws `resource_not_found`, also for another account's. */
export async function getPayment(
  ctx: Pick<ServiceContext, 'accountId' | 'urls'> & { db: Queryable },
  paymentId: string,
): Promise<Payment> {
  return renderPayment(await rowOf<PaymentRow>(ctx, list, paymentId), ctx.urls)
}

const list = keysetList('payment', 'p', paymentColumns)

/** Returns a page of the account's payments (contract: GET /payments), by a parsed query. */
export function listPayments(ctx: ServiceContext, query: ListPayments): Promise<List<Payment>> {
  const { status, payment_link_id: link_id, customer_id, ...page } = query
  const equals = { status, link_id, customer_id }
  return listOf<PaymentRow, Payment>(ctx, list, { ...page, equals }, (row) => renderPayment(row, ctx.urls))
}

/** SQL on service.payment AS p: the payer's decision is still to be read; nothing has been captured yet. */
export const awaitsPayerSql = `(p.step = 'CONFIRMING'
  OR p.step = 'AUTHORIZING' AND p.confirm_until IS NOT NULL AND p.lease_until <= clock_timestamp())`
