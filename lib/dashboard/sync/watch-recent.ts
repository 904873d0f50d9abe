import type { ConnectionContext } from '@/lib/dashboard/context'

/** Time without a signal after which a page counts as closed; open pages send one more often. */
export const WATCH_MS = 60_000

/** Records that a page is open: the worker then looks for changes without an event (`pollWatched`). */
export async function watchRecent({ db, connectionId, now }: ConnectionContext): Promise<{ watching: true }> {
  const at = now()
  // Several pages of one team would write the same again.
  await db.query({
    name: 'watch-recent',
    text: `UPDATE dashboard.connection SET watched_at = $2
      WHERE id = $1 AND (watched_at IS NULL OR watched_at < $3)`,
    values: [connectionId, at, new Date(at.getTime() - WATCH_MS / 4)],
  })
  return { watching: true }
}
