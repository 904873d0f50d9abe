import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import {
  FAILURES_BEFORE_PAUSE,
  mayAffectOneCallOnly,
  refusesCalls,
} from '@/lib/dashboard/client/rate-limit-pause'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import { type MirrorNoun, mirrorNouns } from '@/lib/dashboard/mirror/shape'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { compareLeftovers } from './compare-leftovers'
import { type ListedPage, PaginationError, positionAfter, positionAgain, positionPage } from './list-page'
import { refreshAccount } from './refresh-account'
import { type ListPosition, type Run, saveRun, withCorrection } from './sync-run'

/** Age up to which an object's event may still be in flight: its absence from the mirror is no drift. */
const IN_FLIGHT_MS = 60_000
/** Calls at the beginning of a slice without a wait between them: the account, the balance, then the next page. */
const CALLS_AT_ONCE = 3

/**
 * Lists of a run in their order, which its position counts. After them a comparison fetches, one by one, the objects that
 * no list contained.
 */
const comparedLists = [
  { noun: 'links', of: 'window' },
  { noun: 'links', of: 'open' },
  { noun: 'payments', of: 'window' },
  { noun: 'payments', of: 'open' },
  { noun: 'customers', of: 'window' },
  { noun: 'settlements', of: 'window' },
  { noun: 'settlements', of: 'open' },
] as const

/** One list of a run failed, for a reason that concerns no other list. */
export class ListFailed extends Error {
  constructor(
    readonly noun: MirrorNoun,
    override readonly cause: unknown,
  ) {
    super(`the host's list of ${noun} cannot be read`)
  }
}

/**
 * Continues a claimed run to its end or for `sliceMs`: an import reads each noun that is not imported yet; a comparison
 * pages through the host's lists and then fetches the objects that no list contained. Progress is stored after each page.
 * Pages and fetches use at most a fifth of the host's advertised rate. Throws the client's errors, FinalProblem,
 * ListFailed (after everything else was read and compared) and LeaseLost; the progress stays.
 * @returns null at the end, otherwise the time before the next slice may begin
 */
export async function runSync(ctx: ConnectionContext, run: Run, sliceMs: number): Promise<number | null> {
  await refreshKnown(ctx, refreshAccount, (error) => isHostError(error) && !refusesCalls(error))
  await refreshKnown(ctx, refreshBalance, mayAffectOneCallOnly)
  const open = await openImports(ctx)
  const isImport = run.kind === 'IMPORT'
  const all = comparedLists
    .filter(({ of }) => !isImport || of === 'window')
    .map((list) => ({ ...list, cursor: open.get(list.noun) ?? null }))
  const positions = (run.progress.positions ?? all).filter(({ noun }) => open.has(noun) === isImport)
  run.progress = { ...run.progress, positions }
  const { pauseMs, failure } = await readLists(ctx, run, performance.now() + sliceMs)
  if (pauseMs !== null) return pauseMs
  if (!isImport) {
    const failed = run.progress.positions?.map(({ noun }) => noun)
    const nouns = mirrorNouns.filter((noun) => !open.has(noun) && !failed?.includes(noun))
    await compareLeftovers(ctx, run, nouns, sliceMs)
  }
  if (failure !== null) throw failure
  return null
}

/** Refreshes a value that is known already. After a tolerable error it stays: the lists report the same error again. */
async function refreshKnown(
  ctx: ConnectionContext,
  refresh: (ctx: ConnectionContext) => Promise<unknown>,
  isTolerable: (error: unknown) => boolean,
): Promise<void> {
  try {
    await refresh(ctx)
  } catch (error) {
    if (!isTolerable(error)) throw error
    ctx.log.warn({ err: error }, 'the account or its balance was not refreshed')
  }
}

/** Returns the nouns that are not imported yet, each with the cursor to continue after; null means from the start. */
async function openImports({ connectionId, db }: ConnectionContext): Promise<Map<MirrorNoun, string | null>> {
  const { rows } = await db.query<{ noun: string; cursor: string | null; done: boolean }>(sql`
    SELECT noun, cursor, done_at IS NOT NULL AS done FROM dashboard.noun_import WHERE connection_id = ${connectionId}`)
  const known = new Map(rows.map((row) => [row.noun, row]))
  const open = mirrorNouns.filter((noun) => known.get(noun)?.done !== true)
  return new Map(open.map((noun) => [noun, known.get(noun)?.cursor ?? null]))
}

/**
 * Reads the lists of a run, page by page, until they or the slice end. A list that fails waits until the others are done,
 * and stays with its failure. Throws failures that would affect the other lists too.
 * @returns the time before the next slice may begin, null at the end of the lists; then also the failure to report
 */
