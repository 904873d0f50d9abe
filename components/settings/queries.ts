import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { Security } from '@/lib/dashboard/schema/security'

/** Returns the query of the user's own sessions and two-step sign-in, which belong to no account. */
export function securityQuery() {
  return queryOptions({
    // Live messages do not report changes of sessions.
    staleTime: 0,
    queryKey: ['security'] as const,
    queryFn: ({ signal }) => fetchJson<Security>('/settings/security/data', signal),
  })
}
