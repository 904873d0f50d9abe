import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { AuditFilter, AuditPage } from '@/lib/dashboard/schema/audit'

/** One page of the audit log. */
export function auditQuery(account: string, filter: AuditFilter) {
  return queryOptions({
    // No live message tells of it: whoever comes back sees what they did meanwhile.
    staleTime: 0,
    queryKey: [account, 'audit', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<AuditPage>(`/${account}/settings/audit/data${queryString(filter)}`, signal),
  })
}
