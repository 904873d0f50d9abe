import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { refusesCalls } from '@/lib/dashboard/client/call-pause'
import { HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { SnapshotVerdict } from '@/lib/dashboard/mirror/apply-snapshots'
import { raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import { storableJson } from '@/lib/dashboard/mirror/storable-json'
import type { Mended, MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { compareLeftovers } from './compare-leftovers'
import { type ListedPage, listPage } from './list-page'
import { ListWithoutEnd } from './list-without-end'
import { type ImportedPage, keepImport, openImports } from './noun-imports'
import { OtherAccount } from './other-account'
import { retryQuarantined } from './retry-quarantined'
import type { RunLease } from './run-lease'
import { type ListPhase, syncPhases } from './sync-phases'
import { placeOf, type SyncPlace, type SyncRunRow } from './sync-run'

/** An object this young may have an event on its way: that the mirror lacks it is no drift. */
const IN_FLIGHT_MS = 60_000
/** Cursors that a host may refuse in one run, such as cursors that expire while the run pauses. */
const RESTARTS_MAX = 3

/**
 * Continues a claimed run to its end or for `sliceMs`: an import reads each noun that is not imported yet, a comparison
 * pages through the host's lists, tries quarantined objects again and then fetches the objects that no list contained. Progress is kept after each page.
 * Pages and fetches use at most a fifth of the host's advertised rate. Throws the client's errors, ListWithoutEnd and LeaseLost;
 * the progress stays.
 */
export async function runSync(
  ctx: ConnectionContext,
  run: SyncRunRow,
  lease: RunLease,
  sliceMs: number,
): Promise<Slice> {
  await refreshAccount(ctx)
  await refreshKnownBalance(ctx)
  const start = { row: run, place: placeOf(run) }
  const sliceEnds = performance.now() + sliceMs
  if (run.kind === 'IMPORT') return importNouns(ctx, start, lease, sliceEnds)
  let state: Standing = start
  const phases = syncPhases.RECONCILE
  for (let phase = phases[state.place.phase]; phase; phase = phases[state.place.phase]) {
    const page = await pageOrRestart(ctx, phase, state)
    state = afterPage(state, phase, page)
    if (page.next === null) state.place.phase += 1
    await lease.keep(state.row, state.place)
    const pauseMs = await waitForShare(ctx, sliceEnds)
    if (pauseMs !== null) return { ...state, done: false, pauseMs }
  }
  if (state.place.since === null) return { ...state, done: true, pauseMs: 0 }
  const since = new Date(state.place.since)
  const { days, tries } = state.place
  await retryQuarantined(ctx, { since, lease, sliceMs })
  await compareLeftovers(ctx, { since, days, tries, lease, sliceMs }, async ({ noun, change, isDrift }) => {
    const { row } = state
    const mended = withMended(row.mended, noun, change)
    state = { ...state, row: { ...row, mended, drift: row.drift + (isDrift ? 1 : 0) } }
    await lease.keep(state.row, state.place)
  })
  return { ...state, done: true, pauseMs: 0 }
}

/** The end of one slice of a run. */
export interface Slice extends Standing {
  done: boolean
  /** Time before the next slice may begin, for its share of the host's rate. */
  pauseMs: number
}

/** Calls at the beginning of a slice that no wait divides: the account, the balance, then the next page. */
const CALLS_AT_ONCE = 3

/** Waits for the run's share of the host's rate. Returns null, or the pause to make where the slice is over before. */
async function waitForShare({ client, wait }: ConnectionContext, sliceEnds: number): Promise<number | null> {
  const { waitMs } = client
  if (performance.now() >= sliceEnds) return 0
  if (performance.now() + waitMs >= sliceEnds) return waitMs * CALLS_AT_ONCE
  await wait(waitMs)
  return null
}

/** Progress of a run. */
export interface Standing {
  row: SyncRunRow
  place: SyncPlace
}

async function importNouns(
  ctx: ConnectionContext,
  start: Standing,
  lease: RunLease,
  sliceEnds: number,
): Promise<Slice> {
  let state = start
  const open = await openImports(ctx)
  for (const phase of syncPhases.IMPORT) {
    let cursor = open.get(phase.noun)
    while (cursor !== undefined) {
      const page = await pageOrRestart(ctx, phase, { ...state, place: { ...state.place, cursor } })
      state = afterPage(state, phase, page)
      await keepPage(ctx, phase.noun, lease, state, page)
      cursor = page.next ?? undefined
      const pauseMs = await waitForShare(ctx, sliceEnds)
      if (pauseMs !== null) return { ...state, done: false, pauseMs }
    }
  }
  return { ...state, done: true, pauseMs: 0 }
}

/** Keeps the run's progress and its noun's together: a worker without the lease changes neither. */
async function keepPage(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  lease: RunLease,
  { row, place }: Standing,
  page: ReadPage,
): Promise<void> {
  await lease.db.transaction(async (tx) => {
    await lease.keep(row, place, tx)
    await keepImport({ ...ctx, db: tx }, noun, importedPage(page))
  })
}

function importedPage({ next, verdicts, listed }: ReadPage): ImportedPage {
  const created = [...listed.values()].map(({ createdAt }) => createdAt)
  return {
    next,
    seen: verdicts.size,
    firstCreatedAt: created[0] ?? null,
    lastCreatedAt: created.at(-1) ?? null,
  }
}

/** Reads the page after the place's cursor. A cursor that the host refuses sends the list back to its start. */
async function pageOrRestart(
  ctx: ConnectionContext,
  phase: ListPhase,
  { place }: Standing,
): Promise<ReadPage> {
  try {
    return { ...(await nextPage(ctx, phase, place)), restarts: place.restarts }
  } catch (error) {
    const refused = error instanceof HostRefused && error.status === 400
    if (!refused || place.cursor === null) throw error
    const restarts = place.restarts + 1
    if (restarts > RESTARTS_MAX) throw new ListWithoutEnd(phase.noun)
    return { ...(await nextPage(ctx, phase, { ...place, cursor: null })), restarts }
  }
}

async function nextPage(ctx: ConnectionContext, phase: ListPhase, place: SyncPlace): Promise<ListedPage> {
  const page = await listPage(ctx, phase, place)
  if (page.endless || (page.next !== null && page.next === place.cursor)) throw new ListWithoutEnd(phase.noun)
  return page
}

interface ReadPage extends ListedPage {
  /** Cursors that the host has refused so far in this run. */
  restarts: number
}

function afterPage({ row, place }: Standing, { noun, of }: ListPhase, page: ReadPage): Standing {
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
      cursor: page.next,
      since: place.since ?? page.at.toISOString(),
      tries: 0,
      restarts: page.restarts,
    },
  }
}

interface Change {
  status: string
  verdict: SnapshotVerdict
}

/** Returns the objects that the mirror lacked or showed wrong, without those whose event may still be on its way. */
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

function withMended(mended: Mended, noun: MirrorNoun, change: string): Mended {
  const changes = mended[noun] ?? {}
  return { ...mended, [noun]: { ...changes, [change]: (changes[change] ?? 0) + 1 } }
}

async function refreshKnownBalance(ctx: ConnectionContext): Promise<void> {
  try {
    await refreshBalance(ctx)
  } catch (error) {
    if (!isHostError(error) || refusesCalls(error)) throw error
    ctx.log.warn({ problem: error.message }, 'the balance was not refreshed')
  }
}

async function refreshAccount({ client, db, connectionId, account, log }: ConnectionContext): Promise<void> {
  try {
    const { data, raw } = await client.call('getAccount')
    if (data.id !== account.id) throw new OtherAccount(data.id)
    await db.query({
      name: 'refresh-account',
      text: 'UPDATE dashboard.connection SET account = $2 WHERE id = $1',
      values: [connectionId, JSON.stringify(storableJson(raw))],
    })
  } catch (error) {
    if (!isHostError(error) || refusesCalls(error)) throw error
    // The lists will tell the same, with the run's own tries.
    log.warn({ problem: error.message }, 'the account was not refreshed')
  }
}
