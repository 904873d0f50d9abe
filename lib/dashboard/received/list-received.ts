import * as z from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { eventOutcomes, type ReceivedEvent } from '@/lib/dashboard/mirror/shape'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { PAGE_SIZE } from '@/lib/dashboard/reads/keyset'
import { idField } from '@/lib/dashboard/reads/list'
import { shownEvent } from '@/lib/dashboard/reads/read-object'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'

/** Received webhook with the id of its object; empty if it has none. */
export type ListedEvent = ReceivedEvent & { object_id: string }

export type ReceivedPage = { data: ListedEvent[]; has_more: boolean; next_cursor: string | null }

/** URL of the received webhooks; the cursor is a delivery's id. */
export const receivedFilterSchema = z.object({
  status: z.enum(eventOutcomes).optional(),
  cursor: idField.optional(),
})

export type ReceivedFilter = z.output<typeof receivedFilterSchema>

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
