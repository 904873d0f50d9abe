import { ApiError } from '@/lib/contract/errors'
import { auditedCall, claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import { asSystem, type ConnectionContext, type Dashboard, type Store } from '@/lib/dashboard/context'
import { fairShare, LANE } from '@/lib/dashboard/jobs/fair-share'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import { openConnection } from '@/lib/dashboard/open-connection'
import { Refusal } from '@/lib/dashboard/refusal'
import { ALONE, type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { raw, sql } from '@/lib/platform/sql'
import { type LinkCancelRow, linkCancelColumns, notifyLink } from './cancel'
import { mirroredLink } from './shown-link'

/** Cancellations of one connection that run concurrently. */
const PER_CONNECTION = 4
/** Lease of a cancellation; longer than the call (10 s) with its writes. */
const CANCEL_LEASE_MS = 30_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 120_000
/** Attempts, with about four minutes of pauses; then the failure is reported, and the merchant may press again. */
const TRIES_MAX = 8

interface Worker {
  owner: string
  leaseMs?: number
}

/**
 * Executes the cancellations whose undo time is over, and those whose worker died. Any number of workers may call it.
 * With `lanes` the calls continue after it.
 * @returns the number of cancellations taken
 */
export async function runCancels(
  dashboard: Dashboard,
  { owner, leaseMs = CANCEL_LEASE_MS }: Worker,
  lanes?: Lanes,
): Promise<number> {
  return shareLanes(
    lanes,
    (room) => claimCancels(dashboard, { owner, leaseMs }, room),
    async (rows) => void (await Promise.all(rows.map((row) => carryOut(dashboard, row, owner)))),
  )
}

/**
 * Claims due cancellations under a lease; a retry waits for the end of its connection's pause. Due times use the caller's
 * clock, leases the database's.
 */
export async function claimCancels(
  { database, now }: Store,
  { owner, leaseMs }: Required<Worker>,
  room: Room = ALONE,
): Promise<readonly (LinkCancelRow & Shared)[]> {
  const at = now()
  const { rows } = await asSystem({ database }).query<LinkCancelRow & Shared>(sql`
    ${fairShare({
      ...{ room, rowsPerConnection: PER_CONNECTION, table: 'link_cancel', key: ['id'] },
      open: sql`job.state IN ('WAITING', 'RUNNING')`,
      due: sql`((job.state = 'WAITING' AND job.due_at <= ${at})
        OR (job.state = 'RUNNING' AND job.lease_until < clock_timestamp()))
        AND (job.attempts = 0 OR NOT EXISTS (SELECT FROM dashboard.connection AS paused
          WHERE paused.id = job.connection_id AND paused.calls_paused_until > ${at}))`,
      since: sql`job.due_at`,
    })}
    UPDATE dashboard.link_cancel SET state = 'RUNNING', owner = ${owner}, attempts = attempts + 1,
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    FROM due WHERE connection_id = c AND id = k1 RETURNING ${raw(linkCancelColumns)}, ${LANE}`)
  return rows
}

async function carryOut(dashboard: Dashboard, row: LinkCancelRow, owner: string): Promise<void> {
  const log = dashboard.log.child({ connection: row.connection_id, cancel: row.id })
  try {
    const ctx = await openConnection(dashboard, row.connection_id, { userId: row.user_id })
    await cancelLink(ctx, { id: row.link_id, auditId: row.id })
    await move(dashboard, row, owner, { state: 'DONE', problem: null })
  } catch (error) {
    log.warn({ err: error }, 'a link was not cancelled')
    const problem = problemOf(error)
    if (isFinal(error) || row.attempts >= TRIES_MAX)
      return move(dashboard, row, owner, { state: 'FAILED', problem })
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (row.attempts - 1))
    // A cancellation that may have been executed can no longer be undone: it keeps its lease until its outcome is known.
    const state = isHostError(error) && error.effect === 'none' ? 'WAITING' : 'RUNNING'
    await move(dashboard, row, owner, { state, problem, pauseMs })
  }
}

interface Move {
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED'
  problem: string | null
  pauseMs?: number
}

async function move(
  { database, now, log }: Dashboard,
  row: LinkCancelRow,
  owner: string,
  { state, problem, pauseMs = 0 }: Move,
): Promise<void> {
  const db = database.as('checkout_dashboard', row.connection_id)
  const over = state === 'DONE' || state === 'FAILED'
  const due = state === 'WAITING' ? new Date(now().getTime() + pauseMs) : row.due_at
  await db.transaction(async (tx) => {
    const { count } = await tx.query(sql`
      UPDATE dashboard.link_cancel
      SET state = ${state}, problem = ${problem}, due_at = ${due}, finished_at = ${over ? now() : null},
        owner = CASE WHEN ${state} = 'RUNNING' THEN owner END,
        lease_until = CASE WHEN ${state} = 'RUNNING' THEN clock_timestamp() + ${pauseMs} * interval '1 ms' END
      WHERE connection_id = ${row.connection_id} AND id = ${row.id} AND owner = ${owner} AND state = 'RUNNING'`)
    if (count === 1) await notifyLink(tx, row.connection_id, row.link_id)
    else log.warn({ cancel: row.id }, 'a cancel was taken by another worker')
  })
}

/** Returns whether an error is final: a repeated call would get the same refusal. Only a rate limit is temporary. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal ? error.code !== 'outcome_unknown' : isRefused(error)
}

/** Returns whether the host refused a call, and would refuse it again. */
export function isRefused(error: unknown): boolean {
  return error instanceof HostRefused && error.status < 500 && error.status !== 429
}

/** Returns the code of a failed call, for the row of a worker. */
export function problemOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof HostRefused || error instanceof ApiError) return error.code
  return isHostError(error) ? 'host_unreachable' : 'internal_error'
}

/**
 * Cancels a link at the host and mirrors the response at once (contract: POST /payment_links/{id}/cancel). A repetition
 * under the same audit id is harmless: if the host refuses to cancel a cancelled link, the link is fetched. Throws the
 * host's errors (409 `link_already_completed`) and Refusal `outcome_unknown`.
 */
export async function cancelLink(ctx: ConnectionContext, { id, auditId }: { id: string; auditId: string }) {
  // Read first: an unknown id must reach neither the host's path nor the audit.
  await mirroredLink(ctx, id)
  await claimAudit(ctx, { id: auditId, action: 'links.cancel', objectId: id, details: {} })
  await auditedCall(ctx, auditId, async () => {
    const answer = await ctx.client.call('cancelPaymentLink', { id }).catch((refused: unknown) => {
      if (!(refused instanceof HostRefused) || refused.status !== 409) throw refused
      return cancelledBefore(ctx, id, refused)
    })
    return applyAnswer(ctx, 'links', answer)
  })
  return mirroredLink(ctx, id)
}

async function cancelledBefore(ctx: ConnectionContext, id: string, refused: HostRefused) {
  const answer = await ctx.client.call('getPaymentLink', { id })
  if (answer.data.status === 'CANCELLED') return answer
  await applyAnswer(ctx, 'links', answer)
  throw refused
}
