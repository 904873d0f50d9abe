'use client'

import { useRead } from '@/components/data/read'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale } from '@/components/locale/locale-provider'
import type { EventFilter } from '@/lib/dashboard/schema/developers/events'
import { eventTabs } from '@/lib/dashboard/schema/tabs'
import { developerEvents } from '@/lib/messages/developer-events'
import { eventColumns } from './event-columns'
import { EVENTS_POLL_MS } from './event-tools'

const filters: readonly FilterEntry<EventFilter>[] = [
  choiceFilter('kind', developerEvents.columns.kind, developerEvents.kinds),
  dateFilter,
]

/** Renders the list of all events of the account. */
export function EventsScreen({ filter }: { filter: EventFilter }) {
  const { timeZone } = useLocale()
  const query = useRead('events/list', filter, { refetchInterval: EVENTS_POLL_MS })
  return (
    <ListScreen
      path="/developers/events"
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={eventTabs}
      columns={eventColumns(timeZone)}
      filters={filters}
      messages={developerEvents}
      sumLabel={null}
      emptyAction={undefined}
    />
  )
}
