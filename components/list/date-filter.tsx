import { lazyModule } from '@/components/ui/lazy-module'
import type { DayFilter } from '@/lib/dashboard/reads/period'
import type { Translate } from '@/lib/messages/translator'
import { isReversed, periodLabel } from './day-labels'
import type { FilterEntry } from './filters'

/** A lazy module: the calendar is larger than the list. */
const dateChoices = lazyModule(() => import('./date-choices').then((module) => module.DateChoices))

/** Returns the filter by days of the account's zone: presets, or a range. */
export function dateFilter(t: Translate): FilterEntry<DayFilter> {
  return {
    keys: ['period', 'from', 'to'],
    name: t('filters.listFilters.period'),
    label: (filter, context) => periodLabel(filter, t, context),
    idle: {
      isIdle: ({ anyDate }) => anyDate,
      mark: (period) => t('filters.listFilters.periodIdle', { period }),
      why: t('filters.listFilters.periodIdleWhy'),
    },
    problem: (filter) => (isReversed(filter) ? t('filters.listFilters.fromAfterTo') : null),
    pill: {
      width: 'choices',
      inside: dateChoices,
      choices: (props) => {
        const Loaded = dateChoices.loaded()
        return Loaded && <Loaded {...props} />
      },
    },
  }
}
