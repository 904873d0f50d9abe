import { FOCUS_PARAM, listHref } from '@/components/navigation/query-string'
import type { CustomerFilter } from '@/lib/dashboard/schema/customer'

/** Returns the address of the customers list with these filters. */
export function customersHref(filter: CustomerFilter): string {
  return listHref('/customers', filter)
}

/** Address of the chargeable customers with the focus in the search field. */
export const findToChargeHref = `${customersHref({ status: 'ACTIVE' })}&${FOCUS_PARAM}=search`

/** Returns the address of a customer's page. */
export function customerHref({ id }: { id: string }): string {
  return `/customers/${encodeURIComponent(id)}`
}

/** Returns the address of the form of a new customer with this phone. */
export function newCustomerHref(phone: string): string {
  return `/customers/new?phone=${encodeURIComponent(phone)}`
}
