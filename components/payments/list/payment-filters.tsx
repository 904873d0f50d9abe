'use client'

import { FilterChip } from '@/components/list/filter-chip'
import { FilterRow } from '@/components/list/filter-row'
import { SearchBox } from '@/components/list/search-box'
import { clearedHref, isFiltered, isTwisted, paymentsHref } from '@/components/payments/payment-filter'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import { AmountFilter } from './amount-filter'
import { CardFilter } from './card-filter'
import { DateFilter } from './date-filter'
import { LinkFilter } from './link-filter'

type Props = {
  filter: PaymentFilter
  currency: string
  linkTitle: string | null
  /** The search names one thing: it goes over all dates. */
  anyDate: boolean
  /** What was typed finds nothing, and the way out of that stands in the list's place. */
  clearsBelow: boolean
  customerName: string | null
}

/** Search and whatever else narrows the list; all of it is in the URL. */
export function PaymentFilters({ filter, currency, linkTitle, anyDate, clearsBelow, customerName }: Props) {
  const customer = `${payments.customerFilter}: ${customerName ?? filter.customer ?? ''}`
  const clears = isFiltered({ ...filter, q: undefined }) && !clearsBelow
  return (
    <div className="flex flex-col gap-2">
      <search
        aria-label={payments.filters}
        className="flex flex-wrap items-center gap-2 sm:items-start sm:max-xl:[&>form]:w-full"
      >
        <SearchBox
          label={payments.searchLabel}
          placeholder={payments.searchHint}
          value={filter.q ?? ''}
          hrefOf={(q) => paymentsHref(filter, { q })}
        />
        <FilterRow>
          <DateFilter filter={filter} idle={anyDate} />
          <AmountFilter filter={filter} currency={currency} />
          <CardFilter filter={filter} />
          <LinkFilter filter={filter} title={linkTitle} />
          {filter.unpaid ? (
            <FilterChip
              label={payments.unpaidFilter}
              href={paymentsHref(filter, { unpaid: undefined })}
              removeLabel={filters.remove(payments.unpaidFilter)}
            />
          ) : null}
          {filter.customer ? (
            <FilterChip
              label={customer}
              href={paymentsHref(filter, { customer: undefined })}
              removeLabel={filters.remove(customer)}
            />
          ) : null}
        </FilterRow>
        {/* Beside a row that scrolls or wraps it stays in sight, with how many there are. */}
        {clears ? <Clear filter={filter} /> : null}
      </search>
      {isTwisted(filter) ? (
        <p role="alert" className="font-medium text-danger text-sm">
          {payments.fromAfterTo}
        </p>
      ) : null}
    </div>
  )
}

/** Takes off all of them at once; says how many there are, since some may stand out of sight. */
function Clear({ filter }: { filter: PaymentFilter }) {
  const { period, min, max, card, link, customer, unpaid } = filter
  const count = [period, min ?? max, card, link, customer, unpaid].filter(
    (value) => value !== undefined,
  ).length
  return (
    <Button asChild size="sm" variant="quiet" className="-mr-2.5 self-start sm:pointer-fine:mt-0.5">
      <PageLink href={clearedHref(filter)} scroll={false}>
        {count > 1 ? payments.clearCounted(count) : payments.clearFilters}
      </PageLink>
    </Button>
  )
}
