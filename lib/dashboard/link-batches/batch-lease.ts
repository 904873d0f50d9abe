import type { Dashboard } from '@/lib/dashboard/context'
import type { Handle } from '@/lib/platform/database'

/** Another worker has the import, or a member stopped it: nothing more may be written. */
export class BatchLeaseLost extends Error {}

export interface ClaimedBatch {
  connection_id: string
  id: string
  user_id: string | null
  /** Attempts since the last row that was finished. */
  tries: number
}

export interface QueuedRow {
  position: number
  body: Record<string, unknown>
}

/** Lease of an import: every write checks that it is still held. Lease time is the database's. */
export class BatchLease {
  constructor(
    readonly db: Handle,
    readonly owner: string,
    readonly batch: ClaimedBatch,
    readonly leaseMs: number,
  ) {}

  /** Extends the lease and returns the next row to create; null if none is left. */
  async next(): Promise<QueuedRow | null> {
    await this.#move(`lease_until = clock_timestamp() + $4 * interval '1 ms'`, [this.leaseMs])
    const { rows } = await this.db.query<QueuedRow>({
      name: 'next-batch-row',
      text: `SELECT position, body FROM dashboard.link_batch_row
        WHERE connection_id = $1 AND batch_id = $2 AND state = 'WAITING' ORDER BY position LIMIT 1`,
      values: [this.batch.connection_id, this.batch.id],
    })
    return rows[0] ?? null
  }

  /**
   * Records the result of a row; a link without a URL was created but is unreadable. Not fenced by the lease: a worker that lost it
   * may still record its link, because a repeated attempt finds the same link.
   */
  async settle(
    position: number,
    { linkId, url, problem }: { linkId: string | null; url: string | null; problem: string | null },
  ): Promise<void> {
    await this.db.query({
      name: 'settle-batch-row',
      text: `UPDATE dashboard.link_batch_row SET state = $4, link_id = $5, url = $6, problem = $7
        WHERE connection_id = $1 AND batch_id = $2 AND position = $3 AND state = 'WAITING'`,
      values: [
        this.batch.connection_id,
        this.batch.id,
        position,
        url === null ? 'FAILED' : 'DONE',
        linkId,
        url,
        problem,
      ],
    })
  }

  /** Releases the import, to continue at once or after a pause. */
  async release({
    problem,
    pauseMs,
    tries,
  }: {
    problem: string | null
    pauseMs: number
    tries: number
  }): Promise<void> {
    await this.#move(
      `state = 'QUEUED', owner = NULL, problem = $4, tries = $5, lease_until = clock_timestamp() + $6 * interval '1 ms'`,
      [problem, tries, pauseMs],
    )
  }

  async stop(problem: string): Promise<void> {
    await this.#move(`state = 'STOPPED', owner = NULL, lease_until = NULL, problem = $4`, [problem])
  }

  async finish(now: Date): Promise<void> {
    await this.#move(`state = 'DONE', owner = NULL, lease_until = NULL, problem = NULL, finished_at = $4`, [
      now,
    ])
  }

  async #move(set: string, values: readonly unknown[]): Promise<void> {
    const { count } = await this.db.query({
      text: `UPDATE dashboard.link_batch SET ${set}
        WHERE connection_id = $1 AND id = $2 AND owner = $3 AND state = 'RUNNING'`,
      values: [this.batch.connection_id, this.batch.id, this.owner, ...values],
    })
    if (count !== 1) throw new BatchLeaseLost('this batch is no longer ours')
  }
}

/** Claims the import that has waited longest: one that is queued, or whose worker died. Null if there is none. */
export async function claimBatch(
  { database }: Pick<Dashboard, 'database'>,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<ClaimedBatch | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<ClaimedBatch>({
    name: 'claim-link-batch',
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, id AS i FROM dashboard.link_batch
        WHERE state IN ('QUEUED', 'RUNNING') AND (lease_until IS NULL OR lease_until < clock_timestamp())
        ORDER BY lease_until NULLS FIRST, created_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.link_batch SET state = 'RUNNING', owner = $1, lease_until = clock_timestamp() + $2 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = i RETURNING connection_id, id, user_id, tries`,
    values: [owner, leaseMs],
  })
  return rows[0] ?? null
}
