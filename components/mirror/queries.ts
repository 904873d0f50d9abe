import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'

/** How the copy of the service's data stands. */
export function mirrorQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'mirror'] as const,
    queryFn: ({ signal }) => fetchJson<MirrorHealth>(`/${account}/mirror/data`, signal),
  })
}