async function readLists(ctx: ConnectionContext, run: Run, sliceEnds: number) {
  const failures: ListFailed[] = []
  const mayPass = () => failures.find(({ cause }) => !(cause instanceof PaginationError))
  for (;;) {
    const positions = run.progress.positions ?? []
    const [list, ...others] = positions
    if (!list || failures.length === positions.length) break
    try {
      await readPage(ctx, run, list, others)
    } catch (error) {
      if (!isOfOneList(error, run.progress.tries)) throw error
      ctx.log.warn({ err: error, ...list }, 'a list was not read')
      failures.push(new ListFailed(list.noun, error))
      await saveRun(run, { progress: { ...run.progress, positions: [...others, list] } })
      if (failures.length === positions.length) break
    }
    const pauseMs = await waitForShare(ctx, sliceEnds)
    const failure = mayPass()
    if (pauseMs !== null && failure) throw failure
    if (pauseMs !== null) return { pauseMs, failure: null }
  }
  return { pauseMs: null, failure: mayPass() ?? failures[0] ?? null }
}

/**
 * Returns whether an error concerns one list only. An unavailable host has failed at the account already, before the
 * second attempt of a list.
 */
function isOfOneList(error: unknown, tries: number): boolean {
  if (error instanceof PaginationError) return true
  return mayAffectOneCallOnly(error) && (!refusesCalls(error) || tries >= FAILURES_BEFORE_PAUSE - 1)
}

/** Waits for the run's share of the host's rate. Returns null, or the pause to make if the slice ends before. */
async function waitForShare({ client, wait }: ConnectionContext, sliceEnds: number): Promise<number | null> {
  const { waitMs } = client
  if (performance.now() >= sliceEnds) return 0
  if (performance.now() + waitMs >= sliceEnds) return waitMs * CALLS_AT_ONCE
  await wait(waitMs)
  return null
}

/** Reads the page at a list's position, and stores what it changes: the position, the numbers, a noun's import. */
async function readPage(
  ctx: ConnectionContext,
  run: Run,
  list: ListPosition,
  others: readonly ListPosition[],
): Promise<void> {
  const { noun, of } = list
  const { progress, seen } = run
  let page: ListedPage
  try {
    page = await positionPage(ctx, list, progress.days)
  } catch (error) {
    const again = positionAgain(list, error)
    if (again === null) throw error
    return saveRun(run, { progress: { ...progress, positions: [again, ...others] } })
  }
  const next = positionAfter(list, page)
  const positions = next === null ? others : [next, ...others]
  const since = progress.since ?? page.at.toISOString()
  const changes = {
    seen: { ...seen, [noun]: (seen[noun] ?? 0) + (of === 'window' ? page.written.length : 0) },
    progress: { ...progress, positions, since, tries: 0 },
  }
  if (run.kind === 'IMPORT') await saveRun(run, changes, (tx) => keepImport({ ...ctx, db: tx }, noun, page))
  else await saveRun(run, { ...changes, ...correctionsOf(run, noun, page) })
}

/** Counts the objects that the mirror lacked or showed wrong, except those whose event may still be in flight. */
function correctionsOf(run: Run, noun: MirrorNoun, { written, at }: ListedPage) {
  let counted: Pick<Run, 'corrected' | 'drift'> = run
  for (const { outcome, statusBefore, object } of written) {
    const { status, source, created_at } = object
    const isNew = outcome === 'missing'
    if (!isNew && outcome !== 'wrong') continue
    if (Date.parse(created_at) >= at.getTime() - IN_FLIGHT_MS) continue
    const change = isNew ? 'created' : statusBefore === status ? 'changed' : status
    const isDrift = raisesEvent(noun, { status, source }, isNew)
    counted = withCorrection(counted, { noun, change, isDrift })
  }
  return { corrected: counted.corrected, drift: counted.drift }
}

async function keepImport(
  { connectionId, db, now }: Pick<ConnectionContext, 'connectionId' | 'now'> & { db: Queryable },
  noun: MirrorNoun,
  { next, written }: ListedPage,
): Promise<void> {
  const at = now()
  const statement = sql`
    INSERT INTO dashboard.noun_import AS i (connection_id, noun, cursor, done_at, seen, started_at)
    VALUES (${connectionId}, ${noun}, ${next}, ${next === null ? at : null}, ${written.length}, ${at})
    ON CONFLICT (connection_id, noun) DO UPDATE SET cursor = excluded.cursor, done_at = excluded.done_at,
      seen = i.seen + excluded.seen, started_at = COALESCE(i.started_at, excluded.started_at)`
  await db.query({ ...statement, name: 'keep-noun-import' })
}
