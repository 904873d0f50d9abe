import { queryString } from '@/components/filters/query-string'
import { addDays, dayIn, startOfDay } from '@/components/time/day-bounds'
import type { PaymentStatus } from '@/lib/contract/states'

export const periods = ['today', '7d', '30d', 'month', 'lastmonth', 'custom'] as const
export type Period = (typeof periods)[number]

/** The payments page's filters as they stand in its URL. Days are calendar days of the account's zone. */
export type PaymentFilter = {
  status?: PaymentStatus
  q?: string
  period?: Period
  from?: string
  to?: string
  link?: string
  customer?: string
  cursor?: string
}

/** The page with some filters changed (`undefined` removes one); any change starts again at the first page. */
export function paymentsHref(
  filter: PaymentFilter,
  change: { [K in keyof PaymentFilter]?: PaymentFilter[K] | undefined } = {},
): string {
  const { status, q, period, from, to, link, customer } = { ...filter, ...change }
  const days = period === 'custom' ? { from, to } : {}
  return `/payments${queryString({ status, q, period, ...days, link, customer, cursor: change.cursor })}`
}

/** Whether anything but the status tab narrows the list. */
export function isFiltered({ q, period, link, customer }: PaymentFilter): boolean {
  return Boolean(q || period || link || customer)
}

/** The same filters in the words of `/payments/data`: days become half-open instants. `now` in milliseconds. */
export function paymentsDataQuery(filter: PaymentFilter, timeZone: string, now: number): string {
  const { after, before } = bounds(filter, timeZone, now)
  return queryString({
    status: filter.status,
    q: filter.q,
    link_id: filter.link,
    customer_id: filter.customer,
    created_after: after,
    created_before: before,
    cursor: filter.cursor,
  })
}

function bounds(filter: PaymentFilter, zone: string, now: number): { after?: string; before?: string } {
  const today = dayIn(now, zone)
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (filter.period) {
    case undefined:
      return {}
    case 'today':
      return { after: startOfDay(today, zone) }
    case '7d':
      return { after: startOfDay(addDays(today, -6), zone) }
    case '30d':
      return { after: startOfDay(addDays(today, -29), zone) }
    case 'month':
      return { after: startOfDay(firstOfMonth, zone) }
    case 'lastmonth': {
      const previous = `${addDays(firstOfMonth, -1).slice(0, 8)}01`
      return { after: startOfDay(previous, zone), before: startOfDay(firstOfMonth, zone) }
    }
    case 'custom':
      return {
        ...(filter.from ? { after: startOfDay(filter.from, zone) } : {}),
        ...(filter.to ? { before: startOfDay(addDays(filter.to, 1), zone) } : {}),
      }
  }
}
