import { listHref } from '@/components/list/list-href'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'

/** Returns the address of the payments list with these filters. */
export function paymentsHref(filter: PaymentFilter): string {
  return listHref('/payments', filter)
}
