import type { Queryable } from '@/lib/platform/database'
import { schedules } from '@/lib/service/jobs/schedules'
import { stuckPaymentSql } from './coherence-rules'

/**
 * Stores the result of a comparison that began at `startedAt`; a full one replaces that of `recent` rows.
 * `db`: `checkout_system`. Returns true if it has more discrepancies than the previous one.
 */
export async function recordCoherence(
  db: Queryable,
  breaks: number,
  startedAt: Date,
  { recent = false }: { recent?: boolean } = {},
): Promise<boolean> {
  const { rows } = await db.query<{ began: boolean }>({
    text: `WITH before AS MATERIALIZED (SELECT ${recent ? 'recent_breaks' : 'greatest(breaks, recent_breaks)'} AS breaks FROM health.coherence)
      ${recent ? RECORD_RECENT : RECORD_WHOLE}
      RETURNING $2 > coalesce((SELECT b.breaks FROM before b), 0) AS began`,
    values: [startedAt, breaks],
  })
  return rows[0]?.began ?? false
}

const RECORD_WHOLE = `INSERT INTO health.coherence (checked_at, breaks) VALUES ($1, $2)
  ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at, breaks = excluded.breaks,
    recent_breaks = CASE WHEN coherence.recent_checked_at > excluded.checked_at THEN coherence.recent_breaks ELSE 0 END
  WHERE coherence.checked_at <= excluded.checked_at`

const RECORD_RECENT = `UPDATE health.coherence SET recent_checked_at = $1, recent_breaks = $2
  WHERE checked_at <= $1 AND coalesce(recent_checked_at, $1) <= $1`

/** Health signals of the service that no single process can report. */
export interface ServiceHealth {
  /** Discrepancies of the last full comparison, or of the last recent one; null before the first. */
  breaks: number | null
  checkedAt: Date | null
  recentCheckedAt: Date | null
  pendingPayments: number
  stuckPayments: number
  /** Age of the oldest PENDING payment in seconds, excluding confirmations at the bank; 0 without one. */
  oldestPendingS: number
  overdueJobs: string[]
  /** Time since the oldest moment of a scheduled job that has not ended, in seconds; 0 without one. */
  oldestDueJobS: number
}

/** Longer than a scheduled job takes, or than a deployment is without a worker. */
const JOB_OVERDUE_AFTER_MS = 3_600_000

/** Reads the signals. `db` is a handle of `checkout_system`. */
export async function readServiceHealth(db: Queryable): Promise<ServiceHealth> {
  const { rows } = await db.query<ServiceHealth>({
    name: 'service-health',
    text: `SELECT greatest(c.breaks, c.recent_breaks) AS breaks, c.checked_at AS "checkedAt",
        c.recent_checked_at AS "recentCheckedAt", p.pending AS "pendingPayments", p.stuck AS "stuckPayments",
        p.oldest_s AS "oldestPendingS", j.overdue AS "overdueJobs", j.oldest_due_s AS "oldestDueJobS"
      FROM (SELECT count(*)::integer AS pending, count(*) FILTER (WHERE ${stuckPaymentSql})::integer AS stuck,
          coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE step <> 'CONFIRMING')), 0)::float AS oldest_s
        FROM service.payment WHERE status = 'PENDING') p
      CROSS JOIN (SELECT coalesce(array_agg(name ORDER BY due_at) FILTER (WHERE due_at < clock_timestamp() - $2 * interval '1 ms'), '{}') AS overdue,
          greatest(coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0), 0)::float AS oldest_due_s
        FROM jobs.scheduled_job WHERE name = ANY ($1)) j
      LEFT JOIN health.coherence c ON true`,
    values: [Object.keys(schedules), JOB_OVERDUE_AFTER_MS],
  })
  // Aggregates without groups have exactly one row.
  return rows[0] as ServiceHealth
}

/** Hour of the day (UTC) from which the daily full comparison is due. */
const WHOLE_FROM_HOUR = 3

/** Returns whether no full comparison ran since the last night began. `db` is a handle of `checkout_system`. */
export async function isWholeCheckDue(db: Queryable, now: Date): Promise<boolean> {
  const night = new Date(now)
  night.setUTCHours(WHOLE_FROM_HOUR, 0, 0, 0)
  if (night > now) night.setUTCDate(night.getUTCDate() - 1)
  const { rows } = await db.query({
    text: 'SELECT checked_at FROM health.coherence WHERE checked_at >= $1',
    values: [night],
  })
  return rows.length === 0
}
