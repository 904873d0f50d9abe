import type { Handle, Queryable } from '@/lib/platform/database'
import type { StoredSecrets } from './endpoint-row'

/** A delivery that this process holds until its lease ends. `owner` is the fence: new for every claim. */
export interface ClaimedDelivery extends StoredSecrets {
  account_id: string
  id: string
  owner: string
  /** Number of attempts before this one, and of those that belong to the schedule. */
  attempts: number
  automatic_attempts: number
  /** True for an attempt requested by a person: it leaves the schedule unchanged. */
  manual: boolean
  kind: string
  body: string
  endpoint_id: string
  url: string
  /** True if the endpoint was slow recently: it waits in a separate lane. */
  slow: boolean
}

export interface Claim {
  owner: string
  /** Maximum numbers of deliveries claimed for endpoints that respond in time, and for recently slow ones. */
  limit: number
  slowLimit: number
  /** Maximum numbers of deliveries held per endpoint and per account, by all workers together. */
  perEndpoint: number
  perAccount: number
  leaseMs: number
  now: Date
}

export interface Claimed {
  taken: ClaimedDelivery[]
  /** True if more deliveries wait for paused or deleted endpoints than one claim skips. */
  hasMore: boolean
}

/** Earliest unclaimed retry or manual attempt of the endpoint `e`. */
const FIRST_WAITS_UNTIL = `least(
        (SELECT min(next_attempt_at) FROM service.delivery d
          WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.owner IS NULL
            AND d.automatic_attempts > 0),
        (SELECT min(manual_due_at) FROM service.delivery d
          WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.owner IS NULL AND d.manual_due_at IS NOT NULL))`

/** CTEs of the deliveries that all workers hold: `held` per endpoint, `busy` per account. */
const HELD = `held AS MATERIALIZED (
        SELECT account_id, endpoint_id, count(*) AS count FROM service.delivery WHERE owner IS NOT NULL
        GROUP BY account_id, endpoint_id
      ), busy AS MATERIALIZED (
        SELECT account_id, sum(count) AS count FROM held GROUP BY account_id
      )`

interface EndpointKey {
  account_id: string
  id: string
}

interface DueEndpoint extends EndpointKey {
  status: string
  /** True if its `next_due_at` has passed: a retry or a manual attempt may be due. */
  has_retries: boolean
}

/** Deliveries of a paused or deleted endpoint that one claim skips; the next claim continues. */
const SKIPPED_AT_ONCE = 500

/**
 * Claims due deliveries (reliability: Events and deliveries). `db` is a handle of `checkout_system`.
 *
 * Finding due deliveries: a *first attempt* (PENDING, `automatic_attempts` = 0) is always due. The index
 * `delivery_first` alone finds it, so that recording an event writes no endpoint row. All other waiting deliveries
 * (retries and manual attempts) obey one invariant: `webhook_endpoint.next_due_at` is at most as late as their instant.
 * Every statement that makes such a delivery wait lowers `next_due_at` in the same transaction; only a claim raises it,
 * in a statement that begins after it has locked the endpoint. A sweep lowers any value that violates the invariant all
 * the same.
 *
 * Lock order: statements that lock both lock deliveries first, then endpoints, each by id. A claim locks endpoints
 * first and therefore never waits for a delivery: it skips locked rows.
 *
 * Caps: accounts and endpoints at their cap are excluded. An account's claims exclude each other by an advisory lock,
 * so that both counts are exact; a claim that finds the lock taken leaves the account to the other worker.
 */
export async function claimDeliveries(db: Handle, claim: Claim): Promise<Claimed> {
  return db.transaction(async (tx) => {
    const endpoints = await lockDueEndpoints(tx, claim)
    const closed = endpoints.filter((endpoint) => endpoint.status !== 'ACTIVE')
    const open = endpoints.filter((endpoint) => endpoint.status === 'ACTIVE')
    const skipped =
      closed.length > 0 ? await skipPendingDeliveries(tx, closed, claim.now, SKIPPED_AT_ONCE) : 0
    const taken = open.length > 0 ? await takeDue(tx, open, claim) : []
    const late = endpoints.filter((endpoint) => endpoint.has_retries)
    if (late.length > 0) await raiseDueTimes(tx, late)
    return { taken, hasMore: skipped === SKIPPED_AT_ONCE }
  })
}

