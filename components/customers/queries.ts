import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { CustomerFilter, CustomersPage, KnownCustomer } from '@/lib/dashboard/schema/customer'
import type { CustomerDetail, CustomerLinks } from '@/lib/dashboard/schema/customer-detail'
import type { ListCount } from '@/lib/dashboard/schema/list'

/** Returns the query of one customer with the webhooks received about it. */
export function customerQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'customers', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomerDetail>(`/${account}/customers/${encodeURIComponent(id)}/data`, signal),
  })
}

/** Returns the query of one page of customers. */
export function customersQuery(account: string, filter: CustomerFilter) {
  return queryOptions({
    queryKey: [account, 'customers', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomersPage>(`/${account}/customers/data${queryString(filter)}`, signal),
  })
}

/**
 * Returns the query of that list's totals, for a page without them. Its key is not one of a list, so totals are refreshed
 * on their own schedule.
 */
export function customerTotalsQuery(account: string, filter: CustomerFilter) {
  return queryOptions({
    queryKey: [account, 'customers', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/customers/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** Returns the query of the customers with this phone or e-mail, except the one whom a form changes. */
export function knownCustomersQuery(
  account: string,
  typed: { phone: string; email: string; except?: string | undefined },
) {
  return queryOptions({
    queryKey: [account, 'customers', 'known', typed] as const,
    queryFn: ({ signal }) =>
      fetchJson<{ known: KnownCustomer[] }>(`/${account}/customers/known/data${queryString(typed)}`, signal),
    enabled: typed.phone !== '' || typed.email !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** Returns the query of a customer's links. Its key is one of a links list, so changes of links refresh it. */
export function customerLinksQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'links', 'list', { customer: id }] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomerLinks>(`/${account}/customers/${encodeURIComponent(id)}/links/data`, signal),
  })
}
