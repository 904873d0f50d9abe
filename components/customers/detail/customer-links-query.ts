import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { CustomerLinks } from '@/lib/dashboard/schema/customer-detail'

/** Returns the query of a customer's links. Its key is one of a links list, so changes of links refresh it. */
export function customerLinksQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'links', 'list', { customer: id }] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomerLinks>(`/${account}/customers/${encodeURIComponent(id)}/links/data`, signal),
  })
}
