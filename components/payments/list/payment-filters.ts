import { amountFilter } from '@/components/list/amount-filter'
import { dateFilter } from '@/components/list/date-filter'
import type { FilterContext, FilterEntry } from '@/components/list/filters'
import { coveredDays } from '@/components/settlements/settlement-days-text'
import type { PaymentFilter, ShownPayment } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'
import { cardFilter } from './card-filter'
import { linkFilter } from './link-filter'

/** Returns the filter table of payments; `linkTitle` is that of the link in the address. */
export function paymentFilters({
  currency,
  linkTitle,
}: {
  currency: string
  linkTitle: string | null
}): readonly FilterEntry<PaymentFilter>[] {
  return [
    dateFilter,
    amountFilter(currency),
    cardFilter,
    linkFilter(linkTitle),
    unpaidFilter,
    customerFilter,
    settlementFilter,
    unsettledFilter,
  ]
}

/** Returns a filter that an address sets and a user can only remove. */
function onlyFilter(key: 'unpaid' | 'unsettled', title: string): FilterEntry<PaymentFilter> {
  return { keys: [key], name: title, label: (filter) => (filter[key] ? title : null) }
}

/** The filter of declines whose payers have not paid since. */
const unpaidFilter = onlyFilter('unpaid', payments.unpaidFilter)
const unsettledFilter = onlyFilter('unsettled', payments.unsettledFilter)

/** Returns a filter by one object, whose name is taken from the payments shown. */
function relatedFilter(
  key: 'customer' | 'settlement',
  title: string,
  nameOn: (rows: readonly ShownPayment[], context: FilterContext) => string | undefined,
): FilterEntry<PaymentFilter> {
  return {
    keys: [key],
    name: title,
    label: (filter, context) => {
      const id = filter[key]
      if (!id) return null
      // The cast is safe, because the rows of this page are payments.
      const rows = (context.page?.data ?? []) as readonly ShownPayment[]
      return `${title}: ${nameOn(rows, context) ?? id}`
    },
  }
}

const customerFilter = relatedFilter(
  'customer',
  payments.customerFilter,
  (rows) => rows.find(({ payer }) => payer.name !== '')?.payer.name,
)

const settlementFilter = relatedFilter('settlement', payments.settlementFilter, ([row], { timeZone, now }) =>
  row?.settlement ? coveredDays(row.settlement, timeZone, now) : undefined,
)
