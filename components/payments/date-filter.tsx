'use client'

import { useState } from 'react'
import { FilterPill } from '@/components/filters/filter-pill'
import { usePlace } from '@/components/locale/locale-provider'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import type { DateChoices } from './date-choices'
import { type PaymentFilter, paymentsHref } from './payment-filter'
import { periodWords } from './period-words'

/** Days: presets, or a range with both days named. Days are the account's. `idle`: the search goes over all dates. */
export function DateFilter({ filter, idle }: { filter: PaymentFilter; idle: boolean }) {
  const { timeZone, now } = usePlace()
  const [Choices, setChoices] = useState<typeof DateChoices | null>(null)
  async function load() {
    const loaded = await import('./date-choices')
    setChoices(() => loaded.DateChoices)
  }
  const words = periodWords(filter, timeZone, now)
  return (
    <FilterPill
      name={payments.period}
      value={words && idle ? payments.periodIdle(words) : words}
      idle={idle}
      clearHref={paymentsHref(filter, { period: undefined })}
      clearLabel={filters.remove(payments.period)}
      load={load}
      wide
    >
      {(close) => (Choices ? <Choices filter={filter} onChosen={close} /> : null)}
    </FilterPill>
  )
}
