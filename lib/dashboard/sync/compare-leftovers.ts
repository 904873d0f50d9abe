import type { ConnectionContext } from '@/lib/dashboard/context'
import { type MirrorNoun, mirrorNouns } from '@/lib/dashboard/live/live-message'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { mirrorTables, raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import type { RunLease } from './run-lease'

const DAY_MS = 24 * 60 * 60_000
/** Each costs a request; what is left over after that, or after a slice, comes with the next run, oldest first. */
const LEFTOVERS_MAX = 200
/** Answers of one run may count a little before its first one (`Answer.at`). */
const CLOCK_MARGIN_MS = 5_000

/**
 * Asks the host for each mirrored object that a reconciliation's lists should have shown and did not: what only
 * events told, what was open, what is in the window. One that the host does not know leaves the mirror.
 * @returns how many rows were wrong
 */
export async function compareLeftovers(
  ctx: ConnectionContext,
  { since, days, lease, sliceMs }: { since: Date; days: number | null; lease: RunLease; sliceMs: number },
): Promise<number> {
  let drift = 0
  const sliceEnds = performance.now() + sliceMs
  for (const noun of mirrorNouns) {
    for (const id of await leftovers(ctx, noun, { since, days })) {
      if (performance.now() >= sliceEnds) return drift
      const outcome = await fetchObject(ctx, noun, id)
      if (outcome !== 'same' && outcome !== 'stale' && (await isDrift(ctx, noun, id))) drift += 1
      await lease.extend()
    }
  }
  return drift
}

/** One that the host does not know is; one that came into a state that no event tells is not. */
async function isDrift(
  { db, connectionId }: ConnectionContext,
  noun: MirrorNoun,
  id: string,
): Promise<boolean> {
  const { rows } = await db.query<{ status: string }>({
    name: `leftover-status-${noun}`,
    text: `SELECT status FROM ${mirrorTables[noun].table} WHERE connection_id = $1 AND id = $2`,
    values: [connectionId, id],
  })
  return rows.every(({ status }) => raisesEvent(noun, status))
}

async function leftovers(
  { db, connectionId, now }: ConnectionContext,
  noun: MirrorNoun,
  { since, days }: { since: Date; days: number | null },
): Promise<string[]> {
  const windowStart = new Date(days === null ? 0 : now().getTime() - days * DAY_MS)
  const { rows } = await db.query<{ id: string }>({
    name: `leftover-${noun}`,
    text: `SELECT id FROM ${mirrorTables[noun].table}
      WHERE connection_id = $1 AND (confirmed_at IS NULL OR confirmed_at < $2) AND seen_at < $2
        AND (confirmed_at IS NULL OR rank = 0 OR created_at >= $3)
      ORDER BY confirmed_at NULLS FIRST LIMIT ${LEFTOVERS_MAX}`,
    values: [connectionId, new Date(since.getTime() - CLOCK_MARGIN_MS), windowStart],
  })
  return rows.map(({ id }) => id)
}