/** Walks from endpoint to endpoint by the index; accounts that hold the fewest deliveries come first. */
async function lockDueEndpoints(tx: Queryable, claim: Claim): Promise<DueEndpoint[]> {
  const { rows } = await tx.query<DueEndpoint>({
    name: 'lock-due-endpoints',
    text: `WITH RECURSIVE first AS (
        (SELECT account_id, endpoint_id, next_attempt_at FROM service.delivery
          WHERE status = 'PENDING' AND owner IS NULL AND automatic_attempts = 0
          ORDER BY account_id, endpoint_id, next_attempt_at LIMIT 1)
        UNION ALL
        SELECT n.account_id, n.endpoint_id, n.next_attempt_at FROM first f CROSS JOIN LATERAL (
          SELECT account_id, endpoint_id, next_attempt_at FROM service.delivery
          WHERE status = 'PENDING' AND owner IS NULL AND automatic_attempts = 0
            AND (account_id, endpoint_id) > (f.account_id, f.endpoint_id)
          ORDER BY account_id, endpoint_id, next_attempt_at LIMIT 1) n
      ), due AS (
        SELECT account_id, endpoint_id, min(at) AS at FROM (
          SELECT account_id, endpoint_id, next_attempt_at AS at FROM first
          UNION ALL
          SELECT account_id, id, next_due_at FROM service.webhook_endpoint WHERE next_due_at <= $1) waiting
        GROUP BY account_id, endpoint_id
      ), ${HELD}, candidate AS MATERIALIZED (
        SELECT e.account_id, e.id, coalesce(e.slow_until > $1, false) AS slow,
          row_number() OVER (PARTITION BY e.status = 'ACTIVE', coalesce(e.slow_until > $1, false)
            ORDER BY coalesce(b.count, 0), coalesce(h.count, 0), due.at, e.id) AS place
        FROM due JOIN service.webhook_endpoint e ON e.account_id = due.account_id AND e.id = due.endpoint_id
        LEFT JOIN held h ON h.account_id = e.account_id AND h.endpoint_id = e.id
        LEFT JOIN busy b ON b.account_id = e.account_id
        WHERE coalesce(h.count, 0) < $2 AND coalesce(b.count, 0) < $3
      ), chosen AS MATERIALIZED (
        SELECT account_id, id FROM candidate WHERE place <= CASE WHEN slow THEN $5::integer ELSE $4::integer END
      ), account AS MATERIALIZED (SELECT DISTINCT account_id FROM chosen
      ), mine AS MATERIALIZED (
        SELECT account_id FROM account WHERE pg_try_advisory_xact_lock(hashtextextended(account_id, 71))
      )
      SELECT e.account_id, e.id, e.status, coalesce(e.next_due_at <= $1, false) AS has_retries
      FROM chosen c JOIN mine m ON m.account_id = c.account_id
      JOIN service.webhook_endpoint e ON e.account_id = c.account_id AND e.id = c.id
      FOR NO KEY UPDATE OF e SKIP LOCKED`,
    values: [claim.now, claim.perEndpoint, claim.perAccount, claim.limit, claim.slowLimit],
  })
  return rows
}

/**
 * Skips deliveries that wait for paused or deleted endpoints, at most `limit`; locked rows are left to the next claim.
 * Returns their number.
 */
export async function skipPendingDeliveries(
  tx: Queryable,
  endpoints: readonly EndpointKey[],
  now: Date,
  limit: number,
): Promise<number> {
  const waiting = (which: string) => `(SELECT id FROM service.delivery
            WHERE account_id = e.account_id AND endpoint_id = e.id AND owner IS NULL AND ${which} LIMIT $4)`
  const { count } = await tx.query({
    name: 'skip-waiting-deliveries',
    // No index covers the expression inside `coalesce`: without statistics the planner would scan all waiting
    // deliveries for each row.
    text: `WITH waiting AS MATERIALIZED (
        SELECT d.account_id, d.id, n.missed_since FROM (
          SELECT e.account_id, w.id, e.missed_since FROM unnest($1::text[], $2::text[]) AS k (account_id, id)
          JOIN service.webhook_endpoint e ON e.account_id = k.account_id AND e.id = k.id
          CROSS JOIN LATERAL (
            ${waiting(`status = 'PENDING' AND automatic_attempts = 0`)}
            UNION ${waiting(`status = 'PENDING' AND automatic_attempts > 0`)}
            UNION ${waiting('manual_due_at IS NOT NULL')}) w
          LIMIT $4) n
        JOIN service.delivery d ON d.account_id = n.account_id AND d.id = n.id
        WHERE coalesce(d.owner IS NULL AND (d.status = 'PENDING' OR d.manual_due_at IS NOT NULL), false)
        FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE service.delivery d SET manual_due_at = NULL,
        status = CASE d.status WHEN 'PENDING' THEN 'SKIPPED' ELSE d.status END,
        finished_at = CASE d.status WHEN 'PENDING' THEN greatest($3, w.missed_since) ELSE d.finished_at END
      FROM waiting w WHERE d.account_id = w.account_id AND d.id = w.id`,
    values: [...keysOf(endpoints), now, limit],
  })
  return count
}

