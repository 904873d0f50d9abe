import { queryString } from '@/components/list/query-string'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'

/** A new link for what was declined: the same amount and, where there is one, the same title; the form says for whom. */
export function retryLinkHref({ id, amount, payment_link, description }: ShownPayment): string {
  const title = payment_link?.title ?? description ?? undefined
  return `/links/new${queryString({ amount, title, payment: id })}`
}
