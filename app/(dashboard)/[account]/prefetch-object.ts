import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { Refusal } from '@/lib/dashboard/refusal'

/**
 * Puts the object of a page into the page's queries. An unknown object is a 404. An object that no host has confirmed
 * yet counts as old, so that the browser asks for it once the page is on screen; so does one that could not be read.
 */
export async function prefetchObject<Detail extends { confirmed: boolean | null }>(
  client: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  read: () => Promise<Detail>,
): Promise<void> {
  try {
    const detail = await read()
    client.setQueryData<Detail>(queryKey, detail, { updatedAt: detail.confirmed === null ? 0 : Date.now() })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
  }
}
