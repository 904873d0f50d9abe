import type { ConnectionContext } from '@/lib/dashboard/context'
import { PAGE_SIZE } from '@/lib/dashboard/reads/keyset'
import { readQuery } from '@/lib/dashboard/reads/read-query'
import { shownEvent } from '@/lib/dashboard/reads/received-events'
import type { QuerySource } from '@/lib/dashboard/schema/list'
import { type ReceivedFilter, type ReceivedPage, receivedFilterSchema } from '@/lib/dashboard/schema/received'

/** Reads a query of the list of received webhooks. Throws Refusal `invalid_parameters`. */
export function parseListReceived(source: QuerySource): ReceivedFilter {
  return readQuery(receivedFilterSchema, source)
}

/** Returns a page of the webhooks that reached the dashboard, newest first; `status` is what became of them. */
export async function listReceived(
  { connectionId, prisma }: Pick<ConnectionContext, 'connectionId' | 'prisma'>,
  { status, cursor }: ReceivedFilter,
): Promise<ReceivedPage> {
  const rows = await prisma.receivedEvent.findMany({
    where: { connectionId, ...(status ? { outcome: status } : {}) },
    orderBy: [{ receivedAt: 'desc' }, { deliveryId: 'desc' }],
    take: PAGE_SIZE + 1,
    ...(cursor === undefined
      ? {}
      : { cursor: { connectionId_deliveryId: { connectionId, deliveryId: cursor } }, skip: 1 }),
  })
  const shown = rows.slice(0, PAGE_SIZE)
  const more = rows.length > PAGE_SIZE
  return {
    data: shown.map((row) => ({ ...shownEvent(row), object_id: row.objectId })),
    has_more: more,
    next_cursor: more ? (shown.at(-1)?.deliveryId ?? null) : null,
  }
}
