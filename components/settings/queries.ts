import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { mirrorQuery } from '@/components/mirror/queries'
import type { WebhookState } from '@/lib/dashboard/schema/connection'

/** Which secrets are accepted and what came last; below the mirror's key, so that each change of the copy renews it. */
export function webhookQuery(account: string) {
  return queryOptions({
    queryKey: [...mirrorQuery(account).queryKey, 'webhook'] as const,
    queryFn: ({ signal }) => fetchJson<WebhookState>(`/${account}/settings/webhook/data`, signal),
  })
}
