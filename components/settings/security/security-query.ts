import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { Security } from '@/lib/dashboard/schema/security'

/** Returns the query of the user's own sessions and two-step sign-in; the account is empty for a user without one. */
export function securityQuery(account: string) {
  return queryOptions({
    // Live messages do not report changes of sessions.
    staleTime: 0,
    queryKey: [account, 'security'] as const,
    queryFn: ({ signal }) =>
      fetchJson<Security>(accountPath(account || null, '/settings/security/data'), signal),
  })
}
