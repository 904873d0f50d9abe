import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { checkCoherence } from './check-coherence'
import { isWholeCheckDue, recordCoherence } from './coherence-health'
import { type Discrepancy, STUCK_PAYMENT } from './coherence-rules'

/** Today and yesterday of every time zone. */
const RECENT_MS = 48 * 3_600_000

export interface CompareBooksDeps {
  database: Database
  now(): Date
  log: Log
  /** Called once when discrepancies begin: `/status` and the log repeat them. */
  onDiscrepancies(breaks: readonly Discrepancy[]): Promise<void>
}

/**
 * Compares rows created since yesterday, and everything once a night: at the first completed run after three o'clock
 * UTC. Returns the discrepancies.
 */
export async function compareBooks(deps: CompareBooksDeps): Promise<Discrepancy[]> {
  const recent = await compare(deps, { whole: false })
  // The recent comparison runs first, so that a full one that cannot end blocks no other.
  if (!(await isWholeCheckDue(deps.database.as('checkout_system'), deps.now()))) return recent
  return compare(deps, { whole: true })
}

async function compare(
  { database, now, log, onDiscrepancies }: CompareBooksDeps,
  { whole }: { whole: boolean },
): Promise<Discrepancy[]> {
  const startedAt = now()
  const since = whole ? undefined : new Date(startedAt.getTime() - RECENT_MS)
  const breaks = await checkCoherence({ database, since })
  // Stuck payments are found by each comparison, and a nightly result stays until the next night.
  const lasting = whole ? breaks.filter(({ kind }) => kind !== STUCK_PAYMENT) : breaks
  const db = database.as('checkout_system')
  const began = await recordCoherence(db, lasting.length, startedAt, { recent: !whole })
  if (began) await onDiscrepancies(breaks)
  for (const found of breaks) log.error({ ...found }, 'the books do not add up')
  log.info({ breaks: breaks.length, whole }, 'coherence checked')
  return breaks
}
