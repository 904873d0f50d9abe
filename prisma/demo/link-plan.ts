import type { CreatePaymentLinkBody } from '@/lib/contract/payment-link'
import { clientInvoices } from './client-invoices'
import { courses } from './courses'
import type { OpeningHours } from './opening-hours'
import type { Product } from './product'
import { regularProducts, weekendBox } from './regular-products'

/** Link that the shop creates, with its future. */
export interface PlannedLink {
  product: Product
  body: CreatePaymentLinkBody
  madeAt: Date
  /** Time from which it is not payable: its end, its cancellation, or the end of the history. */
  closedAt: Date
  cancelledAt: Date | null
}

interface Span {
  /** Shop's first day; no link is older. */
  from: Date
  until: Date
  timezone: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Sale of a box: from Monday at nine to Friday at eight in the evening. */
const BOX = { daysBefore: 5, madeHour: 9 }
/** Time before an event's day at which its sale ends: eight in the evening before. */
const LAST_CALL_MS = 4 * HOUR_MS
/** Office hours for creating links: ten hours from eight in the morning, no two in the same minute. */
const OFFICE = { opens: 8 * HOUR_MS, open: 10 * HOUR_MS, step: 53 * MINUTE_MS }

/** Returns the first `count` of the shop's links, only those within the history's span, in the order of creation. */
export function planLinks(hours: OpeningHours, span: Span, count: number): PlannedLink[] {
  const weeks = Math.floor((span.until.getTime() - span.from.getTime()) / (7 * DAY_MS))
  const boxes = Array.from({ length: weeks + 1 }, (_, back) => weekendBox(back))
  // The first ten show every state of a link, so that a short history has them all.
  const [regularProduct, classes, invoices] = [
    regularProducts.slice(0, 6),
    courses.slice(0, 2),
    clientInvoices.slice(0, 2),
  ]
  const first = [...regularProduct, ...classes, ...invoices]
  const rest = [...regularProducts.slice(6), ...courses.slice(2), ...clientInvoices.slice(2)]
  return [...first, ...rest, ...boxes]
    .flatMap((product, index) => planLink(hours, span, product, index))
    .slice(0, count)
    .sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
}

function wantedAt(
  hours: OpeningHours,
  { saturday, madeDaysAgo }: Product,
  atTheOffice: number,
  ago: (days: number) => Date,
): number {
  if (saturday !== undefined && madeDaysAgo === 0) {
    return hours.saturday(saturday).getTime() - BOX.daysBefore * DAY_MS + BOX.madeHour * HOUR_MS
  }
  // A link younger than a day keeps its exact age.
  if (madeDaysAgo < 1) return ago(madeDaysAgo).getTime()
  return hours.dayBefore(madeDaysAgo).getTime() + atTheOffice
}

function planLink(
  hours: OpeningHours,
  { from, until, timezone }: Span,
  product: Product,
  index: number,
): PlannedLink[] {
  const ago = (days: number) => new Date(until.getTime() - days * DAY_MS)
  const day = product.saturday === undefined ? null : hours.saturday(product.saturday)
  const lastCall = day && new Date(day.getTime() - LAST_CALL_MS)
  const atTheOffice = OFFICE.opens + ((index * OFFICE.step) % OFFICE.open)
  const madeAt = new Date(Math.max(wantedAt(hours, product, atTheOffice, ago), from.getTime() + atTheOffice))
  const endsAt = lastCall ?? (product.endsDaysAgo === undefined ? null : hours.dayBefore(product.endsDaysAgo))
  const cancelledAt = product.cancelledDaysAgo === undefined ? null : ago(product.cancelledDaysAgo)
  const closedAt = new Date(Math.min(...[endsAt, cancelledAt, until].flatMap((it) => it?.getTime() ?? [])))
  if (madeAt >= closedAt) return []
  const date = day?.toLocaleDateString('en-US', { timeZone: timezone, month: 'short', day: 'numeric' }) ?? ''
  const body: CreatePaymentLinkBody = {
    title: product.title.replace('{date}', date),
    ...(product.description === null ? {} : { description: product.description }),
    amount: product.price,
    max_uses: product.uses,
    ...(endsAt ? { expires_at: endsAt.toISOString() } : {}),
    metadata: { ...product.metadata },
  }
  return [{ product, body, madeAt, closedAt, cancelledAt }]
}
