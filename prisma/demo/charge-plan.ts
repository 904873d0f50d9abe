import type { Customer } from '@/lib/contract/customer'
import { isExpired, parseExpiry } from '@/lib/domain/card'
import type { CardDetails } from '@/lib/service/processor/port'
import { periodOf } from '@/lib/service/settlements/settlement-period'
import { type OpeningHours, openingHours } from './opening-hours'
import type { Random } from './random'

export interface ChargePlanOptions {
  random: Random
  /** Customers as `makeCustomers` returned them. */
  customers: readonly Customer[]
  /** Number of payments. */
  count: number
  /** Charges by a link to the customer, included in `count`; one in five of these is not paid. */
  byLink?: number
  /** Length of the period before the context's now. */
  days: number
}

/** One charge of one customer; amount in major units. */
export interface PlannedCharge {
  at: Date
  customer: Customer
  amount: number
  description: string
  bySavedCard: boolean
  /** True if a member charges in the dashboard; otherwise the merchant's own system does. */
  byHand: boolean
  /** Merchant's own reference, and the key of the charge. */
  reference: string
  /** Time at which the link of the charge is paid, if it is. */
  paidAt: Date | null
  /** Card that pays it. */
  card: CardDetails
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Hour of standing orders; each takes a few seconds. */
const CHARGED_AT_HOUR = 6
/** Longest time until a payer opens a link. */
const ANSWER_MS = 5 * HOUR_MS
/** Time after a decline at which it is tried once more, by a member in the morning; then the shop gives the card up. */
const SECOND_TRY_MS = 2 * DAY_MS + 5 * HOUR_MS
/** Cards whose charge stays unresolved, reserved for users of the demo. */
const LOST_LATER = ['0259', '0267']
/** Card that is declined whenever it is charged later. */
const DECLINED_LATER = '0341'
const BY_LINK_SHARE = 0.04
/** Share of standing orders in the charges by card. */
const STANDING_SHARE = 0.67
const UNPAID_EVERY = 5
const FIRST_ORDER = 10_118

interface StandingOrder {
  description: string
  amount: number
  everyDays: number
}

/** Standing orders of customers, with their intervals and weights. */
const STANDING_ORDERS: readonly (readonly [StandingOrder, weight: number])[] = [
  [{ description: 'Bread box, every week', amount: 18.5, everyDays: 7 }, 4],
  [{ description: 'Office pastries, every week', amount: 64, everyDays: 7 }, 2],
  [{ description: 'Coffee club, 2 × 250 g', amount: 21.8, everyDays: 14 }, 5],
  [{ description: 'Coffee club, 1 kg', amount: 27.4, everyDays: 28 }, 4],
  [{ description: 'Office coffee, 5 kg', amount: 112.5, everyDays: 28 }, 2],
]

/** Orders by telephone, charged at once: price of one, and the number of people. */
const ORDERS = [
  { one: 'croissant', many: 'croissants', price: 3.1, least: 8, most: 30 },
  { one: 'whole quiche', many: 'whole quiches', price: 34, least: 1, most: 3 },
  { one: 'sandwich platter', many: 'sandwich platters', price: 58, least: 1, most: 4 },
  { one: 'sourdough loaf', many: 'sourdough loaves', price: 8.9, least: 2, most: 8 },
  { one: 'kilo of house blend', many: 'kilos of house blend', price: 24.9, least: 1, most: 4 },
  { one: 'birthday cake', many: 'birthday cakes', price: 48, least: 1, most: 2 },
] as const

interface Shop {
  timezone: string
}

/** Charge without its number. */
type Drawn = Omit<PlannedCharge, 'reference'> & { standing: boolean }

/** Returns all charges, drawn in advance and in order: standing orders and single ones by card, some by a link. */
export function planCharges(shop: Shop, until: Date, options: ChargePlanOptions): PlannedCharge[] {
  const { random, count } = options
  const active = options.customers.filter(({ status }) => status === 'ACTIVE')
  const byLink = active.length > 0 ? (options.byLink ?? Math.round(count * BY_LINK_SHARE)) : 0
  const byCard = count - byLink
  const span = spanOf(shop, until, options.days)
  const chargeable = active.filter(({ card }) => card !== null && !LOST_LATER.includes(card.last4 ?? ''))

  const standing = random
    .shuffled(chargeable)
    .flatMap((customer) => standingOrder(customer, span, random))
    .slice(0, Math.round(byCard * STANDING_SHARE))
  const reliable = chargeable.filter((it) => !isGivenUp(it, until) && sinceOf(it, span) < span.last)
  const single = Array.from({ length: reliable.length > 0 ? byCard - standing.length : 0 }, () => ({
    ...singleOrder(random.pick(reliable), span, random),
    bySavedCard: true,
    paidAt: null,
  }))
  const known = active.filter((it) => sinceOf(it, span) < span.last)
  const sent = Array.from({ length: known.length > 0 ? byLink : 0 }, (_, index) => {
    const order = singleOrder(random.pick(known), span, random)
    const answered = order.at.getTime() + random.int(4 * MINUTE_MS, ANSWER_MS)
    const paidAt = new Date(Math.min(answered, until.getTime() - MINUTE_MS))
    return { ...order, bySavedCard: false, paidAt: index % UNPAID_EVERY === 1 ? null : paidAt }
  })
  return [...standing, ...single, ...sent]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ standing, ...charge }, index) => {
      const number = FIRST_ORDER + index
      const description = standing ? charge.description : `Order ${number}: ${charge.description}`
      return { ...charge, description, reference: `order-${number}` }
    })
}

