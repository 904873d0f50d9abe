import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { AccountEvent } from '@/lib/contract/panel/events'
import type { EventFilter, EventsPage } from '@/lib/dashboard/schema/developers/events'

/** Refetch interval. New events raise no live message. */
const EVENTS_POLL_MS = 10_000

/** Returns the query of one page of the account's events. */
export function eventsQuery(account: string, filter: EventFilter) {
  return queryOptions({
    queryKey: [account, 'events', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<EventsPage>(`/${account}/developers/events/data${queryString(filter)}`, signal),
    refetchInterval: EVENTS_POLL_MS,
  })
}

/** Returns the query of one event with its deliveries. It is refetched while one of them is pending. */
export function eventQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'events', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<AccountEvent>(`/${account}/developers/events/${encodeURIComponent(id)}/data`, signal),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'PENDING') ? EVENTS_POLL_MS : false,
  })
}
