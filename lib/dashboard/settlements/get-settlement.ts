import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ObjectSource, readObject, receivedEvents } from '@/lib/dashboard/reads/read-object'
import { dayIn } from '@/lib/domain/calendar-days'
import { shownSettlement } from './shown-settlement'
import { expectedBy, isOver, transferTimes } from './transfer-times'

/**
 * Returns one settlement with its webhooks and the last usual day of its transfer, read `from` the host (which confirms
 * it) or from the mirror. Throws as `readObject` does.
 */
export async function getSettlement(
  ctx: ConnectionContext,
  id: string,
  { from = 'host' }: { from?: ObjectSource } = {},
) {
  const { connectionId, prisma, account } = ctx
  const { timezone: timeZone } = account
  const read = () => prisma.mirrorSettlement.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'settlements', id, from }, read)
  const settlement = shownSettlement(row)
  const [events, times] = await Promise.all([receivedEvents(ctx, id), transferTimes(ctx)])
  const waits = settlement.status === 'PENDING' && !settlement.mirror.missing
  const by = waits ? expectedBy(dayIn(Date.parse(settlement.created_at), timeZone), times) : null
  return {
    settlement,
    confirmed,
    problem,
    events,
    /** Last usual day of the transfer, in the account's zone; null if it was sent or there is no history. */
    expectedBy: by,
    /** True once that day is over without a report of the transfer. */
    late: by !== null && isOver(by, { now: ctx.now().getTime(), timeZone }),
  }
}
