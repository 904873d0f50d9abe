import type { ConnectionContext } from '@/lib/dashboard/context'
import type { EventOutcome, ReceivedEvent } from '@/lib/dashboard/schema/mirror'

/** Displayed events of one object. */
const EVENTS_MAX = 50

/** Returns the webhooks that reached this dashboard about one object, newest first. */
export async function receivedEvents(ctx: ConnectionContext, objectId: string): Promise<ReceivedEvent[]> {
  const rows = await ctx.prisma.receivedEvent.findMany({
    where: { connectionId: ctx.connectionId, objectId },
    orderBy: { receivedAt: 'desc' },
    take: EVENTS_MAX,
  })
  return rows.map(shownEvent)
}

interface EventRow {
  deliveryId: string
  kind: string
  eventAt: Date
  receivedAt: Date
  outcome: string
  body: string
}

/** Returns a stored webhook as pages show it. */
export function shownEvent(row: EventRow): ReceivedEvent {
  return {
    delivery_id: row.deliveryId,
    kind: row.kind,
    event_at: row.eventAt.toISOString(),
    received_at: row.receivedAt.toISOString(),
    // A CHECK of the table limits the column to these values.
    outcome: row.outcome as EventOutcome,
    body: row.body,
  }
}
