'use client'

import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { DayFilter } from '@/lib/dashboard/schema/period'
import { listFilters } from '@/lib/messages/filters'
import { isReversed, periodLabel } from './day-labels'
import type { ChoicesProps, FilterEntry } from './filters'

/** A lazy module: the calendar is larger than the list. */
const dateChoices = lazyModule(() => import('./date-choices').then((module) => module.DateChoices))

/** Filters by days of the account's zone: presets, or a range. */
export const dateFilter: FilterEntry<DayFilter> = {
  keys: ['period', 'from', 'to'],
  name: listFilters.period,
  label: (filter, { timeZone, now }) => periodLabel(filter, timeZone, now),
  idle: {
    isIdle: ({ anyDate }) => anyDate,
    mark: listFilters.periodIdle,
    why: listFilters.periodIdleWhy,
  },
  problem: (filter) => (isReversed(filter) ? listFilters.fromAfterTo : null),
  pill: { width: 'choices', inside: dateChoices, choices: (props) => <Choices {...props} /> },
}

function Choices(props: ChoicesProps<DayFilter>) {
  const Loaded = useLazyModule(dateChoices)
  return Loaded ? <Loaded {...props} /> : null
}
