import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { STALE_MS } from '@/components/data/query-defaults'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import { Refusal } from '@/lib/dashboard/refusal'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/**
 * Puts a page's object into the page's queries. Throws not found for an unknown object. An object that no
 * host has confirmed yet, or that could not be read, counts as stale, so that the browser refetches it once
 * the page is on screen.
 */
export async function prefetchObject<Detail extends { confirmed: boolean | null }>(
  client: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  read: () => Promise<Detail>,
): Promise<void> {
  try {
    const detail = await read()
    client.setQueryData<Detail>(queryKey, detail, {
      updatedAt: Date.now() - (detail.confirmed === null ? STALE_MS : 0),
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    if (!isHostError(error)) webDashboard().log.error({ err: error }, 'an object was not prefetched')
  }
}
