import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import { mirrorQuery } from '@/components/mirror/queries'
import type { WebhookState } from '@/lib/dashboard/schema/connection'
import type { ReceivedFilter, ReceivedPage } from '@/lib/dashboard/schema/received'

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
