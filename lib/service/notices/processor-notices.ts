import type { Queryable } from '@/lib/platform/database'

/** Kinds of what a processor reports of itself (the table has the same CHECK). */
type NoticeKind = 'refund' | 'dispute' | 'payout' | 'account'

export interface NewNotice {
  /** Id of the processor's event: a repetition is no new notice. */
  eventId: string
  kind: NoticeKind
  /** Amount in minor units, and its currency; null if the report has none. */
  amountMinor: number | null
  currency: string | null
  summary: string
  occurredAt: Date
}

export interface Notice {
  event_id: string
  kind: NoticeKind
  account_id: string | null
  payment_id: string | null
  amount_minor: number | null
  currency: string | null
  summary: string
  occurred_at: Date
}

const noticeColumns = 'event_id, kind, account_id, payment_id, amount_minor, currency, summary, occurred_at'

/**
 * Records a report of a payment, or of none, once; payments never change by it. Refunds of payments that took no money
 * are left out. `db`: `checkout_system`. Returns whether it is new.
 */
export async function recordNotice(
  db: Queryable,
  notice: NewNotice,
  { paymentId, now }: { paymentId: string | null; now: Date },
): Promise<boolean> {
  const { eventId, kind, amountMinor, currency, summary, occurredAt } = notice
  const { count } = await db.query({
    text: `INSERT INTO health.processor_notice (${noticeColumns}, created_at)
      SELECT $1, $2::text, p.account_id, p.id, $4::bigint, upper($5), $6::text, $7::timestamptz, $8::timestamptz
      FROM (SELECT $3::text AS id) given LEFT JOIN service.payment p ON p.id = given.id
      WHERE ($2 = 'dispute' OR (given.id IS NULL) = (p.id IS NULL) AND coalesce(p.status, '') NOT IN ('VOIDED', 'TIMEOUT', 'FAILED'))
        AND NOT ($2 = 'account' AND EXISTS (
          SELECT FROM health.processor_notice o WHERE o.kind = 'account' AND o.summary = $6 AND o.closed_at IS NULL))
      ON CONFLICT (event_id) DO NOTHING`,
    values: [eventId, kind, paymentId, amountMinor, currency, summary, occurredAt, now],
  })
  return count > 0
}

/** Returns all open notices, the oldest first. `db` is a handle of `checkout_system`. */
export async function listOpenNotices(db: Queryable): Promise<Notice[]> {
  const { rows } = await db.query<Notice>({
    text: `SELECT ${noticeColumns} FROM health.processor_notice WHERE closed_at IS NULL ORDER BY occurred_at, event_id`,
  })
  return rows
}

/** Closes an open notice. `db` is a handle of `checkout_system`. Returns false if there is no open one. */
export async function closeNotice(db: Queryable, eventId: string, now: Date): Promise<boolean> {
  const { count } = await db.query({
    text: 'UPDATE health.processor_notice SET closed_at = $2 WHERE event_id = $1 AND closed_at IS NULL',
    values: [eventId, now],
  })
  return count > 0
}
