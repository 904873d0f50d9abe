import { FAILURES_BEFORE_PAUSE, mayAffectOneCallOnly, refusesCalls } from '@/lib/dashboard/client/call-pause'
import { HostRefused, ResponseTooLarge } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { RowLease } from '@/lib/dashboard/jobs/row-lease'
import type { SnapshotVerdict } from '@/lib/dashboard/mirror/apply-snapshots'
import { raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import type { Corrections, MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'
import { saveRun } from './claim-run'
import type { CorrectedRow } from './compare-leftovers'
import { type CursorMark, markCursor, noMark } from './cursor-cycle'
import { ListFailed } from './list-failed'
import { type ListedPage, listPage } from './list-page'
import { PaginationError } from './pagination-error'
import { type ListPhase, syncPhases } from './sync-phases'
import type { ListPosition, SyncPosition, SyncRunRow } from './sync-run'

/** Age up to which an object's event may still be in flight: its absence from the mirror is no drift. */
const IN_FLIGHT_MS = 60_000
/** Cursors that a host may refuse in one run, for example because they expire while the run pauses. */
const RESTARTS_MAX = 3

/** Progress of a run. */
export interface RunProgress {
  row: SyncRunRow
  position: SyncPosition
}

interface Reading {
  lease: RowLease
  /** End of the slice, by the process's own clock. */
  sliceEnds: number
  /**
   * Called with each written page, in the transaction that stores the run's progress: without the lease neither changes.
   */
  keepPage: (tx: Queryable, noun: MirrorNoun, page: ListedPage) => Promise<void>
}

export interface ReadLists extends RunProgress {
  /** Null at the end of the lists, otherwise the time before the next slice may begin. */
  pauseMs: number | null
  failure: ListFailed | null
}

/**
 * Reads the lists of a run, page by page, until they or the slice end. A list that fails waits until the others are done,
 * and stays with its failure. Throws failures that would affect the other lists too.
 */
export async function readLists(
  ctx: ConnectionContext,
  start: RunProgress,
  { lease, sliceEnds, keepPage }: Reading,
): Promise<ReadLists> {
  let state = start
  const failures: ListFailed[] = []
  for (;;) {
    const lists = state.position.lists ?? []
    const [list, ...others] = lists
    const phase = list && syncPhases[state.row.kind][list.phase]
    if (!phase || failures.length === lists.length) break
    try {
      const read = await pageOrRestart(ctx, phase, { list, position: state.position, lease })
      const rest =
        read.page.next === null
          ? others
          : [{ ...list, cursor: read.page.next, limit: read.limit, mark: read.mark }, ...others]
      state = afterPage(state, phase, read.page)
      state.position = { ...state.position, lists: rest, restarts: read.restarts }
      const { row, position } = state
      await lease.db.transaction(async (tx) => {
        await saveRun(lease, row, position, tx)
        await keepPage(tx, phase.noun, read.page)
      })
    } catch (error) {
      if (!isOfOneList(error, state.position.tries)) throw error
      ctx.log.warn({ err: error, ...phase }, 'a list was not read')
      failures.push(new ListFailed(phase.noun, error))
      state = { ...state, position: { ...state.position, lists: [...others, list] } }
      await saveRun(lease, state.row, state.position)
      if (failures.length === lists.length) break
    }
    const pauseMs = await waitForShare(ctx, sliceEnds)
    const failure = failures.find(mayPass)
    if (pauseMs !== null && failure) throw failure
    if (pauseMs !== null) return { ...state, pauseMs, failure: null }
  }
  return { ...state, pauseMs: null, failure: failures.find(mayPass) ?? failures[0] ?? null }
}

function mayPass({ cause }: ListFailed): boolean {
  return !(cause instanceof PaginationError)
}

/**
 * Returns whether an error concerns one list only. An unavailable host has failed at the account already, before the
 * second attempt of a list.
 */
function isOfOneList(error: unknown, tries: number): boolean {
  if (error instanceof PaginationError) return true
  return mayAffectOneCallOnly(error) && (!refusesCalls(error) || tries >= FAILURES_BEFORE_PAUSE - 1)
}

/** Calls at the beginning of a slice without a wait between them: the account, the balance, then the next page. */
const CALLS_AT_ONCE = 3

/** Waits for the run's share of the host's rate. Returns null, or the pause to make if the slice ends before. */
async function waitForShare({ client, wait }: ConnectionContext, sliceEnds: number): Promise<number | null> {
  const { waitMs } = client
  if (performance.now() >= sliceEnds) return 0
  if (performance.now() + waitMs >= sliceEnds) return waitMs * CALLS_AT_ONCE
  await wait(waitMs)
  return null
}

interface Read {
  page: ListedPage
  limit: number
  mark: CursorMark
  /** Number of cursors that the host has refused in this run. */
  restarts: number
}

interface PageRequest {
  list: ListPosition
  position: SyncPosition
  lease: RowLease
}

/** Reads the page after the list's cursor. A refused cursor restarts the list. */
async function pageOrRestart(ctx: ConnectionContext, phase: ListPhase, at: PageRequest): Promise<Read> {
  const { list, position } = at
  try {
    return { ...(await nextPage(ctx, phase, at)), restarts: position.restarts }
  } catch (error) {
    const refused = error instanceof HostRefused && error.status === 400
    if (!refused || list.cursor === null) throw error
    const restarts = position.restarts + 1
    if (restarts > RESTARTS_MAX) throw new PaginationError(phase.noun)
    return {
      ...(await nextPage(ctx, phase, { ...at, list: { ...list, cursor: null, mark: noMark } })),
      restarts,
    }
  }
}

/** Reads one page, and halves its size as often as the response is above the client's cap. */
async function nextPage(
  ctx: ConnectionContext,
  phase: ListPhase,
  { list, position, lease }: PageRequest,
): Promise<Omit<Read, 'restarts'>> {
  const { cursor, limit } = list
  try {
    const page = await listPage(ctx, phase, { cursor, limit, days: position.days })
    const mark = page.next === null ? noMark : markCursor(list.mark, page.next)
    if (page.endless || mark === null) throw new PaginationError(phase.noun)
    return { page, limit, mark }
  } catch (error) {
    if (!(error instanceof ResponseTooLarge) || limit === 1) throw error
    await lease.renew()
    await ctx.wait(ctx.client.waitMs)
    return nextPage(ctx, phase, { list: { ...list, limit: Math.floor(limit / 2) }, position, lease })
  }
}

function afterPage({ row, position }: RunProgress, { noun, of }: ListPhase, page: ListedPage): RunProgress {
  const seen = of === 'window' ? page.verdicts.size : 0
  const changes = row.kind === 'RECONCILE' ? changesOf(page) : []
  const drift = changes.filter((change) =>
    raisesEvent(noun, change, change.verdict.outcome === 'missing'),
  ).length
  return {
    row: {
      ...row,
      seen: { ...row.seen, [noun]: (row.seen[noun] ?? 0) + seen },
      corrected: changes.reduce(
        (sum, change) => withCorrection(sum, noun, changeName(change)),
        row.corrected,
      ),
      drift: row.drift + drift,
    },
    position: {
      ...position,
      since: position.since ?? page.at.toISOString(),
      tries: 0,
    },
  }
}

interface Change {
  status: string
  source: unknown
  verdict: SnapshotVerdict
}

/** Returns the objects that the mirror lacked or showed wrong, except those whose event may still be in flight. */
function changesOf({ verdicts, listed, at }: ListedPage): Change[] {
  const youngest = at.getTime() - IN_FLIGHT_MS
  return [...verdicts].flatMap(([id, verdict]) => {
    const object = listed.get(id)
    const corrected = verdict.outcome === 'missing' || verdict.outcome === 'wrong'
    if (!object || !corrected || object.createdAt.getTime() >= youngest) return []
    return [{ status: object.status, source: object.source, verdict }]
  })
}

function changeName({ status, verdict }: Change): string {
  if (verdict.outcome === 'missing') return 'created'
  return verdict.statusBefore === status ? 'changed' : status
}

/** Returns the progress with one more corrected row. */
export function withCorrectedRow(state: RunProgress, { noun, change, isDrift }: CorrectedRow): RunProgress {
  const { row } = state
  const corrected = withCorrection(row.corrected, noun, change)
  return { ...state, row: { ...row, corrected, drift: row.drift + (isDrift ? 1 : 0) } }
}

function withCorrection(corrected: Corrections, noun: MirrorNoun, change: string): Corrections {
  const changes = corrected[noun] ?? {}
  return { ...corrected, [noun]: { ...changes, [change]: (changes[change] ?? 0) + 1 } }
}
