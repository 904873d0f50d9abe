import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { ExportList } from '@/lib/dashboard/schema/export'

/** The files of an account, newest first. */
export function exportsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'exports', 'list'] as const,
    queryFn: ({ signal }) => fetchJson<ExportList>(`/${account}/exports/data`, signal),
  })
}