/** Takes turns among accounts: the one that holds the fewest deliveries is served next. */
async function takeDue(tx: Queryable, endpoints: readonly DueEndpoint[], claim: Claim) {
  const { rows } = await tx.query<ClaimedDelivery>({
    name: 'take-due-deliveries',
    text: `WITH ${HELD}, open AS MATERIALIZED (
        SELECT e.account_id, e.id, coalesce(e.slow_until > $3, false) AS slow, coalesce(b.count, 0) AS busy,
          greatest(0, $4 - coalesce(h.count, 0)) AS free
        FROM unnest($1::text[], $2::text[]) AS k (account_id, id)
        JOIN service.webhook_endpoint e ON e.account_id = k.account_id AND e.id = k.id
        LEFT JOIN held h ON h.account_id = k.account_id AND h.endpoint_id = k.id
        LEFT JOIN busy b ON b.account_id = k.account_id
      ), waiting AS (
        SELECT o.account_id, o.slow, o.busy, d.id, d.at,
          row_number() OVER (PARTITION BY o.account_id, o.id ORDER BY d.at, d.id) <= o.free AS fits
        FROM open o CROSS JOIN LATERAL (
          (SELECT id, manual_due_at AS at FROM service.delivery
            WHERE account_id = o.account_id AND endpoint_id = o.id AND owner IS NULL AND manual_due_at <= $3
            ORDER BY manual_due_at LIMIT o.free)
          UNION ALL
          (SELECT id, next_attempt_at FROM service.delivery
            WHERE account_id = o.account_id AND endpoint_id = o.id AND status = 'PENDING' AND owner IS NULL
              AND automatic_attempts = 0 AND manual_due_at IS NULL
            ORDER BY next_attempt_at LIMIT o.free)
          UNION ALL
          (SELECT id, next_attempt_at FROM service.delivery
            WHERE account_id = o.account_id AND endpoint_id = o.id AND status = 'PENDING' AND owner IS NULL
              AND automatic_attempts > 0 AND next_attempt_at <= $3 AND manual_due_at IS NULL
            ORDER BY next_attempt_at LIMIT o.free)
          ) d
      ), ranked AS (
        SELECT account_id, id, slow, at,
          busy + row_number() OVER (PARTITION BY account_id ORDER BY slow, at, id) AS turn
        FROM waiting WHERE fits
      ), placed AS (
        SELECT account_id, id, slow, row_number() OVER (PARTITION BY slow ORDER BY turn, at, id) AS place
        FROM ranked WHERE turn <= $5
      ), due AS MATERIALIZED (
        SELECT d.account_id, d.id, d.event_id, d.endpoint_id, p.slow FROM placed p
        JOIN service.delivery d ON d.account_id = p.account_id AND d.id = p.id
        WHERE p.place <= CASE WHEN p.slow THEN $7::integer ELSE $6::integer END AND d.owner IS NULL
          AND (d.status = 'PENDING' OR d.manual_due_at IS NOT NULL)
        FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE service.delivery d
      SET owner = $8 || ':' || gen_random_uuid(), lease_until = clock_timestamp() + $9 * interval '1 millisecond'
      FROM due JOIN service.event v ON v.account_id = due.account_id AND v.id = due.event_id
      JOIN service.webhook_endpoint e ON e.account_id = due.account_id AND e.id = due.endpoint_id
      WHERE d.account_id = due.account_id AND d.id = due.id
      RETURNING d.account_id, d.id, d.owner, d.attempts, d.automatic_attempts, d.manual_due_at IS NOT NULL AS manual,
        v.kind, v.body, e.id AS endpoint_id, e.url, due.slow, e.secret_sealed, e.next_secret_sealed, e.rotation,
        e.rotation_ends_at`,
    values: [
      ...keysOf(endpoints),
      claim.now,
      claim.perEndpoint,
      claim.perAccount,
      claim.limit,
      claim.slowLimit,
      claim.owner,
      claim.leaseMs,
    ],
  })
  return rows
}

