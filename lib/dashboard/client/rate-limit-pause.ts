import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import {
  type HostError,
  HostUnreachable,
  isHostError,
  type PauseReason,
  pauseReason,
  retryAfterMsOf,
} from './host-errors'

/** Failures in a row after which the host counts as unavailable; as many as start a pause. */
export const FAILURES_BEFORE_PAUSE = 3

/** Growing pauses in milliseconds, after failures in a row; a host's Retry-After takes precedence. */
const pauses: Readonly<Record<PauseReason, { freeFailures: number; firstMs: number }>> = {
  rate_limited: { freeFailures: 0, firstMs: 30_000 },
  // A refused key stays refused. A new key ends the pause.
  refused: { freeFailures: 0, firstMs: 3_600_000 },
  blocked: { freeFailures: 0, firstMs: 3_600_000 },
  away: { freeFailures: FAILURES_BEFORE_PAUSE - 1, firstMs: 30_000 },
}
const LONGEST_PAUSE_MS = 3_600_000
/** Longer than one call (10 s): a worker that dies during its probe does not block the others for longer. */
const PROBE_MS = 30_000

/** Background calls must not be sent before `until`. */
export class CallsPaused extends Error {
  readonly code = 'calls_paused'

  constructor(readonly until: Date) {
    super('calls to the host are paused')
    this.name = 'CallsPaused'
  }
}

/** Returns whether the next background call to the host would fail as well. */
export function refusesCalls(error: unknown): boolean {
  return error instanceof CallsPaused || pauseReason(error) !== null
}

/**
 * Returns whether a failure may concern one call only: a host that was reached may cut off or delay the response to this
 * call and answer all others.
 */
export function mayAffectOneCallOnly(error: unknown): error is HostError {
  if (!isHostError(error)) return false
  const isUnreached = error instanceof HostUnreachable && error.effect === 'none'
  const reason = pauseReason(error)
  return reason === null || (reason === 'away' && !isUnreached)
}

/** Assignments that end the pause of a connection, such as for a new key. */
export const CLEARED_PAUSE = 'call_failures = 0, calls_paused_until = NULL, calls_paused_by = NULL'

/**
 * Ends a pause at a member's request, unless the host has asked to wait. The first background call is a probe: the others
 * follow its success.
 */
export async function liftPause(db: Queryable, connectionId: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE dashboard.connection SET calls_paused_until = ${now}
    WHERE id = ${connectionId} AND calls_paused_until > ${now} AND calls_paused_by <> 'rate_limited'`)
}

interface Options {
  db: Queryable
  connectionId: string
  now: () => Date
  /** True for calls that wait for the end of the pause. Calls of a member never wait. */
  isBackground: boolean
}

/** Pause of one connection's calls, shared by all workers: a circuit breaker. */
export class CallPause {
  /** End of the pause that this caller's probe set for all others. */
  #probeUntil: Date | null = null

  constructor(
    private readonly options: Options,
    /** True if a success has something to clear. */
    private isTroubled: boolean,
  ) {}

  /** Throws CallsPaused during a pause. After a pause only one caller passes: its call is the probe. */
  async beforeCall(): Promise<void> {
    const { db, connectionId, now, isBackground } = this.options
    if (!isBackground) return
    const { rows } = await db.query<{ calls_paused_until: Date | null; call_failures: number }>(sql`
      SELECT calls_paused_until, call_failures FROM dashboard.connection WHERE id = ${connectionId}`)
    const until = rows[0]?.calls_paused_until ?? null
    this.isTroubled = until !== null || (rows[0]?.call_failures ?? 0) > 0
    if (until === null) return
    if (until > now()) throw new CallsPaused(until)
    const probeUntil = new Date(now().getTime() + PROBE_MS)
    const { count } = await db.query(sql`
      UPDATE dashboard.connection SET calls_paused_until = ${probeUntil}
      WHERE id = ${connectionId} AND calls_paused_until = ${until}`)
    if (count === 0) throw new CallsPaused(probeUntil)
    this.#probeUntil = probeUntil
  }

  /** Records a response. It ends every pause except one that the host asked for, which only a probe ends. */
  async afterAnswer(): Promise<void> {
    if (!this.isTroubled) return
    const { db, connectionId } = this.options
    await db.query(sql`
      UPDATE dashboard.connection SET ${raw(CLEARED_PAUSE)}
      WHERE id = ${connectionId}
        AND (calls_paused_by IS DISTINCT FROM 'rate_limited' OR calls_paused_until = ${this.#probeUntil})`)
    this.isTroubled = false
    this.#probeUntil = null
  }

  /** Records a failed call; a failure that no other call would meet counts as a response. */
  async afterFailure(error: HostError): Promise<void> {
    const reason = pauseReason(error)
    if (reason === null) {
      // A call that its caller aborted is no evidence about the host.
      if (!(error instanceof HostUnreachable)) await this.afterAnswer()
      return
    }
    this.isTroubled = true
    this.#probeUntil = null
    const { db, connectionId, now } = this.options
    const { freeFailures, firstMs } = pauses[reason]
    const toldMs = retryAfterMsOf(error)
    const growing = sql`LEAST(${raw(LONGEST_PAUSE_MS)}, ${firstMs} * 2 ^ LEAST(call_failures - ${freeFailures}::integer, 20))`
    const pauseMs = sql`CASE WHEN ${toldMs}::float8 > 0 THEN ${toldMs}::float8
      WHEN call_failures >= ${freeFailures}::integer THEN ${growing} END`
    const until = sql`(${now()}::timestamptz + (${pauseMs}) * interval '1 ms')`
    await db.query(sql`
      UPDATE dashboard.connection SET call_failures = call_failures + 1,
        calls_paused_by = CASE WHEN ${until} > COALESCE(calls_paused_until, '-infinity') THEN ${reason} ELSE calls_paused_by END,
        calls_paused_until = GREATEST(calls_paused_until, ${until})
      WHERE id = ${connectionId}`)
  }
}
