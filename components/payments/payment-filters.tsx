'use client'

import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { FilterChip } from '@/components/filters/filter-chip'
import { SearchBox } from '@/components/filters/search-box'
import { usePlace } from '@/components/locale/locale-provider'
import { dayIn } from '@/components/time/day-bounds'
import { Button } from '@/components/ui/button'
import { DateRange } from '@/components/ui/date-range'
import { Select } from '@/components/ui/select'
import { payments } from '@/lib/messages/payments'
import { type PaymentFilter, paymentsHref, periods } from './payment-filter'

/** Search, date presets and whatever else narrows the list; all of it is in the URL. */
export function PaymentFilters({ filter, linkTitle }: { filter: PaymentFilter; linkTitle: string | null }) {
  const router = useRouter()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={payments.searchLabel}
          placeholder={payments.searchHint}
          value={filter.q ?? ''}
          hrefOf={(q) => paymentsHref(filter, { q })}
        />
        <div className="min-w-40">
          <Select
            aria-label={payments.period}
            value={filter.period ?? ''}
            onChange={(event) => {
              const period = periods.find((candidate) => candidate === event.target.value)
              router.push(paymentsHref(filter, { period }), { scroll: false })
            }}
          >
            <option value="">{payments.periods.all}</option>
            {periods.map((period) => (
              <option key={period} value={period}>
                {payments.periods[period]}
              </option>
            ))}
          </Select>
        </div>
        {filter.link ? (
          <FilterChip
            label={payments.filterLink(linkTitle ?? filter.link)}
            href={paymentsHref(filter, { link: undefined })}
            removeLabel={payments.removeFilter(payments.filterLink(linkTitle ?? filter.link))}
          />
        ) : null}
        {filter.customer ? (
          <FilterChip
            label={payments.filterCustomer(filter.customer)}
            href={paymentsHref(filter, { customer: undefined })}
            removeLabel={payments.removeFilter(payments.filterCustomer(filter.customer))}
          />
        ) : null}
      </div>
      {filter.period === 'custom' ? <CustomDays filter={filter} /> : null}
    </div>
  )
}

function CustomDays({ filter }: { filter: PaymentFilter }) {
  const router = useRouter()
  const { timeZone, now } = usePlace()
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const day = (name: string) => String(form.get(name) ?? '') || undefined
        router.push(paymentsHref(filter, { from: day('from'), to: day('to') }), { scroll: false })
      }}
    >
      <DateRange
        legend={payments.period}
        fromLabel={payments.from}
        toLabel={payments.to}
        from={filter.from ?? ''}
        to={filter.to ?? ''}
        max={dayIn(now, timeZone)}
      />
      <Button type="submit">{payments.apply}</Button>
    </form>
  )
}
