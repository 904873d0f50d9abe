import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { ExportList } from '@/lib/dashboard/schema/export'

/** Pause between two reads of the files while one is being made. */
export const EXPORTS_POLL_MS = 2_000

/** The files of an account, newest first. */
export function exportsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'exports', 'list'] as const,
    queryFn: ({ signal }) => fetchJson<ExportList>(`/${account}/exports/data`, signal),
  })
}
