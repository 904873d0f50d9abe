import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { Security } from '@/lib/dashboard/schema/security'

/** The user's own sessions and two-step sign-in. */
export function securityQuery(account: string) {
  return queryOptions({
    // No live message reports a change of them.
    staleTime: 0,
    queryKey: [account, 'security'] as const,
    queryFn: ({ signal }) => fetchJson<Security>(`/${account}/settings/security/data`, signal),
  })
}
