import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/filters/query-string'

export type AuditEntry = {
  id: string
  user: { id: string; name: string } | null
  action: string
  object_id: string | null
  account: string | null
  link: { id: string; title: string; amount: number; currency: string } | null
  batch: { id: string; name: string; total: number; done: number } | null
  outcome: 'intent' | 'done' | 'failed' | 'unknown'
  details: unknown
  created_at: string
  finished_at: string | null
}

export type AuditPage = { data: AuditEntry[]; has_more: boolean; next_cursor: string | null }

/** One page of what was done; `cursor` null is the newest. */
export function auditQuery(account: string, cursor: string | null) {
  return queryOptions({
    // No live message tells of it: whoever comes back sees what they did meanwhile.
    staleTime: 0,
    queryKey: [account, 'audit', 'list', cursor] as const,
    queryFn: ({ signal }) => fetchJson<AuditPage>(`/${account}/audit/data${queryString({ cursor })}`, signal),
  })
}
