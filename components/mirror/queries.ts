import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'

/** Returns the query of the mirror's state. */
export function mirrorQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'mirror'] as const,
    queryFn: ({ signal }) => fetchJson<MirrorHealth>(`/${account}/mirror/data`, signal),
  })
}
