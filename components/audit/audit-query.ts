import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { AuditPage } from '@/lib/dashboard/schema/audit'

/** One page of what was done; `cursor` null is the newest. */
export function auditQuery(account: string, cursor: string | null) {
  return queryOptions({
    // No live message tells of it: whoever comes back sees what they did meanwhile.
    staleTime: 0,
    queryKey: [account, 'audit', 'list', cursor] as const,
    queryFn: ({ signal }) => fetchJson<AuditPage>(`/${account}/audit/data${queryString({ cursor })}`, signal),
  })
}
