import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { AccountEvent, EventFilter, EventsPage } from '@/lib/dashboard/schema/developers/events'

/** Events raise no event: open pages ask this often. */
const EVENTS_POLL_MS = 10_000

/** One page of the account's events. */
export function eventsQuery(account: string, filter: EventFilter) {
  return queryOptions({
    queryKey: [account, 'events', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<EventsPage>(`/${account}/developers/events/data${queryString(filter)}`, signal),
    refetchInterval: EVENTS_POLL_MS,
  })
}

/** One event with its deliveries, asked for again while one of them waits. */
export function eventQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'events', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<AccountEvent>(`/${account}/developers/events/${encodeURIComponent(id)}/data`, signal),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'PENDING') ? EVENTS_POLL_MS : false,
  })
}
