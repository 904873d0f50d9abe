import type { Handle } from '@/lib/platform/database'

/** Retention of rows that contain payers' data, in days. */
export interface Retention {
  /** Events with their deliveries and attempts, and retry runs; longer than any retry schedule. */
  eventDays: number
  requestDays: number
}

const counted = ['deliveries', 'attempts', 'events', 'retryRuns', 'requests', 'disputeFiles'] as const
type Counts = Record<(typeof counted)[number], number>

export interface DeleteExpiredOptions {
  retention: Retention
  now: Date
  /** Ends the run after the current batch. */
  signal?: AbortSignal
  batchRows?: number
  /** Time limit of one run, milliseconds; at least one batch is done. */
  runMs?: number
}

/** Deletes at most `limit` rows that are older than `cutoff`, in one transaction. */
type Sweep = (db: Handle, cutoff: Date, limit: number) => Promise<Partial<Counts>>

const DAY_MS = 86_400_000
/** Rows per statement: few enough that no other statement waits for their locks. */
const BATCH_ROWS = 1_000
/** Time limit of a run, well within the hour after which the job runs again. */
const RUN_MS = 5 * 60_000

/**
 * Deletes rows older than their retention, in batches of one transaction each; unsent deliveries and their events stay.
 * Safe to interrupt. Unnamed statements, because an early plan would be kept. `db`: `checkout_system`.
 */
export async function deleteExpired(
  db: Handle,
  { retention, now, signal, batchRows = BATCH_ROWS, runMs = RUN_MS }: DeleteExpiredOptions,
): Promise<Counts & { complete: boolean }> {
  const endsAtMs = performance.now() + runMs
  // Object.fromEntries loses the key type.
  const deleted = Object.fromEntries(counted.map((name) => [name, 0])) as Counts
  for (const { of, sweep, days } of sweepsOf(retention)) {
    const cutoff = new Date(now.getTime() - days * DAY_MS)
    for (let found = batchRows; found === batchRows; ) {
      const batch = await sweep(db, cutoff, batchRows)
      for (const name of counted) deleted[name] += batch[name] ?? 0
      found = batch[of] ?? 0
      if (signal?.aborted || performance.now() >= endsAtMs) return { ...deleted, complete: false }
    }
  }
  return { ...deleted, complete: true }
}

type Expiry = { of: keyof Counts; sweep: Sweep; days: number }

function sweepsOf({ eventDays, requestDays }: Retention): Expiry[] {
  return [
    { of: 'deliveries', sweep: deleteDeliveries, days: eventDays },
    // A subquery per event looks its delivery up, because a join may read the whole table.
    deletesOf(
      'events',
      'service.event',
      eventDays,
      '(SELECT 1 FROM service.delivery d WHERE d.account_id = x.account_id AND d.event_id = x.id LIMIT 1) IS NULL',
    ),
    deletesOf('retryRuns', 'service.delivery_retry_run', eventDays, `status <> 'RUNNING'`),
    deletesOf('requests', 'service.api_request', requestDays, 'true'),
    { of: 'disputeFiles', days: 0, sweep: deleteDisputeFiles },
  ]
}

function deletesOf(of: keyof Counts, table: string, days: number, where: string): Expiry {
  const sweep: Sweep = async (db, cutoff, limit) => {
    const { count } = await db.query({
      text: `WITH expired AS MATERIALIZED (
          SELECT account_id, id FROM ${table} x WHERE created_at < $1 AND ${where} ORDER BY created_at LIMIT $2
        )
        DELETE FROM ${table} r USING expired x WHERE r.account_id = x.account_id AND r.id = x.id`,
      values: [cutoff, limit],
    })
    return { [of]: count }
  }
  return { of, sweep, days }
}

/** Retention of files of disputes: the rules of the card networks end within a year. */
const DISPUTE_FILE_DAYS = 365

/** Retention of files of disputes in test mode, where anyone makes as many as they like. */
const TEST_FILE_DAYS = 30

