import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { Security } from '@/lib/dashboard/schema/security'

/** Returns the query of the user's own sessions and two-step sign-in. */
export function securityQuery(account: string) {
  return queryOptions({
    // Live messages do not report changes of sessions.
    staleTime: 0,
    queryKey: [account, 'security'] as const,
    queryFn: ({ signal }) => fetchJson<Security>(`/${account}/settings/security/data`, signal),
  })
}
