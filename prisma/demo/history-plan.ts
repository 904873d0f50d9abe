import type { CardDetails } from '@/lib/service/processor/port'
import { periodOf } from '@/lib/service/settlements/settlement-period'
import { type PlannedLink, planLinks } from './link-plan'
import { type OpeningHours, openingHours } from './opening-hours'
import { cardNumberFor, drawOutcomes, isRefused, type PaymentOutcome } from './payment-outcomes'
import { person } from './person'
import type { Random } from './random'

interface Payer {
  name: string
  /** E-mail; empty for a payer without one. */
  email: string
}

/** One payer's attempt at one link. */
export interface PlannedPayment {
  at: Date
  link: PlannedLink
  outcome: PaymentOutcome
  payer: Payer
  card: CardDetails
}

/** Visit of a link without a payment. */
export interface PlannedVisit {
  at: Date
  link: PlannedLink
}

export interface HistoryPlan {
  links: PlannedLink[]
  visits: PlannedVisit[]
  /** Payments in the order of their instants. */
  payments: PlannedPayment[]
}

export interface HistoryOptions {
  random: Random
  /** Number of payments in all states. */
  payments: number
  /** Length of the period before `until`. */
  days: number
  until: Date
  /** Number of links; fewer if the period is too short for them. */
  links?: number
  /** Payments whose payers are at their bank's confirmation step at the end of the history, included in `payments`. */
  inFlight?: number
  /** Customers of the shop, who sometimes pay a link like other payers. */
  regulars?: readonly Payer[]
}

