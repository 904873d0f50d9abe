import type { CreatePaymentLinkBody } from '@/lib/contract/payment-link'
import type { Good } from './good'
import type { OpeningHours } from './opening-hours'
import { bills } from './shop-bills'
import { courses } from './shop-courses'
import { shelfGoods, weekendBox } from './shop-shelf'

/** A link that the shop makes, and what becomes of it. */
export interface PlannedLink {
  good: Good
  body: CreatePaymentLinkBody
  madeAt: Date
  /** Nobody can pay from here on: its end, its cancel, or the history's. */
  closedAt: Date
  cancelledAt: Date | null
}

interface Span {
  /** The shop's first day; nothing is made before. */
  from: Date
  until: Date
  timezone: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A box is sold from Monday at nine to Friday at eight in the evening. */
const BOX = { daysBefore: 5, madeHour: 9 }
/** What takes place on a day is sold until eight in the evening before. */
const LAST_CALL_MS = 4 * HOUR_MS
/** The office makes links from eight in the morning on for ten hours, none at the minute of another. */
const OFFICE = { opens: 8 * HOUR_MS, open: 10 * HOUR_MS, step: 53 * MINUTE_MS }

/** The first `count` of the shop's links, those of its history's span alone, in the order in which they are made. */
export function planLinks(hours: OpeningHours, span: Span, count: number): PlannedLink[] {
  const weeks = Math.floor((span.until.getTime() - span.from.getTime()) / (7 * DAY_MS))
  const boxes = Array.from({ length: weeks + 1 }, (_, back) => weekendBox(back))
  // The first ten show every state that a link can have, so that a short history has them all.
  const [shelf, classes, invoices] = [shelfGoods.slice(0, 6), courses.slice(0, 2), bills.slice(0, 2)]
  const first = [...shelf, ...classes, ...invoices]
  const rest = [...shelfGoods.slice(6), ...courses.slice(2), ...bills.slice(2)]
  return [...first, ...rest, ...boxes]
    .flatMap((good, index) => planLink(hours, span, good, index))
    .slice(0, count)
    .sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
}

function wantedAt(
  hours: OpeningHours,
  { saturday, madeDaysAgo }: Good,
  atTheOffice: number,
  ago: (days: number) => Date,
): number {
  if (saturday !== undefined && madeDaysAgo === 0) {
    return hours.saturday(saturday).getTime() - BOX.daysBefore * DAY_MS + BOX.madeHour * HOUR_MS
  }
  // What is younger than a day is made when it is made.
  if (madeDaysAgo < 1) return ago(madeDaysAgo).getTime()
  return hours.dayBefore(madeDaysAgo).getTime() + atTheOffice
}

function planLink(
  hours: OpeningHours,
  { from, until, timezone }: Span,
  good: Good,
  index: number,
): PlannedLink[] {
  const ago = (days: number) => new Date(until.getTime() - days * DAY_MS)
  const day = good.saturday === undefined ? null : hours.saturday(good.saturday)
  const lastCall = day && new Date(day.getTime() - LAST_CALL_MS)
  const atTheOffice = OFFICE.opens + ((index * OFFICE.step) % OFFICE.open)
  const madeAt = new Date(Math.max(wantedAt(hours, good, atTheOffice, ago), from.getTime() + atTheOffice))
  const endsAt = lastCall ?? (good.endsDaysAgo === undefined ? null : hours.dayBefore(good.endsDaysAgo))
  const cancelledAt = good.cancelledDaysAgo === undefined ? null : ago(good.cancelledDaysAgo)
  const closedAt = new Date(Math.min(...[endsAt, cancelledAt, until].flatMap((it) => it?.getTime() ?? [])))
  if (madeAt >= closedAt) return []
  const date = day?.toLocaleDateString('en-US', { timeZone: timezone, month: 'short', day: 'numeric' }) ?? ''
  const body: CreatePaymentLinkBody = {
    title: good.title.replace('{date}', date),
    ...(good.description === null ? {} : { description: good.description }),
    amount: good.price,
    max_uses: good.uses,
    ...(endsAt ? { expires_at: endsAt.toISOString() } : {}),
    metadata: { ...good.metadata },
  }
  return [{ good, body, madeAt, closedAt, cancelledAt }]
}
