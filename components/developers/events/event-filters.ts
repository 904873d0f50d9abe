import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import type { EventFilter } from '@/lib/dashboard/schema/developers/events'
import { developerEvents } from '@/lib/messages/developer-events'

/** Filters of events: the kind and the day. */
export const eventFilters: readonly FilterEntry<EventFilter>[] = [
  choiceFilter('kind', developerEvents.columns.kind, developerEvents.kinds),
  dateFilter,
]
