import type { Queryable } from '@/lib/platform/database'

/**
 * Keeps the result of a comparison of the books. `db` is a handle of `checkout_system`. Returns true where it is the first to find
 * breaks after one without: the moment for an alert.
 */
export async function recordCoherence(db: Queryable, breaks: number, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ began: boolean }>({
    text: `WITH before AS MATERIALIZED (SELECT breaks FROM health.coherence)
      INSERT INTO health.coherence (checked_at, breaks) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at, breaks = excluded.breaks
      WHERE coherence.checked_at <= excluded.checked_at
      RETURNING breaks > 0 AND coalesce((SELECT b.breaks FROM before b), 0) = 0 AS began`,
    values: [now, breaks],
  })
  return rows[0]?.began ?? false
}

/** Signals of the service's health that no single process can tell. */
export interface ServiceHealth {
  /** Breaks that the last comparison of the books found; null before the first. */
  breaks: number | null
  checkedAt: Date | null
  pendingPayments: number
  /** Seconds since the oldest PENDING payment began, the bank's confirmations left out; 0 without one. */
  oldestPendingS: number
}

/** Reads the signals. `db` is a handle of `checkout_system`. */
export async function readServiceHealth(db: Queryable): Promise<ServiceHealth> {
  const { rows } = await db.query<{
    breaks: number | null
    checked_at: Date | null
    pending: number
    oldest_s: number
  }>({
    name: 'service-health',
    text: `SELECT c.breaks, c.checked_at, p.pending, p.oldest_s
      FROM (SELECT count(*)::integer AS pending,
          coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE step <> 'CONFIRMING')), 0)::float AS oldest_s
        FROM service.payment WHERE status = 'PENDING') p
      LEFT JOIN health.coherence c ON true`,
  })
  const [row] = rows
  return {
    breaks: row?.breaks ?? null,
    checkedAt: row?.checked_at ?? null,
    pendingPayments: row?.pending ?? 0,
    oldestPendingS: row?.oldest_s ?? 0,
  }
}
