import { ApiError } from '@/lib/contract/errors'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { IMPORT_ROW_ACTION } from '@/lib/dashboard/audit/list-audit'
import { HostRefused, retryAfterMsOf } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { claimRows, LeaseLost, type RowLease, workRows } from '@/lib/dashboard/jobs/row-lease'
import { createLink, LinkUnreadable } from '@/lib/dashboard/links/create-link'
import { isRefused, problemOf } from '@/lib/dashboard/links/run-cancels'
import { openConnection } from '@/lib/dashboard/open-connection'
import { findRow } from '@/lib/platform/database'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { sql } from '@/lib/platform/sql'

/** Lease of an import; longer than one row: its call (10 s), a search for a lost link, and the writes. */
const LEASE_MS = 50_000
/** Time after which a long import lets the others run. */
const SLICE_MS = 10_000
/** Attempts of one row; they take longer than the half minute after which a lost call may be looked for and repeated. */
const TRIES_MAX = 10
/** Stored characters of a link's address, more than browsers and messengers take. */
const URL_TEXT_MAX = 2_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

interface ClaimedLinkImport {
  connection_id: string
  id: string
  user_id: string | null
  /** Attempts since the last row that was finished. */
  tries: number
}

/**
 * Claims one import that waits, or whose worker died, or one of each connection with `lanes`, and creates its links one by
 * one. Each row has its audit entry, so that no row ever creates two links: after a worker's death the next one looks for
 * the link first.
 * @returns whether there was one
 */
export async function runLinkImport(
  dashboard: Dashboard,
  { owner, leaseMs = LEASE_MS, sliceMs = SLICE_MS }: { owner: string; leaseMs?: number; sliceMs?: number },
  lanes?: Lanes,
): Promise<boolean> {
  const claim = { columns: 'connection_id, id, user_id, tries', owner, leaseMs, since: 'created_at' }
  return workRows(
    lanes,
    (room) => claimRows<ClaimedLinkImport>(dashboard, 'link_batch', claim, room),
    (linkImport) => workImport(dashboard, linkImport, sliceMs),
  )
}

async function workImport(
  dashboard: Dashboard,
  { lease, ...linkImport }: ClaimedLinkImport & { lease: RowLease },
  sliceMs: number,
): Promise<void> {
  const log = dashboard.log.child({ connection: linkImport.connection_id, import: linkImport.id })
  let { tries } = linkImport
  const ends = performance.now() + sliceMs
  try {
    const ctx = await openConnection(dashboard, linkImport.connection_id, { userId: linkImport.user_id })
    for (let row = await nextRow(lease); row; row = await nextRow(lease)) {
      await createRow(ctx, linkImport.id, row)
      tries = 0
      if (performance.now() >= ends) return await lease.end({ state: 'QUEUED', problem: null, tries })
    }
    await lease.end({ state: 'DONE', problem: null, finished_at: dashboard.now() })
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    log.warn({ err: error }, 'a link import stopped')
    await pauseOrStop(lease, tries + 1, error)
  }
}

interface QueuedRow {
  position: number
  body: Record<string, unknown>
}

/** Extends the lease and returns the next row to create; null if none is left. */
async function nextRow(lease: RowLease): Promise<QueuedRow | null> {
  await lease.renew()
  return findRow<QueuedRow>(lease.db, {
    name: 'next-link-import-row',
    text: `SELECT position, body FROM dashboard.link_batch_row
      WHERE connection_id = $1 AND batch_id = $2 AND state = 'WAITING' ORDER BY position LIMIT 1`,
    values: [lease.row.connection_id, lease.row.id],
  })
}

/** Creates the link of one row and records its result. A link without a URL was created but is unreadable. */
async function createRow(ctx: ConnectionContext, importId: string, { position, body }: QueuedRow) {
  let result: { linkId: string | null; url: string | null; problem: string | null }
  try {
    const input = { ...body, form_token: `${importId}-${position}` }
    const link = await createLink(ctx, input, { action: IMPORT_ROW_ACTION })
    result = { linkId: link.id.slice(0, ID_TEXT_MAX), url: link.url.slice(0, URL_TEXT_MAX), problem: null }
  } catch (error) {
    if (!isRowsOwn(error)) throw error
    const linkId = error instanceof LinkUnreadable ? error.linkId : null
    result = { linkId, url: null, problem: problemOf(error) }
  }
  // Not fenced by the lease: a worker that lost it may still record its link, because a repeated attempt finds the same link.
  await ctx.db.query(sql`
    UPDATE dashboard.link_batch_row SET state = ${result.url === null ? 'FAILED' : 'DONE'},
      link_id = ${result.linkId}, url = ${result.url}, problem = ${result.problem}
    WHERE connection_id = ${ctx.connectionId} AND batch_id = ${importId} AND position = ${position}
      AND state = 'WAITING'`)
}

/** Returns whether only this row is invalid: a bad key, a rate limit or an unavailable host would fail the next row, too. */
function isRowsOwn(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof LinkUnreadable) return true
  return error instanceof HostRefused && (error.status === 400 || error.status === 422)
}

async function pauseOrStop(lease: RowLease, tries: number, error: unknown): Promise<void> {
  const problem = problemOf(error)
  if (isRefused(error) || tries >= TRIES_MAX) return lease.end({ state: 'STOPPED', problem })
  const pauseMs = Math.max(
    retryAfterMsOf(error),
    Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)),
  )
  await lease.end({ state: 'QUEUED', problem, tries }, { pauseMs })
}