interface Span {
  from: Date
  until: Date
  /** Last instant of an order, so that it is done before the end. */
  last: Date
  timezone: string
  hours: OpeningHours
}

function spanOf({ timezone }: Shop, until: Date, days: number): Span {
  const from = new Date(until.getTime() - days * DAY_MS)
  const last = new Date(until.getTime() - 5 * MINUTE_MS)
  return { from, until, last, timezone, hours: openingHours({ timezone, from, until }) }
}

/** Returns the time from which a customer can be charged: the card was saved within the hour. */
function sinceOf({ created_at }: Customer, { from }: Span): Date {
  return new Date(Math.max(from.getTime(), Date.parse(created_at) + 2 * HOUR_MS))
}

/** Returns the charges of a customer's standing order. */
function standingOrder(customer: Customer, span: Span, random: Random): Drawn[] {
  const { description, amount, everyDays } = random.weighted(STANDING_ORDERS)
  const calendar = { timezone: span.timezone, schedule: 'daily' } as const
  const since = sinceOf(customer, span)
  const dates: Date[] = []
  for (let day = since.getTime() + random.int(1, 30) * DAY_MS; ; day += everyDays * DAY_MS) {
    const { start } = periodOf(new Date(day), calendar)
    const at = new Date(start.getTime() + CHARGED_AT_HOUR * HOUR_MS + random.int(0, 4 * MINUTE_MS))
    if (at >= span.last) break
    if (at > since) dates.push(at)
  }
  const charge = { customer, description, amount, bySavedCard: true, paidAt: null, standing: true }
  const instants = untilGivenUp(customer, dates, span.last)
  return instants.map((at) => ({ ...charge, at, byHand: !dates.includes(at), card: approvedCard(random) }))
}

/** Returns the charges of a customer's orders by telephone. */
function singleOrder(customer: Customer, span: Span, random: Random) {
  const { one, many, price, least, most } = random.pick(ORDERS)
  const pieces = random.int(least, most)
  return {
    at: span.hours.between(random, sinceOf(customer, span), span.last),
    customer,
    amount: Math.round(pieces * price * 100) / 100,
    description: `${pieces} ${pieces === 1 ? one : many}`,
    standing: false,
    byHand: true,
    card: approvedCard(random),
  }
}

/** Returns the instants of a standing order's charges: after a decline once more, then the card is given up. */
function untilGivenUp(customer: Customer, dates: readonly Date[], until: Date): Date[] {
  const declined = dates.findIndex((at) => isGivenUp(customer, at))
  const refused = dates[declined]
  if (!refused) return [...dates]
  const again = new Date(refused.getTime() + SECOND_TRY_MS)
  return [...dates.slice(0, declined + 1), ...(again < until ? [again] : [])]
}

/** Returns whether the saved card is declined at that time. */
function isGivenUp({ card }: Customer, at: Date): boolean {
  const expiry = parseExpiry(card?.expiry ?? '')
  return card?.last4 === DECLINED_LATER || (expiry !== null && isExpired(expiry, at))
}

function approvedCard(random: Random): CardDetails {
  return { number: '4242424242424242', expiryMonth: random.int(1, 12), expiryYear: 2099, cvc: '000' }
}
