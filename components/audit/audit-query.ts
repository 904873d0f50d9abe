import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { AuditFilter, AuditPage } from '@/lib/dashboard/schema/audit'

/** Returns the query of one page of the audit log. */
export function auditQuery(account: string, filter: AuditFilter) {
  return queryOptions({
    // No live message reports new entries, so each visit refetches them.
    staleTime: 0,
    queryKey: [account, 'audit', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<AuditPage>(`/${account}/settings/audit/data${queryString(filter)}`, signal),
  })
}
