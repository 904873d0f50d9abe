import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { CustomerFilter, CustomersPage, KnownCustomer } from '@/lib/dashboard/schema/customer'
import type { ListCount } from '@/lib/dashboard/schema/list'

/** One page of customers. */
export function customersQuery(account: string, filter: CustomerFilter) {
  return queryOptions({
    queryKey: [account, 'customers', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomersPage>(`/${account}/customers/data${queryString(filter)}`, signal),
  })
}

/** The totals of that list, where its page has none. No `list`, which changes refresh: these have a clock of their own. */
export function customerTotalsQuery(account: string, filter: CustomerFilter) {
  return queryOptions({
    queryKey: [account, 'customers', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/customers/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** The customers who have this phone or e-mail already, without the one whom a form changes. */
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
