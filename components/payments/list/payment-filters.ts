import { amountFilter } from '@/components/list/amount-filter'
import { dateFilter } from '@/components/list/date-filter'
import type { FilterEntry } from '@/components/list/filters'
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
  return [dateFilter, amountFilter(currency), cardFilter, linkFilter(linkTitle), unpaidFilter, customerFilter]
}

/** Declines of payers who have not paid since. */
const unpaidFilter: FilterEntry<PaymentFilter> = {
  keys: ['unpaid'],
  name: payments.unpaidFilter,
  words: ({ unpaid }) => (unpaid ? payments.unpaidFilter : null),
}

/** Payments of one customer, named as on the payments that are shown. */
const customerFilter: FilterEntry<PaymentFilter> = {
  keys: ['customer'],
  name: payments.customerFilter,
  words: ({ customer }, { page }) => {
    if (!customer) return null
    // The page's rows are payments: this is their filter table.
    const rows = (page?.data ?? []) as readonly ShownPayment[]
    const name = rows.find(({ payer }) => payer.name !== '')?.payer.name
    return `${payments.customerFilter}: ${name ?? customer}`
  },
}
