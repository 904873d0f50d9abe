import type { SyncProgress } from '@/lib/dashboard/mirror/shape'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { NOON } from './dashboard'

/** Returns a comparison without differences. */
export function aSyncProgress(over: Partial<SyncProgress> = {}): SyncProgress {
  return {
    id: 'sync_1',
    kind: 'RECONCILE',
    state: 'DONE',
    days: 9,
    seen: {},
    corrected: {},
    drift: 0,
    error: null,
    started_at: NOON.toISOString(),
    finished_at: NOON.toISOString(),
    ...over,
  }
}

/** Returns the health of a mirror that is up to date. */
export function aMirrorHealth(over: Partial<MirrorHealth> = {}): MirrorHealth {
  return {
    last_event_at: null,
    balance_at: NOON.toISOString(),
    imports: [],
    last_sync: aSyncProgress(),
    lately: { corrected: {}, drift: 0 },
    state: 'live',
    disconnected_at: null,
    pause: null,
    quarantine: { count: 0, newest: [] },
    unknown_timezone: null,
    ...over,
  }
}
