import { HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MirrorNoun } from '@/lib/dashboard/live/live-message'
import type { SnapshotOutcome } from '@/lib/dashboard/mirror/apply-snapshots'
import { raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import { storableJson } from '@/lib/dashboard/mirror/storable-json'
import { compareLeftovers } from './compare-leftovers'
import { type ListedPage, listPage } from './list-page'
import type { RunLease } from './run-lease'
import { type ListPhase, syncPhases } from './sync-phases'
import { placeOf, type SyncPlace, type SyncRunRow } from './sync-run'

/** An object this young may have an event on its way: that the mirror lacks it is no drift. */
const IN_FLIGHT_MS = 60_000

/**
 * Carries a claimed run on from where it stands, to its end or for `sliceMs`: pages through the host's lists, keeps its
 * place after each page, then asks for what no list showed. Throws the client's errors and LeaseLost; the place stays.
 */
export async function runSync(
  ctx: ConnectionContext,
  run: SyncRunRow,
  lease: RunLease,
  sliceMs: number,
): Promise<Standing & { done: boolean }> {
  let state = { row: run, place: placeOf(run) }
  const sliceEnds = performance.now() + sliceMs
  await refreshAccount(ctx)
  const phases = syncPhases[run.kind]
  for (let phase = phases[state.place.phase]; phase; phase = phases[state.place.phase]) {
    const page = await pageOrRestart(ctx, phase, state.place)
    state = afterPage(state, phase, page)
    await lease.keep(state.row, state.place)
    if (performance.now() >= sliceEnds) return { ...state, done: false }
  }
  if (run.kind === 'RECONCILE' && state.place.since !== null) {
    const drift = await compareLeftovers(ctx, {
      since: new Date(state.place.since),
      days: state.place.days,
      lease,
      sliceMs,
    })
    state = { ...state, row: { ...state.row, drift: state.row.drift + drift } }
  }
  return { ...state, done: true }
}

/** How far a run is. */
export interface Standing {
  row: SyncRunRow
  place: SyncPlace
}

/** A cursor that the host no longer takes sends the phase back to its start: everything here may be done twice. */
async function pageOrRestart(
  ctx: ConnectionContext,
  phase: ListPhase,
  place: SyncPlace,
): Promise<ListedPage> {
  try {
    return await listPage(ctx, phase, place)
  } catch (error) {
    const refused = error instanceof HostRefused && error.status === 400
    if (!refused || place.cursor === null) throw error
    return listPage(ctx, phase, { ...place, cursor: null })
  }
}

function afterPage({ row, place }: Standing, { noun, of }: ListPhase, page: ListedPage): Standing {
  const seen = of === 'window' ? page.outcomes.size : 0
  const drift = row.kind === 'RECONCILE' ? driftOf(noun, page) : 0
  return {
    row: {
      ...row,
      links_seen: row.links_seen + (noun === 'links' ? seen : 0),
      payments_seen: row.payments_seen + (noun === 'payments' ? seen : 0),
      drift: row.drift + drift,
    },
    place: {
      ...place,
      phase: page.next === null ? place.phase + 1 : place.phase,
      cursor: page.next,
      since: place.since ?? page.at.toISOString(),
      tries: 0,
    },
  }
}

function driftOf(noun: MirrorNoun, { outcomes, listed, at }: ListedPage): number {
  const youngest = at.getTime() - IN_FLIGHT_MS
  const drifted = (id: string, outcome: SnapshotOutcome) => {
    const now = listed.get(id)
    if (!now || (outcome !== 'missing' && outcome !== 'wrong')) return false
    return raisesEvent(noun, now.status) && now.createdAt.getTime() < youngest
  }
  return [...outcomes].filter(([id, outcome]) => drifted(id, outcome)).length
}

async function refreshAccount({ client, db, connectionId, log }: ConnectionContext): Promise<void> {
  try {
    const { raw } = await client.call('getAccount')
    await db.query({
      name: 'refresh-account',
      text: 'UPDATE dashboard.connection SET account = $2 WHERE id = $1',
      values: [connectionId, JSON.stringify(storableJson(raw))],
    })
  } catch (error) {
    if (!isHostError(error)) throw error
    // The lists will tell the same, with the run's own tries.
    log.warn({ problem: error.message }, 'the account was not refreshed')
  }
}