/** Deletes old files, and those that no evidence names and none can name any more, or a day ago was sent without. */
async function deleteDisputeFiles(db: Handle, now: Date, limit: number): Promise<Partial<Counts>> {
  const { count } = await db.query({
    text: `WITH expired AS MATERIALIZED (
        SELECT f.account_id, f.id FROM service.dispute_file f
        JOIN service.dispute d ON d.account_id = f.account_id AND d.id = f.dispute_id
        WHERE f.created_at < $1::timestamptz - interval '1 day' * CASE WHEN EXISTS (SELECT FROM health.deployment
            WHERE test_mode) THEN ${TEST_FILE_DAYS} ELSE ${DISPUTE_FILE_DAYS} END
          OR (d.submitted_at IS NULL OR f.id <> ALL (d.evidence_file_ids)) AND (d.closed_at IS NOT NULL
            OR least(d.submitted_at, d.evidence_due_at) < $1::timestamptz - interval '1 day')
        LIMIT $2
      )
      DELETE FROM service.dispute_file f USING expired x WHERE f.account_id = x.account_id AND f.id = x.id`,
    values: [now, limit],
  })
  return { disputeFiles: count }
}

/** Locks unsent rows first, because a person may request one more attempt at any moment. */
function deleteDeliveries(db: Handle, cutoff: Date, limit: number): Promise<Partial<Counts>> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ account_id: string; id: string }>({
      text: `SELECT account_id, id FROM service.delivery
        WHERE created_at < $1 AND status <> 'PENDING' AND owner IS NULL AND manual_due_at IS NULL
        ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      values: [cutoff, limit],
    })
    if (rows.length === 0) return {}
    const keys = [rows.map((row) => row.account_id), rows.map((row) => row.id)]
    const attempts = await tx.query({
      text: `DELETE FROM service.delivery_attempt a USING unnest($1::text[], $2::text[]) AS d (account_id, id)
        WHERE a.account_id = d.account_id AND a.delivery_id = d.id`,
      values: keys,
    })
    const deliveries = await tx.query({
      text: `DELETE FROM service.delivery w USING unnest($1::text[], $2::text[]) AS d (account_id, id)
        WHERE w.account_id = d.account_id AND w.id = d.id`,
      values: keys,
    })
    return { deliveries: deliveries.count, attempts: attempts.count }
  })
}

const KEPT_DAYS = 90
/** Keys per statement: well within its time limit. */
const BATCH = 5_000

/** Deletes keys that moved no money after 90 days. `db`: `checkout_system`. Returns their number. */
export async function deleteExpiredKeys(db: Handle, now: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count } = await db.query({
      text: `DELETE FROM service.idempotency_key WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM service.idempotency_key
          WHERE payment_id IS NULL AND refund_id IS NULL AND done_at < $1::timestamptz - $2 * interval '1 day' LIMIT $3))`,
      values: [now, KEPT_DAYS, BATCH],
    })
    deleted += count
    if (count < BATCH) return deleted
  }
}

/** Deletes old sign-up forms, cards and messages. `db`: `checkout_system`. Returns the number of rows. */
export async function sweepSignUps(db: Handle, now: Date): Promise<number> {
  const { count: forms } = await db.query({
    text: `DELETE FROM service.sign_up WHERE created_at < $1::timestamptz - interval '1 day'`,
    values: [now],
  })
  const { count: cards } = await db.query({
    text: `UPDATE service.sign_up SET customer_id = NULL, phone_key = NULL, code_mac = NULL, token_sealed = NULL,
        brand = NULL, last4 = NULL, expiry_month = NULL, expiry_year = NULL
      WHERE customer_id IS NOT NULL AND expires_at < $1`,
    values: [now],
  })
  const { count: messages } = await db.query({
    text: `DELETE FROM service.shown_message WHERE created_at < $1::timestamptz - interval '1 day'`,
    values: [now],
  })
  return forms + cards + messages
}
