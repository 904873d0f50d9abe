import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import { mirrorQuery } from '@/components/mirror/queries'
import type { WebhookState } from '@/lib/dashboard/schema/connection'
import type { RawObject } from '@/lib/dashboard/schema/mirror'
import type { ReceivedFilter, ReceivedPage } from '@/lib/dashboard/schema/received'

/** One page of the received webhooks; below the mirror's key, so that each change of the mirror renews it. */
export function receivedQuery(account: string, filter: ReceivedFilter) {
  return queryOptions({
    queryKey: [...mirrorQuery(account).queryKey, 'received', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ReceivedPage>(`/${account}/settings/webhook/events/data${queryString(filter)}`, signal),
  })
}

/** Which secrets are accepted and what came last; below the mirror's key, so that each change of the copy renews it. */
export function webhookQuery(account: string) {
  return queryOptions({
    queryKey: [...mirrorQuery(account).queryKey, 'webhook'] as const,
    queryFn: ({ signal }) => fetchJson<WebhookState>(`/${account}/settings/webhook/data`, signal),
  })
}

/** The newest quarantined objects as they came; below the mirror's key as well. */
export function rawObjectsQuery(account: string) {
  return queryOptions({
    queryKey: [...mirrorQuery(account).queryKey, 'quarantine'] as const,
    queryFn: ({ signal }) => fetchJson<RawObject[]>(`/${account}/mirror/quarantine/data`, signal),
  })
}
