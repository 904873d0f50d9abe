import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { trimmedText } from '@/lib/contract/text'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { idField } from '@/lib/dashboard/reads/list'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { isStorable } from '@/lib/domain/text'
import { raw, sql } from '@/lib/platform/sql'
import { type SavedView, type ViewList, viewLists } from './shape'

const NAME_MAX = 40
const QUERY_MAX = 1_000
/** Saved views of one list; more would need a search of their own. */
const VIEWS_MAX = 20

export const saveViewInput = z.object({
  list: z.enum(viewLists),
  name: trimmedText({ min: 1, max: NAME_MAX }),
  query: z.string().min(1).max(QUERY_MAX).refine(isStorable),
})
export type SaveViewInput = z.output<typeof saveViewInput>

export const removeViewInput = z.object({ id: idField })
export type RemoveViewInput = z.output<typeof removeViewInput>

/**
 * Saves a list's filters for its member; the oldest of too many is deleted. Throws Refusal `invalid_parameters` if
 * another view of the list has the name.
 */
export async function saveView(
  ctx: ConnectionContext,
  { list, name, query }: SaveViewInput,
): Promise<SavedView[]> {
  const userId = memberOf(ctx)
  const plain = new URLSearchParams(query)
  // A view is a list's filters, not one page of it.
  plain.delete('cursor')
  const { connectionId } = ctx
  const now = ctx.now()
  const { count } = await ctx.db.query(sql`
    INSERT INTO dashboard.saved_view (connection_id, id, user_id, list, name, query, created_at)
    VALUES (${connectionId}, ${newId('view', now)}, ${userId}, ${list}, ${name}, ${plain.toString()}, ${now})
    ON CONFLICT (connection_id, user_id, list, name) DO UPDATE SET query = excluded.query
    WHERE saved_view.query = excluded.query`)
  if (count === 0) throw fieldRefusal('name', 'name_taken', 'saved-views.nameTaken')
  await ctx.db.query(sql`
    DELETE FROM dashboard.saved_view WHERE connection_id = ${connectionId} AND id IN (
      SELECT id FROM dashboard.saved_view
      WHERE connection_id = ${connectionId} AND user_id = ${userId} AND list = ${list}
      ORDER BY created_at DESC, id DESC OFFSET ${raw(VIEWS_MAX)})`)
  return listViews(ctx, list)
}

/** Deletes one of the member's own views; a missing one is no error. */
export async function removeView(ctx: ConnectionContext, { id }: RemoveViewInput): Promise<{ id: string }> {
  await ctx.prisma.savedView.deleteMany({
    where: { connectionId: ctx.connectionId, userId: memberOf(ctx), id },
  })
  return { id }
}

/** Returns the member's own views of a list, oldest first, so that their positions are stable. */
export async function listViews(ctx: ConnectionContext, list: ViewList): Promise<SavedView[]> {
  const rows = await ctx.prisma.savedView.findMany({
    where: { connectionId: ctx.connectionId, userId: memberOf(ctx), list },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, name, query }) => ({ id, name, query }))
}

function memberOf({ userId }: ConnectionContext): string {
  if (userId === null) throw new Refusal('forbidden')
  return userId
}
