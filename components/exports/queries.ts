import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { ExportList } from '@/lib/dashboard/schema/export'

/** Returns the query of an account's files, newest first. */
export function exportsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'exports', 'list'] as const,
    queryFn: ({ signal }) => fetchJson<ExportList>(`/${account}/exports/data`, signal),
  })
}
