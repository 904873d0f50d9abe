import type { Queryable } from '@/lib/platform/database'

/** Keeps what a comparison of the books found, for readiness. `db` is a handle of `checkout_system`. */
export async function recordCoherence(db: Queryable, breaks: number, now: Date): Promise<void> {
  await db.query({
    text: `INSERT INTO health.coherence (checked_at, breaks) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at, breaks = excluded.breaks
      WHERE coherence.checked_at <= excluded.checked_at`,
    values: [now, breaks],
  })
}

/** Whether the last comparison found nothing, or none was made yet. */
export async function booksAddUp(db: Queryable): Promise<boolean> {
  const { rows } = await db.query({
    name: 'books-add-up',
    text: 'SELECT 1 FROM health.coherence WHERE breaks > 0',
  })
  return rows.length === 0
}
