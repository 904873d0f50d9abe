'use client'

import { FilterPill } from '@/components/list/filter-pill'
import { usePlace } from '@/components/locale/locale-provider'
import { paymentsHref } from '@/components/payments/payment-filter'
import { latePart, useLatePart } from '@/components/ui/late-part'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import { periodWords } from './period-words'

/** With a calendar it weighs more than the list. */
const dateChoices = latePart(() => import('./date-choices').then((module) => module.DateChoices))

/** Days: presets, or a range with both days named. Days are the account's. `idle`: the search goes over all dates. */
export function DateFilter({ filter, idle }: { filter: PaymentFilter; idle: boolean }) {
  const { timeZone, now } = usePlace()
  const Choices = useLatePart(dateChoices)
  const words = periodWords(filter, timeZone, now)
  return (
    <FilterPill
      name={payments.period}
      value={
        words && idle ? (
          <>
            {payments.periodIdle(words)} <span className="sr-only">{payments.periodIdleWhy}</span>
          </>
        ) : (
          words
        )
      }
      title={words && idle ? `${payments.periodIdle(words)} ${payments.periodIdleWhy}` : undefined}
      idle={idle}
      clearHref={paymentsHref(filter, { period: undefined, from: undefined, to: undefined })}
      clearLabel={filters.remove(payments.period)}
      inside={dateChoices}
      width="choices"
    >
      {(close) => (Choices ? <Choices filter={filter} onChosen={close} /> : null)}
    </FilterPill>
  )
}
