import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { CustomerLinks } from '@/lib/dashboard/schema/customer-detail'

/** Links of one customer: a list of links, which changes of links refresh. */
export function customerLinksQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'links', 'list', { customer: id }] as const,
    queryFn: ({ signal }) =>
      fetchJson<CustomerLinks>(`/${account}/customers/${encodeURIComponent(id)}/links/data`, signal),
  })
}
