/** Nouns that the dashboard mirrors, as the pages' query keys name them. */
export const mirrorNouns = ['payments', 'links', 'customers', 'settlements'] as const
export type MirrorNoun = (typeof mirrorNouns)[number]

/** Age and certainty of one row of the mirror. */
export type RowMirror = {
  /** The instant of the event or response that the row shows, by the host's clock. */
  seen_at: string
  /** The last API response that contained it; null when only events did. */
  confirmed_at: string | null
  /** Two different final states were reported; the host is being asked. */
  conflict: boolean
  /** The host no longer knows the object: the row is its last known state. */
  missing: boolean
}

/** The reason why an object could not be confirmed with its host. */
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

/** A webhook that the dashboard received about an object. */
export type ReceivedEvent = {
  delivery_id: string
  kind: string
  event_at: string
  received_at: string
  outcome: EventOutcome
  /** The raw body, byte for byte. */
  body: string
}

/** The part that every object's data route has in common. */
export type ObjectState = {
  /** Null before the host was asked, false when it did not confirm the object; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
  /** Webhooks received about the object, newest first. */
  events: ReceivedEvent[]
}

export type SyncKind = 'IMPORT' | 'RECONCILE'
export type SyncState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'

/**
 * Rows of the mirror that a comparison mended, by noun and change: `created` (new at the host), `gone` (unknown to the host),
 * `changed`, or the status that the object has now.
 */
export type Mended = Partial<Record<MirrorNoun, Record<string, number>>>

/** A run that compares the mirror with the host. */
export type SyncProgress = {
  id: string
  kind: SyncKind
  state: SyncState
  /** How many days back it compares what was made; null = the whole history. */
  days: number | null
  /** Objects that the lists of the run contained. */
  seen: Partial<Record<MirrorNoun, number>>
  mended: Mended
  /** Mended rows of which an event should have reported. */
  drift: number
  /** A code of the failure, or of the reason for a pause. */
  error: string | null
  started_at: string
  finished_at: string | null
}

/** Returns whether a run is not finished yet. */
export function isRunning(sync: SyncProgress | null): boolean {
  return sync?.state === 'QUEUED' || sync?.state === 'RUNNING'
}

/** A pause of the calls that nobody waits for: the host has asked for it, refuses the key, has blocked the account, or is away. */
export type CallsPause = { until: string; reason: 'rate_limited' | 'refused' | 'blocked' | 'away' }

/** Returns the pause that keeps comparisons from going on at `now` (milliseconds); null while none does. */
export function heldUpBy({ pause, last_sync }: MirrorHealth, now: number): CallsPause | null {
  if (pause === null || Date.parse(pause.until) <= now) return null
  return last_sync?.state === 'RUNNING' ? null : pause
}

/** The account as its host last reported it. */
export type ShownAccount = {
  id: string
  name: string
  currency: string
  /** A known IANA zone: UTC where the host reports another name. */
  timezone: string
  status: string
  charges_enabled: boolean
  /** Null when the host does not report it. */
  test_mode: boolean | null
}

/** How far the import of one noun is. */
export type ImportProgress = {
  noun: MirrorNoun
  done: boolean
  /** Objects so far. */
  seen: number
  /** Estimates from the age of the objects so far: a part of 1, and milliseconds. Null where nothing can be said. */
  share: number | null
  left_ms: number | null
}

/** Quarantined objects of a connection that are kept; where there are as many, there may be more. */
export const QUARANTINED_MAX = 1_000

/** An object of the host that the dashboard cannot parse or write. */
export type QuarantinedObject = {
  noun: MirrorNoun
  /** Null for an object without a usable id. */
  id: string | null
  reason: string
  /** The newest answer or event that contained it, by the host's clock. */
  at: string
}

/** JSON of an object as it came, cut after a few thousand characters; null where it could not be stored, or where the role may not see it. */
export type RawObject = Pick<QuarantinedObject, 'noun' | 'id' | 'at'> & { raw: string | null }

/** The state of a connection's mirror. */
export type MirrorHealth = {
  last_event_at: string | null
  /** When the request for the kept balance left, by the host's clock; null before the first answer. */
  balance_at: string | null
  /** By noun, until all are imported; else empty. */
  imports: ImportProgress[]
  last_sync: SyncProgress | null
  /** Rows that were wrong or missing at the last finished reconciliation. */
  drift: number
  /** Rows that comparisons of the last 24 hours mended, and the part of which an event should have reported. */
  lately: { mended: Mended; drift: number }
  /** `behind`: the last comparison is older than it should be; `broken`: the last one failed.
   *  `no_webhook`: no signing secret is stored, so that no event can be taken. */
  state: 'importing' | 'live' | 'no_webhook' | 'behind' | 'broken' | 'disconnected'
  /** ISO 8601; null while it is connected. */
  disconnected_at: string | null
  /** Null while calls may leave. */
  pause: CallsPause | null
  /** Objects that the mirror lacks because they cannot be read, with the newest few of them. */
  quarantine: { count: number; newest: QuarantinedObject[] }
  account: ShownAccount
  /** The time zone that the host reports, where it is not known; the account's dates are then in UTC. */
  unknown_timezone: string | null
}
