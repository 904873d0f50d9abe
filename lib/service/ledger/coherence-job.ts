import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { checkCoherence } from './check-coherence'
import { isWholeCheckDue, recordCoherence } from './coherence-health'
import type { Discrepancy } from './discrepancy'
import { STUCK_PAYMENT } from './stuck-payments'

/** Today and yesterday of every time zone. */
const RECENT_MS = 48 * 3_600_000

export interface CompareBooksDeps {
  database: Database
  now(): Date
  log: Log
  /** Called once when breaks begin: `/status` and the log repeat them. */
  onBreaks(breaks: readonly Discrepancy[]): Promise<void>
}

/**
 * Compares what was made since yesterday, and everything once a night: at the first run after three o'clock UTC that comes to its end.
 * Returns the breaks found.
 */
export async function compareBooks(deps: CompareBooksDeps): Promise<Discrepancy[]> {
  const recent = await compare(deps, { whole: false })
  // After the recent one: a comparison of everything that cannot end keeps nothing else from being compared.
  if (!(await isWholeCheckDue(deps.database.as('checkout_system'), deps.now()))) return recent
  return compare(deps, { whole: true })
}

async function compare(
  { database, now, log, onBreaks }: CompareBooksDeps,
  { whole }: { whole: boolean },
): Promise<Discrepancy[]> {
  const startedAt = now()
  const since = whole ? undefined : new Date(startedAt.getTime() - RECENT_MS)
  const breaks = await checkCoherence({ database, since })
  // Stuck payments are found by each comparison, and what a nightly one records stays until the next night.
  const lasting = whole ? breaks.filter(({ kind }) => kind !== STUCK_PAYMENT) : breaks
  const db = database.as('checkout_system')
  const began = await recordCoherence(db, lasting.length, startedAt, { recent: !whole })
  if (began) await onBreaks(breaks)
  for (const found of breaks) log.error({ ...found }, 'the books do not add up')
  log.info({ breaks: breaks.length, whole }, 'coherence checked')
  return breaks
}
