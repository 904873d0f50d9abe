import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { DELIVERY_RULE, quotas } from '@/lib/dashboard/quotas/quotas'
import { leaseTokens } from '@/lib/platform/lease-tokens'
import { sha256 } from '@/lib/platform/secrets'
import { raw, sql } from '@/lib/platform/sql'

export type LimitReason = 'too_many_deliveries' | 'too_many_events'

export interface Limited {
  reason: LimitReason
  retryAfterS: number
}

/** Units that a process takes at once: two statements for this many deliveries, and the overshoot of each process. */
const BATCH = 50
/** Units that are not used in this time are dropped. */
const LEASE_MS = 1_000
const CONNECTIONS_MAX = 1_000
/** The worker deletes the oldest events twice a minute. */
const PRUNED_AFTER_S = 60

interface Held {
  units: number
  until: number
}

/**
 * Limits of the deliveries that one connection receives: a token bucket of units of bytes and the quota of stored events.
 * Both are in the database, so that any number of web processes share them.
 */
export class DeliveryLimits {
  readonly #held = new Map<string, Held>()

  constructor(private readonly dashboard: Pick<Dashboard, 'database'>) {}

  /** Counts a delivery of `bytes` with a valid signature. Returns null if it may be received. */
  async take(connectionId: string, bytes: number): Promise<Limited | null> {
    const units = Math.max(1, Math.ceil(bytes / DELIVERY_RULE.unitBytes))
    const held = this.#held.get(connectionId)
    if (held && held.units >= units && held.until > performance.now()) {
      held.units -= units
      return null
    }
    if (await this.#isFull(connectionId)) return { reason: 'too_many_events', retryAfterS: PRUNED_AFTER_S }
    const system = asSystem(this.dashboard)
    const subject = sha256(`deliveries ${connectionId}`)
    const wanted = Math.max(BATCH, units)
    const { granted } = await leaseTokens(system, subject, DELIVERY_RULE, wanted, 'dashboard.bucket')
    if (granted < units)
      return {
        reason: 'too_many_deliveries',
        retryAfterS: Math.ceil((units - granted) / DELIVERY_RULE.rate),
      }
    if (this.#held.size >= CONNECTIONS_MAX) this.#held.clear()
    this.#held.set(connectionId, { units: granted - units, until: performance.now() + LEASE_MS })
    return null
  }

  async #isFull(connectionId: string): Promise<boolean> {
    const { rows } = await this.dashboard.database
      .as('checkout_dashboard', connectionId)
      .query<{ is_full: boolean }>(sql`
        SELECT COALESCE(sum(bytes) >= ${raw(quotas.event_bytes.limit)}, false) AS is_full
        FROM dashboard.stored_size WHERE connection_id = ${connectionId} AND kind = 'events'`)
    return rows[0]?.is_full ?? false
  }
}
