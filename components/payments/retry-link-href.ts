import { queryString } from '@/components/filters/query-string'
import type { ShownPayment } from './payment-shapes'

/** A new link for what was declined: the same amount and, where there is one, the same title. */
export function retryLinkHref({ amount, payment_link, description }: ShownPayment): string {
  return `/links/new${queryString({ amount, title: payment_link?.title ?? description ?? undefined })}`
}
