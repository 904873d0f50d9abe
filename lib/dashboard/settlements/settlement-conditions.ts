import type { ConnectionContext } from '@/lib/dashboard/context'
import { createdWithin } from '@/lib/dashboard/reads/keyset'
import { literally, searchedText, searchKind, typedAmounts } from '@/lib/dashboard/reads/search-text'
import type { SettlementFilter } from '@/lib/dashboard/schema/settlement'
import { startOfDay } from '@/lib/domain/calendar-days'
import type { Prisma } from '@/lib/platform/prisma/client'

type Condition = Prisma.MirrorSettlementWhereInput

export interface SettlementConditions {
  /** Conditions other than the status: the settlements of all tabs. */
  inAnyStatus: Condition[]
  listed: Condition[]
}

/**
 * Returns the conditions of a list of settlements. A search covers ids, references and amounts (net, gross); one for an
 * id or an amount covers all months.
 */
export function settlementConditions(
  { connectionId, account }: Pick<ConnectionContext, 'connectionId' | 'account'>,
  { status, q, month }: SettlementFilter,
): SettlementConditions {
  const text = q === undefined ? null : searchedText(q)
  const isAnyMonth = text !== null && searchKind(text) !== 'text'
  const inAnyStatus: Condition[] = [
    { connectionId },
    ...(text === null ? [] : [{ OR: matches(text, account.currency) }]),
    ...(month === undefined || isAnyMonth ? [] : [createdWithin(monthBounds(month, account.timezone))]),
  ]
  return { inAnyStatus, listed: status ? [...inAnyStatus, { status }] : inAnyStatus }
}

function matches(text: string, currency: string): Condition[] {
  const amounts = typedAmounts(text, currency)
  return [
    { id: text },
    { reference: { contains: literally(text), mode: 'insensitive' } },
    ...(amounts.length > 0
      ? [
          { netMinor: { in: amounts.flatMap((minor) => [minor, -minor]) }, currency },
          { grossMinor: { in: amounts }, currency },
        ]
      : []),
  ]
}

/** Returns the half-open instants (ISO 8601) of a month (`2026-11`) in the zone. */
function monthBounds(month: string, timeZone: string): { after: string; before: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next =
    number === 12
      ? `${String(year + 1).padStart(4, '0')}-01`
      : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`
  return { after: startOfDay(`${month}-01`, timeZone), before: startOfDay(`${next}-01`, timeZone) }
}
