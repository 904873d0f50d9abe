import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { MirrorHealth } from './mirror-shapes'

/** How the copy of the service's data stands. */
export const mirrorQuery = queryOptions({
  queryKey: ['mirror'] as const,
  queryFn: ({ signal }) => fetchJson<MirrorHealth>('/mirror/data', signal),
})
