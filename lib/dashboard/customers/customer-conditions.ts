import type { ConnectionContext } from '@/lib/dashboard/context'
import { createdWithin } from '@/lib/dashboard/reads/keyset'
import type { CardFilter, CustomerFilter } from '@/lib/dashboard/schema/customer'
import { periodBounds } from '@/lib/dashboard/schema/period'
import { dayIn } from '@/lib/domain/calendar-days'
import type { Prisma } from '@/lib/platform/prisma/client'
import { EXPIRING_DAYS } from './card-state'
import type { CustomerSearch } from './customer-matches'

type Condition = Prisma.MirrorCustomerWhereInput

export interface CustomerConditions {
  /** Conditions other than the status: the customers of all tabs. */
  inAnyStatus: Condition[]
  listed: Condition[]
}

/**
 * Returns the conditions of a list of customers. A search for one person (a phone, an id, an e-mail, a card, a code)
 * ignores the date window; names and references are searched within it.
 */
export function customerConditions(
  ctx: Pick<ConnectionContext, 'connectionId' | 'account' | 'now'>,
  query: CustomerFilter,
  search: CustomerSearch | null,
): CustomerConditions {
  const { connectionId, account } = ctx
  const now = ctx.now().getTime()
  const inAnyStatus: Condition[] = [
    { connectionId },
    ...(query.card === undefined ? [] : [cardCondition(query.card, account.timezone, now)]),
    ...(search === null ? [] : [{ OR: search.anyOf }]),
    ...(search !== null && search.as !== 'text'
      ? []
      : [createdWithin(periodBounds(query, account.timezone, now))]),
  ]
  return { inAnyStatus, listed: query.status ? [...inAnyStatus, { status: query.status }] : inAnyStatus }
}

/**
 * Returns the condition of a state of `cardState`; a card with an unreadable expiry counts as saved. `now` in
 * milliseconds.
 */
function cardCondition(card: CardFilter, timeZone: string, now: number): Condition {
  const today = dateOf(dayIn(now, timeZone))
  const soon = dateOf(dayIn(now + EXPIRING_DAYS * 86_400_000, timeZone))
  switch (card) {
    case 'none':
      return { cardEnd: null }
    case 'saved':
      return { cardEnd: { gt: soon } }
    case 'expiring':
      return { cardEnd: { gte: today, lte: soon } }
    case 'expired':
      return { cardEnd: { lt: today } }
  }
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`)
}
