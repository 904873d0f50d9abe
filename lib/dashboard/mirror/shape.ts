/** Nouns that the dashboard mirrors, by the names of the pages' query keys. */
export const mirrorNouns = ['payments', 'links', 'customers', 'settlements'] as const

export type MirrorNoun = (typeof mirrorNouns)[number]

/** Age and reliability of one row of the mirror. */
export type RowMirror = {
  /** Time of the event or response that the row shows, by the host's clock. */
  seen_at: string
  /** Time of the last API response that contained it; null if only events did. */
  confirmed_at: string | null
  /** True if two different final states were reported; the host is being asked. */
  conflict: boolean
  /** True if the host no longer has the object: the row is its last known state. */
  missing: boolean
}

/** Reason why an object could not be confirmed with its host. */
export type HostProblem = {
  code:
    | 'host_unreachable'
    | 'account_disconnected'
    | 'host_refused'
    | 'contract_mismatch'
    | 'rate_limited'
    | 'object_missing'
  requestId: string | null
}

export const eventOutcomes = ['applied', 'stale', 'conflict', 'test', 'recorded'] as const

export type EventOutcome = (typeof eventOutcomes)[number]

/** Webhook that the dashboard received about an object. */
export type ReceivedEvent = {
  delivery_id: string
  kind: string
  event_at: string
  received_at: string
  outcome: EventOutcome
  /** Raw body, byte for byte. */
  body: string
}

/** Common part of every object's data route. */
export type ObjectState = {
  /** Null before the host was called, false if it did not confirm the object; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
  /** Webhooks received about the object, newest first. */
  events: ReceivedEvent[]
}

/**
 * Window of the daily comparison and of those on demand: long enough for a payment's weekly settlement, which raises no
 * event of the payment.
 */
export const DEEP_WINDOW_DAYS = 9

type SyncKind = 'IMPORT' | 'RECONCILE'

type SyncState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'

/**
 * Mirror rows that a comparison corrected, by noun and change: `created` (new at the host), `gone` (unknown to the host),
 * `changed`, or the object's current status.
 */
export type Corrections = Partial<Record<MirrorNoun, Record<string, number>>>

/** Run that compares the mirror with the host. */
export type SyncProgress = {
  id: string
  kind: SyncKind
  state: SyncState
  /** Age in days of the oldest compared objects; null means the whole history. */
  days: number | null
  /** Number of objects in the lists of the run. */
  seen: Partial<Record<MirrorNoun, number>>
  corrected: Corrections
  /** Number of corrected rows that an event should have reported. */
  drift: number
  /** Code of the failure, or of the reason for a pause. */
  error: string | null
  started_at: string
  finished_at: string | null
}

/** Returns whether a run is not finished yet. */
export function isRunning(sync: SyncProgress | null): boolean {
  return sync?.state === 'QUEUED' || sync?.state === 'RUNNING'
}

/** Pause of background calls: the host has asked for it, refuses the key, has blocked the account, or is unavailable. */
export type CallsPause = { until: string; reason: 'rate_limited' | 'refused' | 'blocked' | 'away' }

/** Returns the pause that blocks comparisons at `now` (milliseconds); null without one. */
export function blockingPause(
  { pause, last_sync }: { pause: CallsPause | null; last_sync: SyncProgress | null },
  now: number,
): CallsPause | null {
  if (pause === null || Date.parse(pause.until) <= now) return null
  return last_sync?.state === 'RUNNING' ? null : pause
}

/** Largest number of quarantined objects that a connection keeps; at the limit there may be more. */
export const QUARANTINED_MAX = 1_000
