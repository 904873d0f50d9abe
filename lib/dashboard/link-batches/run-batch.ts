import { ApiError } from '@/lib/contract/errors'
import { IMPORT_ROW_ACTION } from '@/lib/dashboard/audit/import-entry'
import { HostRefused, isHostError, retryAfterMsOf } from '@/lib/dashboard/client/host-errors'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { createLink, LinkUnreadable } from '@/lib/dashboard/links/create-link'
import { Refusal } from '@/lib/dashboard/refusal'
import { BatchLease, BatchLeaseLost, claimBatch, type QueuedRow } from './batch-lease'

/** Lease of an import; longer than one row: its call (10 s), a search for a lost link, and the writes. */
const BATCH_LEASE_MS = 60_000
/** Time after which a long import lets the others run. */
const SLICE_MS = 10_000
/** Attempts of one row; they take longer than the half minute after which a lost call may be looked for and repeated. */
const TRIES_MAX = 10
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

interface Options {
  owner: string
  leaseMs?: number
  sliceMs?: number
}

/**
 * Claims one import that waits, or whose worker died, and creates its links one by one. Each row has its audit entry, so
 * that no row ever creates two links: after a worker's death the next one looks for the link first.
 * @returns whether there was one
 */
export async function runBatch(
  dashboard: Dashboard,
  { owner, leaseMs = BATCH_LEASE_MS, sliceMs = SLICE_MS }: Options,
): Promise<boolean> {
  const batch = await claimBatch(dashboard, { owner, leaseMs })
  if (!batch) return false
  const db = dashboard.database.as('checkout_dashboard', batch.connection_id)
  const lease = new BatchLease(db, owner, batch, leaseMs)
  const log = dashboard.log.child({ connection: batch.connection_id, batch: batch.id })
  let { tries } = batch
  const ends = performance.now() + sliceMs
  try {
    const ctx = await openConnection(dashboard, batch.connection_id, { userId: batch.user_id })
    for (let row = await lease.next(); row; row = await lease.next()) {
      await make(ctx, lease, row)
      tries = 0
      if (performance.now() >= ends) {
        await lease.release({ problem: null, pauseMs: 0, tries: 0 })
        return true
      }
    }
    await lease.finish(dashboard.now())
  } catch (error) {
    if (error instanceof BatchLeaseLost) return true
    log.warn({ err: error }, 'a batch of links stopped')
    await pauseOrStop(lease, tries + 1, error).catch((lost: unknown) => {
      if (!(lost instanceof BatchLeaseLost)) throw lost
    })
  }
  return true
}

async function make(ctx: ConnectionContext, lease: BatchLease, row: QueuedRow): Promise<void> {
  try {
    const input = { ...row.body, form_token: `${lease.batch.id}-${row.position}` }
    const link = await createLink(ctx, input, { action: IMPORT_ROW_ACTION })
    await lease.settle(row.position, { linkId: link.id, url: link.url, problem: null })
  } catch (error) {
    if (!isRowsOwn(error)) throw error
    const linkId = error instanceof LinkUnreadable ? error.linkId : null
    await lease.settle(row.position, { linkId, url: null, problem: wordOf(error) })
  }
}

/** Returns whether only this row is invalid: a bad key, a rate limit or an unavailable host would fail the next row, too. */
function isRowsOwn(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof LinkUnreadable) return true
  return error instanceof HostRefused && (error.status === 400 || error.status === 422)
}

async function pauseOrStop(lease: BatchLease, tries: number, error: unknown): Promise<void> {
  const problem = wordOf(error)
  const refused = error instanceof HostRefused && error.status < 500 && error.status !== 429
  if (refused || tries >= TRIES_MAX) return lease.stop(problem)
  const pauseMs = Math.max(
    retryAfterMsOf(error),
    Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)),
  )
  await lease.release({ problem, pauseMs, tries })
}

function wordOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof HostRefused || error instanceof ApiError) return error.code
  return isHostError(error) ? 'host_unreachable' : 'internal_error'
}
