import type { Handle, Queryable } from '@/lib/platform/database'

/** A delivery that this process holds until its lease ends. `owner` is the fence: new with every claim. */
export interface ClaimedDelivery {
  account_id: string
  id: string
  owner: string
  /** Attempts made before this one. */
  attempts: number
  kind: string
  body: string
  endpoint_id: string
  url: string
  secret_sealed: string
}

export interface Claim {
  owner: string
  limit: number
  /** At most this many are held per endpoint, by all workers together. */
  perEndpoint: number
  leaseMs: number
  now: Date
}

interface DueEndpoint {
  account_id: string
  id: string
  status: string
}

/**
 * Takes deliveries that are due (reliability: Events and deliveries). The endpoints are locked first, in a statement
 * of its own, so that the count of what is held is exact; an endpoint that another worker is claiming from is left
 * to that worker. `db` is a handle of `checkout_system`.
 */
export async function claimDeliveries(db: Handle, claim: Claim): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const endpoints = await lockDueEndpoints(tx, claim)
    const closed = endpoints.filter((endpoint) => endpoint.status !== 'ACTIVE')
    const open = endpoints.filter((endpoint) => endpoint.status === 'ACTIVE')
    if (closed.length > 0) await skipWaiting(tx, closed, claim.now)
    return open.length > 0 ? takeDue(tx, open, claim) : []
  })
}

/** Walks from endpoint to endpoint by the index: a long backlog of one costs no more than one row. */
async function lockDueEndpoints(tx: Queryable, { limit, perEndpoint, now }: Claim): Promise<DueEndpoint[]> {
  const { rows } = await tx.query<DueEndpoint>({
    name: 'lock-due-endpoints',
    text: `WITH RECURSIVE waiting AS (
        (SELECT account_id, endpoint_id FROM service.delivery WHERE status = 'PENDING' AND owner IS NULL
          ORDER BY account_id, endpoint_id LIMIT 1)
        UNION ALL
        SELECT n.account_id, n.endpoint_id FROM waiting w CROSS JOIN LATERAL (
          SELECT account_id, endpoint_id FROM service.delivery
          WHERE status = 'PENDING' AND owner IS NULL AND (account_id, endpoint_id) > (w.account_id, w.endpoint_id)
          ORDER BY account_id, endpoint_id LIMIT 1) n
      )
      SELECT e.account_id, e.id, e.status FROM waiting w
      JOIN service.webhook_endpoint e ON e.account_id = w.account_id AND e.id = w.endpoint_id
      CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM service.delivery d
        WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.owner IS NULL
          AND d.next_attempt_at <= $1
        ORDER BY d.next_attempt_at LIMIT 1) first
      WHERE (SELECT count(*) FROM service.delivery h
        WHERE h.account_id = e.account_id AND h.endpoint_id = e.id AND h.owner IS NOT NULL) < $2
      ORDER BY first.next_attempt_at LIMIT $3
      FOR NO KEY UPDATE OF e SKIP LOCKED`,
    values: [now, perEndpoint, limit],
  })
  return rows
}

/** An event that committed while its endpoint was being paused. */
async function skipWaiting(tx: Queryable, endpoints: readonly DueEndpoint[], now: Date): Promise<void> {
  await tx.query({
    text: `UPDATE service.delivery d SET status = 'SKIPPED', finished_at = $3
      FROM unnest($1::text[], $2::text[]) AS e (account_id, id)
      WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.owner IS NULL`,
    values: [endpoints.map((endpoint) => endpoint.account_id), endpoints.map((endpoint) => endpoint.id), now],
  })
}

async function takeDue(
  tx: Queryable,
  endpoints: readonly DueEndpoint[],
  { owner, limit, perEndpoint, leaseMs, now }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await tx.query<ClaimedDelivery>({
    name: 'take-due-deliveries',
    text: `WITH due AS MATERIALIZED (
        SELECT d.account_id, d.id
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS e (account_id, id, place)
        CROSS JOIN LATERAL (
          SELECT count(*) AS held FROM service.delivery h
          WHERE h.account_id = e.account_id AND h.endpoint_id = e.id AND h.owner IS NOT NULL) busy
        CROSS JOIN LATERAL (
          SELECT account_id, id FROM service.delivery
          WHERE account_id = e.account_id AND endpoint_id = e.id AND status = 'PENDING' AND owner IS NULL
            AND next_attempt_at <= $3
          ORDER BY next_attempt_at LIMIT greatest(0, $4 - busy.held) FOR UPDATE SKIP LOCKED) d
        ORDER BY e.place LIMIT $5
      )
      UPDATE service.delivery d
      SET owner = $6 || ':' || gen_random_uuid(), lease_until = clock_timestamp() + $7 * interval '1 millisecond'
      FROM due JOIN service.delivery n ON n.account_id = due.account_id AND n.id = due.id
      JOIN service.event v ON v.account_id = n.account_id AND v.id = n.event_id
      JOIN service.webhook_endpoint e ON e.account_id = n.account_id AND e.id = n.endpoint_id
      WHERE d.account_id = due.account_id AND d.id = due.id AND d.status = 'PENDING' AND d.owner IS NULL
      RETURNING d.account_id, d.id, d.owner, d.attempts, v.kind, v.body, e.id AS endpoint_id, e.url, e.secret_sealed`,
    values: [
      endpoints.map((endpoint) => endpoint.account_id),
      endpoints.map((endpoint) => endpoint.id),
      now,
      perEndpoint,
      limit,
      owner,
      leaseMs,
    ],
  })
  return rows
}

/** Gives back what workers held that died: after its lease anybody may send it again, under the same id. */
export async function releaseExpiredLeases(db: Queryable): Promise<number> {
  const { count } = await db.query({
    name: 'release-expired-leases',
    text: `UPDATE service.delivery SET owner = NULL, lease_until = NULL
      WHERE owner IS NOT NULL AND lease_until <= clock_timestamp()`,
  })
  return count
}
