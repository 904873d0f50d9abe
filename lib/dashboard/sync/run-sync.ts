import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { mayAffectOneCallOnly, refusesCalls } from '@/lib/dashboard/client/call-pause'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { RowLease } from '@/lib/dashboard/jobs/row-lease'
import { type MirrorNoun, mirrorNouns } from '@/lib/dashboard/schema/mirror'
import { saveRun } from './claim-run'
import { compareLeftovers } from './compare-leftovers'
import { noMark } from './cursor-cycle'
import type { ListedPage } from './list-page'
import { type ImportedPage, keepImport, openImports } from './noun-imports'
import { type RunProgress, readLists, withCorrectedRow } from './read-lists'
import { refreshAccount } from './refresh-account'
import { retryQuarantined } from './retry-quarantined'
import { syncPhases } from './sync-phases'
import { positionOf, type SyncRunRow } from './sync-run'

/**
 * Continues a claimed run to its end or for `sliceMs`: an import reads each noun that is not imported yet; a comparison
 * pages through the host's lists, tries quarantined objects again and then fetches the objects that no list contained.
 * Progress is stored after each page. Pages and fetches use at most a fifth of the host's advertised rate. Throws the
 * client's errors, ListFailed (after everything else was read and compared) and LeaseLost; the progress stays.
 */
export async function runSync(
  ctx: ConnectionContext,
  run: SyncRunRow,
  lease: RowLease,
  sliceMs: number,
): Promise<Slice> {
  await refreshKnownAccount(ctx)
  await refreshKnownBalance(ctx)
  const open = await openImports(ctx)
  const isImport = run.kind === 'IMPORT'
  const lists = listsOf(run, open)
  const read = await readLists(ctx, lists, {
    lease,
    sliceEnds: performance.now() + sliceMs,
    keepPage: async (tx, noun, page) => {
      if (isImport) await keepImport({ ...ctx, db: tx }, noun, importedPage(page))
    },
  })
  const { pauseMs, failure } = read
  let state: RunProgress = { row: read.row, position: read.position }
  if (pauseMs !== null) return { ...state, done: false, pauseMs }
  if (!isImport && state.position.since !== null) {
    const since = new Date(state.position.since)
    const { days, tries } = state.position
    const failed = (state.position.lists ?? []).map(({ phase }) => syncPhases.RECONCILE[phase]?.noun)
    const nouns = mirrorNouns.filter((noun) => !open.has(noun) && !failed.includes(noun))
    await retryQuarantined(ctx, { since, lease, sliceMs })
    await compareLeftovers(ctx, { nouns, since, days, tries, lease, sliceMs }, async (correctedRow) => {
      state = withCorrectedRow(state, correctedRow)
      await saveRun(lease, state.row, state.position)
    })
  }
  if (failure !== null) throw failure
  return { ...state, done: true, pauseMs: 0 }
}

/**
 * Returns the lists that a run has still to read: an import's of the nouns that are not imported, a comparison's of the
 * others.
 */
function listsOf(run: SyncRunRow, open: ReadonlyMap<MirrorNoun, string | null>): RunProgress {
  const position = positionOf(run)
  const phases = syncPhases[run.kind]
  const isImport = run.kind === 'IMPORT'
  const all = phases.map((_, phase) => ({ phase, cursor: null, limit: LIST_LIMIT_MAX, mark: noMark }))
  const known = position.lists ?? all
  // The progress of an import is in its nouns' own rows.
  const unknown = isImport ? all.filter(({ phase }) => known.every((list) => list.phase !== phase)) : []
  const lists = [...known, ...unknown].flatMap((list) => {
    const noun = phases[list.phase]?.noun
    if (noun === undefined || open.has(noun) !== isImport) return []
    return [isImport ? { ...list, cursor: open.get(noun) ?? null } : list]
  })
  return { row: run, position: { ...position, lists } }
}

/** End of one slice of a run. */
export interface Slice extends RunProgress {
  done: boolean
  /** Time before the next slice may begin, for its share of the host's rate. */
  pauseMs: number
}

function importedPage({ next, verdicts, listed }: ListedPage): ImportedPage {
  const created = [...listed.values()].map(({ createdAt }) => createdAt)
  return {
    next,
    seen: verdicts.size,
    firstCreatedAt: created[0] ?? null,
    lastCreatedAt: created.at(-1) ?? null,
  }
}

async function refreshKnownBalance(ctx: ConnectionContext): Promise<void> {
  try {
    await refreshBalance(ctx)
  } catch (error) {
    if (!mayAffectOneCallOnly(error)) throw error
    ctx.log.warn({ problem: error.message }, 'the balance was not refreshed')
  }
}

async function refreshKnownAccount(ctx: ConnectionContext): Promise<void> {
  try {
    await refreshAccount(ctx)
  } catch (error) {
    if (!isHostError(error) || refusesCalls(error)) throw error
    // The lists report the same error, with the run's own attempts.
    ctx.log.warn({ problem: error.message }, 'the account was not refreshed')
  }
}
