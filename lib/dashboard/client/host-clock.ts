import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'

/** Smallest difference that counts as a change: `Date` has whole seconds, and a call takes up to ten. */
const STEP_MS = 60_000
/** Largest difference that counts; a `Date` beyond it is no reading of a clock. */
const DIFFERENCE_MAX_MS = 366 * 24 * 60 * 60_000

/** Tolerance of a search for an object by the time of its creation on the host's clock. */
export const CLOCK_MARGIN_MS = 15 * 60_000

/**
 * Clock of a connection's host, read at each response and shared by all processes. It may differ from ours by any time:
 * instants of the host, such as `created_at`, are compared with others on this clock only.
 */
export class HostClock {
  constructor(
    private readonly connection: { db: Queryable; connectionId: string },
    /** Last known time in milliseconds by which the host's clock is ahead of ours. */
    public aheadMs: number,
  ) {}

  /** Returns an instant of ours as the host's clock shows it. */
  at(instant: Date): Date {
    return new Date(instant.getTime() + this.aheadMs)
  }

  /** Records one instant on both clocks. */
  async read(theirs: Date, ours: Date): Promise<void> {
    const aheadMs = theirs.getTime() - ours.getTime()
    if (Math.abs(aheadMs - this.aheadMs) < STEP_MS || Math.abs(aheadMs) > DIFFERENCE_MAX_MS) return
    this.aheadMs = aheadMs
    const { db, connectionId } = this.connection
    await db.query(sql`
      UPDATE dashboard.connection SET clock_ahead_ms = ${aheadMs} WHERE id = ${connectionId}`)
  }
}
