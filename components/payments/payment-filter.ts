import { queryString } from '@/components/filters/query-string'
import { addDays, dayIn, startOfDay } from '@/components/time/day-bounds'
import type { PaymentStatus } from '@/lib/contract/states'
import { isLowerEnd } from './amount-range'

export const periods = ['today', '7d', '30d', 'month', 'lastmonth', 'custom'] as const
export type Period = (typeof periods)[number]

/** The payments page's filters as they stand in its URL. Days are calendar days of the account's zone. */
export type PaymentFilter = {
  status?: PaymentStatus
  q?: string
  period?: Period
  from?: string
  to?: string
  /** Major units of the account's currency as plain decimals, both included. */
  min?: string
  max?: string
  /** A brand's key, four digits, or both: see readCardChoice. */
  card?: string
  link?: string
  customer?: string
  /** Declined payers who have not paid since. */
  unpaid?: '1'
  cursor?: string
}

/** The page with some filters changed (`undefined` removes one); any change starts again at the first page. */
export function paymentsHref(
  filter: PaymentFilter,
  change: { [K in keyof PaymentFilter]?: PaymentFilter[K] | undefined } = {},
): string {
  const { status, q, period, from, to, min, max, card, link, customer, unpaid } = { ...filter, ...change }
  const days = period === 'custom' ? { from, to } : {}
  const narrowed = { status, q, period, ...days, min, max, card, link, customer, unpaid }
  return `/payments${queryString({ ...narrowed, cursor: change.cursor })}`
}

/** The page with the status and the search alone. */
export function clearedHref({ status, q }: PaymentFilter): string {
  return paymentsHref({}, { status, q })
}

/** Whether anything but the status tab narrows the list. */
export function isFiltered(filter: { [K in keyof PaymentFilter]?: PaymentFilter[K] | undefined }): boolean {
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

/** The same filters in the words of `/payments/data`: days become half-open instants. `now` in milliseconds. */
export function paymentsDataQuery(filter: PaymentFilter, timeZone: string, now: number): string {
  return queryString({ ...narrowing(filter, timeZone, now), cursor: filter.cursor })
}

/** Where the whole filtered set is to be had as a file. */
export function paymentsExportHref(filter: PaymentFilter, timeZone: string, now: number): string {
  return `/payments/export${queryString(narrowing(filter, timeZone, now))}`
}

function narrowing(filter: PaymentFilter, timeZone: string, now: number) {
  const { after, before } = bounds(filter, timeZone, now)
  return {
    status: filter.status,
    q: filter.q,
    link_id: filter.link,
    customer_id: filter.customer,
    card: filter.card,
    amount_min: filter.min,
    amount_max: filter.max,
    unpaid: filter.unpaid,
    created_after: after,
    created_before: before,
  }
}

/** The first and last calendar day that a date filter shows; a bound that it does not set is null. */
export function shownDays(filter: PaymentFilter, timeZone: string, now: number) {
  const { after, before } = bounds(filter, timeZone, now)
  const day = (iso: string, shiftMs: number) => dayIn(Date.parse(iso) - shiftMs, timeZone)
  return { first: after ? day(after, 0) : null, last: before ? day(before, 1) : null }
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
