import type { ConnectionContext } from '@/lib/dashboard/context'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { PAGE_SIZE } from '@/lib/dashboard/reads/keyset'
import { shownEvent } from '@/lib/dashboard/reads/read-object'
import type { ReceivedFilter, ReceivedPage } from '@/lib/dashboard/schema/received'
import { can, type MemberRole } from '@/lib/dashboard/schema/role-permissions'

/**
 * Returns a page of the webhooks that reached the dashboard, newest first; `status` is their result. Contacts in their
 * bodies are masked for roles without `contacts.read`.
 */
export async function listReceived(
  { connectionId, prisma }: Pick<ConnectionContext, 'connectionId' | 'prisma'>,
  { status, cursor }: ReceivedFilter,
  role: MemberRole,
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
  const isMasked = !can(role, 'contacts.read')
  return {
    data: shown.map((row) => {
      const event = shownEvent(row)
      return { ...(isMasked ? maskedEvent(event) : event), object_id: row.objectId }
    }),
    has_more: more,
    next_cursor: more ? (shown.at(-1)?.deliveryId ?? null) : null,
  }
}
