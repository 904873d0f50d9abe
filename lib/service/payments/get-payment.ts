import { ApiError } from '@/lib/contract/errors'
import type { Payment } from '@/lib/contract/payment'
import { isStorable } from '@/lib/domain/text'
import type { ServiceContext } from '@/lib/service/context'
import { type PaymentRow, paymentColumns, renderPayment } from './payment-row'

/**
 * Returns one payment (contract: GET /payments/{id}). Throws `resource_not_found`, also for another account's payment.
 */
export async function getPayment(ctx: ServiceContext, paymentId: string): Promise<Payment> {
  // Postgres refuses NUL in a text: no payment has such an id.
  if (!isStorable(paymentId)) throw new ApiError('resource_not_found')
  const { rows } = await ctx.db.query<PaymentRow>({
    name: 'get-payment',
    text: `SELECT ${paymentColumns} FROM service.payment p WHERE p.account_id = $1 AND p.id = $2`,
    values: [ctx.accountId, paymentId],
  })
  if (!rows[0]) throw new ApiError('resource_not_found')
  return renderPayment(rows[0], ctx.urls)
}
