import { listHref } from '@/components/list/list-href'
import { isLowerEnd } from '@/components/payments/list/amount-range'
import { dayIn } from '@/lib/contract/calendar-days'
import type { PaymentStatus } from '@/lib/contract/states'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { periodBounds } from '@/lib/dashboard/schema/period'

/** Returns the address of the payments list with some filters changed. */
export function paymentsHref(filter: PaymentFilter, change: Partial<PaymentFilter> = {}): string {
  return listHref('/payments', filter, change)
}

/** The page with the status and the search alone. */
export function clearedHref({ status, q }: PaymentFilter): string {
  return paymentsHref({}, { status, q })
}

/** Whether anything but the status tab narrows the list. */
export function isFiltered(filter: PaymentFilter): boolean {
  const { q, period, min, max, card, link, customer, unpaid } = filter
  return Boolean(q || period || isLowerEnd(min) || max || card || link || customer || unpaid)
}

/** The status tab, where nothing else narrows the list. */
export function tabAlone(filter: PaymentFilter): PaymentStatus | undefined {
  return filter.cursor === undefined && !isFiltered(filter) ? filter.status : undefined
}

/** Whether the own range ends before it begins, so that nothing can lie in it. */
export function isTwisted({ period, from, to }: PaymentFilter): boolean {
  return period === 'custom' && from !== undefined && to !== undefined && from > to
}

/** The first and last calendar day that a date filter shows; a bound that it does not set is null. */
export function shownDays(filter: PaymentFilter, timeZone: string, now: number) {
  const { after, before } = periodBounds(filter, timeZone, now)
  const day = (iso: string, shiftMs: number) => dayIn(Date.parse(iso) - shiftMs, timeZone)
  return { first: after ? day(after, 0) : null, last: before ? day(before, 1) : null }
}