/** Sets `next_due_at` to the first waiting retry or manual attempt of locked endpoints. */
async function raiseDueTimes(tx: Queryable, endpoints: readonly DueEndpoint[]): Promise<void> {
  await tx.query({
    name: 'raise-due-times',
    text: `UPDATE service.webhook_endpoint e
      SET next_due_at = CASE WHEN e.status = 'ACTIVE' OR w.due_at IS NULL THEN w.due_at ELSE least(e.next_due_at, w.due_at) END
      FROM (
        SELECT e.account_id, e.id, ${FIRST_WAITS_UNTIL} AS due_at
        FROM unnest($1::text[], $2::text[]) AS e (account_id, id)) w
      WHERE e.account_id = w.account_id AND e.id = w.id`,
    values: keysOf(endpoints),
  })
}

function keysOf(endpoints: readonly EndpointKey[]): [accountIds: string[], ids: string[]] {
  return [endpoints.map((endpoint) => endpoint.account_id), endpoints.map((endpoint) => endpoint.id)]
}

/** Releases the deliveries of dead workers: after the lease any worker may send them again, under the same id. */
export async function releaseExpiredLeases(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ released: number }>({
    name: 'release-expired-leases',
    text: `WITH expired AS MATERIALIZED (
        SELECT account_id, id FROM service.delivery WHERE owner IS NOT NULL AND lease_until <= clock_timestamp()
        FOR NO KEY UPDATE SKIP LOCKED
      ), freed AS (
        UPDATE service.delivery d SET owner = NULL, lease_until = NULL
        FROM expired x WHERE d.account_id = x.account_id AND d.id = x.id
        RETURNING d.account_id, d.endpoint_id, d.status, d.automatic_attempts, d.next_attempt_at, d.manual_due_at
      ), ${lowerDueTimes('freed')}
      SELECT count(*) AS released FROM freed`,
  })
  return rows[0]?.released ?? 0
}

/** Returns the instant that `next_due_at` must cover for an unclaimed delivery; null for a first attempt. */
export function dueTimeSql(d: string): string {
  return `least(${d}.manual_due_at, CASE WHEN ${d}.status = 'PENDING' AND ${d}.automatic_attempts > 0 THEN ${d}.next_attempt_at END)`
}

/**
 * Lowers each `next_due_at` that is missing or later than the endpoint's first retry or manual attempt. The statements
 * keep the invariant by themselves; this corrects manual changes. Returns the number of corrected rows.
 */
export async function correctDueTimes(db: Queryable): Promise<number> {
  const { count } = await db.query({
    name: 'correct-due-times',
    text: `UPDATE service.webhook_endpoint e SET next_due_at = least(e.next_due_at, w.due_at)
      FROM (
        SELECT e.account_id, e.id, ${FIRST_WAITS_UNTIL} AS due_at
        FROM service.webhook_endpoint e WHERE e.status = 'ACTIVE') w
      WHERE e.account_id = w.account_id AND e.id = w.id AND w.due_at < coalesce(e.next_due_at, 'infinity')`,
  })
  return count
}

/**
 * Returns CTEs that keep the invariant of `next_due_at` for deliveries that wait again. `rows` names a CTE with their
 * columns after the change. The lock makes a claim either see them or precede the write, and reads the newest
 * `next_due_at`.
 */
export function lowerDueTimes(rows: string): string {
  return `again AS (
      SELECT account_id, endpoint_id, min(${dueTimeSql('f')}) AS due_at FROM ${rows} f GROUP BY account_id, endpoint_id
    ), late AS MATERIALIZED (
      SELECT e.account_id, e.id, a.due_at, e.next_due_at FROM again a
      JOIN service.webhook_endpoint e ON e.account_id = a.account_id AND e.id = a.endpoint_id
      WHERE a.due_at IS NOT NULL ORDER BY e.account_id, e.id FOR NO KEY UPDATE OF e
    ), lowered AS (
      UPDATE service.webhook_endpoint e SET next_due_at = least(e.next_due_at, late.due_at)
      FROM late WHERE e.account_id = late.account_id AND e.id = late.id
        AND late.due_at < coalesce(late.next_due_at, 'infinity')
    )`
}
