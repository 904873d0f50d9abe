import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import { mirrorQuery } from '@/components/mirror/queries'
import type { AccountView } from '@/lib/dashboard/schema/account'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { WebhookState } from '@/lib/dashboard/schema/connection'
import type { ReceivedFilter, ReceivedPage } from '@/lib/dashboard/schema/received'
import type { Security } from '@/lib/dashboard/schema/security'

/**
 * Returns the query of one page of received webhooks. Its key is below the mirror's, so each change of the mirror
 * refetches it.
 */
export function receivedQuery(account: string, filter: ReceivedFilter) {
  return queryOptions({
    queryKey: [...mirrorQuery(account).queryKey, 'received', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ReceivedPage>(`/${account}/settings/webhook/events/data${queryString(filter)}`, signal),
  })
}

/** Returns the query of the accepted secrets and the latest event. Its key is below the mirror's, too. */
export function webhookQuery(account: string) {
  return queryOptions({
    queryKey: [...mirrorQuery(account).queryKey, 'webhook'] as const,
    queryFn: ({ signal }) => fetchJson<WebhookState>(`/${account}/settings/webhook/data`, signal),
  })
}

/** Returns the query of the account as its host reports it. Each fetch makes two calls to the host. */
export function accountQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'account', 'detail', 'view'] as const,
    queryFn: ({ signal }) => fetchJson<AccountView>(`/${account}/settings/account/data`, signal),
  })
}

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
