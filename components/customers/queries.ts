import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { CustomerDetail } from '@/lib/dashboard/schema/customer-detail'

/** Returns the query of one customer with the webhooks received about it. */
export function customerQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'customers', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomerDetail>(`/${account}/customers/${encodeURIComponent(id)}/data`, signal),
  })
}