interface Shop {
  timezone: string
  created_at: Date
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Fewest links that show every state; beyond that about one for thirty payments. */
const LINKS_MIN = 10
const LINKS_SHARE = 0.03
/** Longest time until a bill is paid. */
const BILL_ANSWER_MS = 4 * DAY_MS
/** Time before the end of the history by which slow results, such as a payer who leaves, have ended. */
const ENDED_MS = HOUR_MS
/** Share of refused payers who try again, and of all payers, those who come back or are customers anyway. */
const RETRY_SHARE = 0.55
const REGULAR_SHARE = 0.1
const PAYERS_SHARE = 0.35
const LOOKERS_SHARE = 0.33
const LOYALTY = 1.4
const NO_EMAIL_SHARE = 0.06

/** Returns the whole history, drawn in advance: the same seed gives the same history, whatever runs concurrently. */
export function planHistory({ timezone, created_at: opened }: Shop, options: HistoryOptions): HistoryPlan {
  const { random, payments: count, days, until, inFlight = 0 } = options
  const first = periodOf(new Date(until.getTime() - days * DAY_MS), { timezone, schedule: 'daily' }).start
  const from = new Date(Math.max(first.getTime(), opened.getTime()))
  const hours = openingHours({ timezone, from, until })
  const wanted = options.links ?? Math.max(LINKS_MIN, Math.round(count * LINKS_SHARE))
  const links = planLinks(hours, { from, until, timezone }, wanted)
  const draw = payerDrawer(random, count, options.regulars ?? [])
  const place = (at: Date, link: PlannedLink, outcome: PaymentOutcome, payer: Payer): PlannedPayment => ({
    at,
    link,
    outcome,
    payer,
    card: cardFor(outcome, random),
  })

  const booked = links.flatMap((link) => bookedPayments(link, hours, until, random)).slice(0, count)
  const atTheBank = Math.min(inFlight, count - booked.length)
  const free = count - booked.length - atTheBank
  // No payer comes before there is something to buy.
  const openedAt = links.find(({ product }) => product.demand > 0)?.madeAt ?? from
  const fates = drawOutcomes(random, free)
  const walkIns = hours.instants(random, free, openedAt).flatMap((at, index) => {
    const link = chooseLink(random, links, at)
    const outcome = at.getTime() < until.getTime() - ENDED_MS ? (fates[index] ?? 'pays') : 'pays'
    return link ? [place(at, link, outcome, draw())] : []
  })
  secondTries(walkIns, random)
  const waiting = Array.from({ length: atTheBank }, (_, index) => {
    const at = new Date(until.getTime() - (3 + 8 * index) * MINUTE_MS)
    const link = chooseLink(random, links, at)
    return link ? [place(at, link, 'at the bank', draw())] : []
  })
  const taken = booked.map(({ at, link }) => place(at, link, 'pays', link.product.client ?? draw()))
  const payments = [...taken, ...walkIns, ...waiting.flat()].sort((a, b) => a.at.getTime() - b.at.getTime())
  return { links, payments, visits: planVisits(links, payments, random) }
}

/** Plans visits: one in three payers comes back to a link that was opened before; unpaid links are opened, too. */
function planVisits(
  links: readonly PlannedLink[],
  payments: readonly PlannedPayment[],
  random: Random,
): PlannedVisit[] {
  const before = ({ at, link }: PlannedPayment): PlannedVisit[] => {
    const visit = new Date(at.getTime() - random.int(MINUTE_MS, 9 * HOUR_MS))
    return random.chance(LOOKERS_SHARE) && visit > link.madeAt ? [{ at: visit, link }] : []
  }
  const unpaid = links
    .filter(({ product }) => product.demand === 0 && !product.sold)
    .flatMap((link) =>
      Array.from({ length: random.int(1, 4) }, () => ({
        at: new Date(random.int(link.madeAt.getTime(), link.closedAt.getTime())),
        link,
      })),
    )
  return [...payments.flatMap(before), ...unpaid]
}

/** Plans payments of seats and bills, one by one, by their own payers. */
function bookedPayments(
  link: PlannedLink,
  hours: OpeningHours,
  end: Date,
  random: Random,
): { at: Date; link: PlannedLink }[] {
  const { madeAt, closedAt, product } = link
  const life = closedAt.getTime() - madeAt.getTime()
  // A bill is paid soon; seats of a finished course were sold in the first two thirds of its time.
  const sold = product.client ? Math.min(life, BILL_ANSWER_MS) : closedAt < end ? (life * 2) / 3 : life
  const until = new Date(madeAt.getTime() + sold)
  const from = new Date(madeAt.getTime() + 10 * MINUTE_MS)
  if (from >= until) return []
  return Array.from({ length: product.sold ?? 0 }, () => ({ at: hours.between(random, from, until), link }))
}

/** Returns a link that is payable at that time, weighted by demand. Null if there is none. */
function chooseLink(random: Random, links: readonly PlannedLink[], at: Date): PlannedLink | null {
  const open = links.filter(
    ({ madeAt, closedAt, product }) => product.demand > 0 && madeAt < at && at < closedAt,
  )
  return open.length === 0 ? null : random.weighted(open.map((link) => [link, link.product.demand] as const))
}

/** Lets some refused payers use another card at once: planned payments become theirs. */
function secondTries(payments: PlannedPayment[], random: Random): void {
  for (const [index, { at, link, outcome, payer }] of payments.entries()) {
    if (!isRefused(outcome) || !random.chance(RETRY_SHARE)) continue
    const again = new Date(at.getTime() + random.int(45_000, 5 * MINUTE_MS))
    const next = payments.findIndex((it, place) => place > index && it.outcome === 'pays')
    const replaced = payments[next]
    if (replaced && again < link.closedAt) payments[next] = { ...replaced, at: again, link, payer }
  }
}

/** Returns a function that draws payers: most come once, some repeatedly, a few are customers. */
function payerDrawer(random: Random, payments: number, regulars: readonly Payer[]): () => Payer {
  const known = Array.from({ length: Math.ceil(payments * PAYERS_SHARE) }, () => {
    const { name, email } = person(random)
    return { name, email: random.chance(NO_EMAIL_SHARE) ? '' : email }
  })
  return () => {
    if (regulars.length > 0 && random.chance(REGULAR_SHARE)) return random.pick(regulars)
    // The power of a random number favors the first payers: the best ones come repeatedly, the last ones once.
    const index = Math.floor(known.length * random.next() ** LOYALTY)
    return known[index] ?? random.pick(known)
  }
}

function cardFor(outcome: PaymentOutcome, random: Random): CardDetails {
  const number = cardNumberFor(outcome, random)
  const cvc = number.length === 15 ? '0000' : '000'
  return { number, expiryMonth: random.int(1, 12), expiryYear: 2099, cvc }
}
