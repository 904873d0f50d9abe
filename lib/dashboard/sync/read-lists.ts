import { AWAY_FAILURES, mayBeOneCalls, refusesCalls } from '@/lib/dashboard/client/call-pause'
import { AnswerTooLarge, HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { SnapshotVerdict } from '@/lib/dashboard/mirror/apply-snapshots'
import { raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import type { Mended, MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'
import type { MendedRow } from './compare-leftovers'
import { type CursorMark, markCursor, noMark } from './cursor-cycle'
import { ListFailed } from './list-failed'
import { type ListedPage, listPage } from './list-page'
import { ListWithoutEnd } from './list-without-end'
import type { RunLease } from './run-lease'
import { type ListPhase, syncPhases } from './sync-phases'
import type { ListPlace, SyncPlace, SyncRunRow } from './sync-run'

/** Age up to which an object's event may still be in flight: its absence from the mirror is no drift. */
const IN_FLIGHT_MS = 60_000
/** Cursors that a host may refuse in one run, for example because they expire while the run pauses. */
const RESTARTS_MAX = 3

/** Progress of a run. */
export interface Standing {
  row: SyncRunRow
  place: SyncPlace
}

interface Reading {
  lease: RunLease
  /** End of the slice, by the process's own clock. */
  sliceEnds: number
  /**
   * Called with each written page, in the transaction that stores the run's progress: without the lease neither changes.
   */
  keepPage: (tx: Queryable, noun: MirrorNoun, page: ListedPage) => Promise<void>
}

export interface ReadLists extends Standing {
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
  start: Standing,
  { lease, sliceEnds, keepPage }: Reading,
): Promise<ReadLists> {
  let state = start
  const failures: ListFailed[] = []
  for (;;) {
    const lists = state.place.lists ?? []
    const [list, ...others] = lists
    const phase = list && syncPhases[state.row.kind][list.phase]
    if (!phase || failures.length === lists.length) break
    try {
      const read = await pageOrRestart(ctx, phase, { list, place: state.place, lease })
      const rest =
        read.page.next === null
          ? others
          : [{ ...list, cursor: read.page.next, limit: read.limit, mark: read.mark }, ...others]
      state = afterPage(state, phase, read.page)
      state.place = { ...state.place, lists: rest, restarts: read.restarts }
      const { row, place } = state
      await lease.db.transaction(async (tx) => {
        await lease.keep(row, place, tx)
        await keepPage(tx, phase.noun, read.page)
      })
    } catch (error) {
      if (!isOfOneList(error, state.place.tries)) throw error
      ctx.log.warn({ err: error, ...phase }, 'a list was not read')
      failures.push(new ListFailed(phase.noun, error))
      state = { ...state, place: { ...state.place, lists: [...others, list] } }
      await lease.keep(state.row, state.place)
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
  return !(cause instanceof ListWithoutEnd)
}

/**
 * Returns whether an error concerns one list only. An unavailable host has failed at the account already, before the
 * second attempt of a list.
 */
function isOfOneList(error: unknown, tries: number): boolean {
  if (error instanceof ListWithoutEnd) return true
  return mayBeOneCalls(error) && (!refusesCalls(error) || tries >= AWAY_FAILURES - 1)
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

interface Position {
  list: ListPlace
  place: SyncPlace
  lease: RunLease
}

/** Reads the page after the list's cursor. A refused cursor restarts the list. */
async function pageOrRestart(ctx: ConnectionContext, phase: ListPhase, at: Position): Promise<Read> {
  const { list, place } = at
  try {
    return { ...(await nextPage(ctx, phase, at)), restarts: place.restarts }
  } catch (error) {
    const refused = error instanceof HostRefused && error.status === 400
    if (!refused || list.cursor === null) throw error
    const restarts = place.restarts + 1
    if (restarts > RESTARTS_MAX) throw new ListWithoutEnd(phase.noun)
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
  { list, place, lease }: Position,
): Promise<Omit<Read, 'restarts'>> {
  const { cursor, limit } = list
  try {
    const page = await listPage(ctx, phase, { cursor, limit, days: place.days })
    const mark = page.next === null ? noMark : markCursor(list.mark, page.next)
    if (page.endless || mark === null) throw new ListWithoutEnd(phase.noun)
    return { page, limit, mark }
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || limit === 1) throw error
    await lease.extend()
    await ctx.wait(ctx.client.waitMs)
    return nextPage(ctx, phase, { list: { ...list, limit: Math.floor(limit / 2) }, place, lease })
  }
}

function afterPage({ row, place }: Standing, { noun, of }: ListPhase, page: ListedPage): Standing {
  const seen = of === 'window' ? page.verdicts.size : 0
  const changes = row.kind === 'RECONCILE' ? changesOf(page) : []
  const drift = changes.filter(({ status, verdict }) =>
    raisesEvent(noun, status, verdict.outcome === 'missing'),
  ).length
  return {
    row: {
      ...row,
      seen: { ...row.seen, [noun]: (row.seen[noun] ?? 0) + seen },
      mended: changes.reduce((sum, change) => withMended(sum, noun, changeName(change)), row.mended),
      drift: row.drift + drift,
    },
    place: {
      ...place,
      since: place.since ?? page.at.toISOString(),
      tries: 0,
    },
  }
}

interface Change {
  status: string
  verdict: SnapshotVerdict
}

/** Returns the objects that the mirror lacked or showed wrong, except those whose event may still be in flight. */
function changesOf({ verdicts, listed, at }: ListedPage): Change[] {
  const youngest = at.getTime() - IN_FLIGHT_MS
  return [...verdicts].flatMap(([id, verdict]) => {
    const object = listed.get(id)
    const mended = verdict.outcome === 'missing' || verdict.outcome === 'wrong'
    if (!object || !mended || object.createdAt.getTime() >= youngest) return []
    return [{ status: object.status, verdict }]
  })
}

function changeName({ status, verdict }: Change): string {
  if (verdict.outcome === 'missing') return 'created'
  return verdict.statusBefore === status ? 'changed' : status
}

/** Returns the progress with one more corrected row. */
export function withMendedRow(state: Standing, { noun, change, isDrift }: MendedRow): Standing {
  const { row } = state
  const mended = withMended(row.mended, noun, change)
  return { ...state, row: { ...row, mended, drift: row.drift + (isDrift ? 1 : 0) } }
}

function withMended(mended: Mended, noun: MirrorNoun, change: string): Mended {
  const changes = mended[noun] ?? {}
  return { ...mended, [noun]: { ...changes, [change]: (changes[change] ?? 0) + 1 } }
}
