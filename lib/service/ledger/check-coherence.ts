import type { Database } from '@/lib/platform/database'
import type { Environment } from '@/lib/platform/env'
import type { Log } from '@/lib/platform/log'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import { compareWithBank, paymentsAtTestBank, refundsAtTestBank, settlementsAt } from './bank-books'
import { isWholeCheckDue, recordCoherence } from './coherence-health'
import {
  BREAKS_MAX_PER_RULE,
  coherenceRules,
  type Discrepancy,
  fullScope,
  rowsCreatedSince,
  STUCK_EVIDENCE,
  STUCK_PAYMENT,
  STUCK_REFUND,
} from './coherence-rules'
import { compareWithProcessor } from './processor-books'

/** Time limit of a rule, which may read whole tables. */
const RULE_TIMEOUT_MS = 600_000
/** Today and yesterday of every time zone. */
export const RECENT_MS = 48 * 3_600_000

/** Banks and processors whose books are compared with ours. */
export interface OtherBooks {
  bank: Environment['BANK']
  /** Books of a real processor; null = the test bank's, which are in the same database. */
  books: ProcessorBooks | null
}

interface Comparison extends Partial<OtherBooks> {
  database: Database
  since?: Date | undefined
  /** Instant from which a real processor's books are read; null if they are not. */
  capturesSince?: Date | null
}

/**
 * Compares all books (reliability: Money), with `since` only rows created since then. Safe while payments are made:
 * each rule reads one snapshot. Returns the discrepancies. Throws if a real processor does not answer.
 */
export async function checkCoherence({
  database,
  since,
  bank = 'test_bank',
  books = null,
  capturesSince = null,
}: Comparison): Promise<Discrepancy[]> {
  const db = database.as('checkout_system')
  const breaks: Discrepancy[] = []
  const scope = since ? rowsCreatedSince(since) : fullScope
  for (const { kind, sql, wholeOnly } of coherenceRules) {
    if (since && wholeOnly) continue
    const { rows } = await db.transaction(async (tx) => {
      await tx.query({
        text: `SELECT set_config('statement_timeout', $1, true)`,
        values: [String(RULE_TIMEOUT_MS)],
      })
      return tx.query<Omit<Discrepancy, 'kind'>>({
        text: `SELECT account_id, object_id, expected, found FROM (${sql(scope)}) broken ORDER BY account_id, object_id LIMIT ${BREAKS_MAX_PER_RULE}`,
      })
    })
    breaks.push(...rows.map((row) => ({ kind, ...row })))
  }
  if (!books) {
    for (const compared of [paymentsAtTestBank, refundsAtTestBank])
      breaks.push(...(await compareWithBank(database, compared, since)))
  } else if (capturesSince) breaks.push(...(await compareWithProcessor(database, books, capturesSince)))
  breaks.push(...(await compareWithBank(database, settlementsAt[bank], since)))
  return breaks
}

export interface CompareBooksDeps extends Pick<OtherBooks, 'books'> {
  database: Database
  bankName: OtherBooks['bank']
  now(): Date
  log: Log
  /** Called once when discrepancies begin: `/status` and the log repeat them. */
  onDiscrepancies(breaks: readonly Discrepancy[]): Promise<void>
}

/** Compares recent rows, and everything once a night after three o'clock UTC. Returns the discrepancies. */
export async function compareBooks(deps: CompareBooksDeps): Promise<Discrepancy[]> {
  const recent = await compare(deps, { whole: false })
  // The recent comparison runs first, so that a full one that cannot end blocks no other.
  if (!(await isWholeCheckDue(deps.database.as('checkout_system'), deps.now()))) return recent
  return compare(deps, { whole: true })
}

const stuckKinds = [STUCK_PAYMENT, STUCK_REFUND, STUCK_EVIDENCE]

async function compare(
  { database, now, log, onDiscrepancies, books, bankName: bank }: CompareBooksDeps,
  { whole }: { whole: boolean },
): Promise<Discrepancy[]> {
  const startedAt = now()
  const recent = new Date(startedAt.getTime() - RECENT_MS)
  const since = whole ? undefined : recent
  // A real processor's books are read page by page over the network, so only once a night.
  const capturesSince = whole ? recent : null
  const breaks = await checkCoherence({ database, since, bank, books, capturesSince })
  // Stuck payments, refunds and evidence are found by each comparison, and a nightly result stays until the next night.
  const lasting = whole ? breaks.filter(({ kind }) => !stuckKinds.includes(kind)) : breaks
  const db = database.as('checkout_system')
  const began = await recordCoherence(db, lasting.length, startedAt, { recent: !whole })
  if (began) await onDiscrepancies(breaks)
  for (const found of breaks) log.error({ ...found }, 'the books do not add up')
  log.info({ breaks: breaks.length, whole }, 'coherence checked')
  return breaks
}
