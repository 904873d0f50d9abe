import type { List } from '@/lib/contract/list'
import type { ListRefunds, Refund } from '@/lib/contract/refund'
import type { ServiceContext } from '@/lib/service/context'
import { keysetList, listOf } from '@/lib/service/lists/keyset-query'
import { getPayment } from '@/lib/service/payments/payment-row'
import { refundColumns, renderRefund } from '@/lib/service/payments/refund-row'

const list = keysetList('refund', 'r', refundColumns)

/** Returns a page of a payment's refunds, newest first. Throws `resource_not_found` without such a payment. */
export async function listRefunds(
  ctx: ServiceContext,
  paymentId: string,
  page: ListRefunds,
): Promise<List<Refund>> {
  await getPayment(ctx, paymentId)
  return listOf(ctx, list, { ...page, equals: { payment_id: paymentId } }, renderRefund)
}
