import { firstIdAt } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { isWholeCheckDue, recordCoherence } from './coherence-health'
import {
  coherenceRules,
  type Discrepancy,
  fullScope,
  rowsCreatedSince,
  STUCK_PAYMENT,
} from './coherence-rules'

/** Maximum number of discrepancies per rule; a longer list adds no information. */
const BREAKS_MAX_PER_RULE = 100
const PAGE = 2_000
/** Time limit of a rule, which may read whole tables. */
const RULE_TIMEOUT_MS = 600_000
/** Today and yesterday of every time zone. */
const RECENT_MS = 48 * 3_600_000

/** One entry of a bank's own books. `reference` is ours: the id of the payment or the settlement. */
interface BookEntry {
  reference: string
  status: string
  amount_minor: number
  currency: string
  bank_reference: string
}

/** A payment or a settlement, as far as it is compared. */
interface BookedRow {
  account_id: string
  id: string
  status: string
  amount_minor: number
  currency: string
  reference: string | null
}

/** Comparison of one table with the bank's own books. Only a row in the state `moved` has moved money. */
interface Comparison {
  prefix: 'pay' | 'set'
  rows: string
  moved: string
  entries: string
  /** Condition of entries that hold or took money. */
  holds: string
  judge(row: BookedRow | undefined, entry: BookEntry | undefined): Finding | null
}

type Finding = Pick<Discrepancy, 'kind' | 'expected' | 'found'>

const comparisons: readonly Comparison[] = [
  {
    prefix: 'pay',
    rows: 'SELECT account_id, id, status, amount_minor, currency, NULL AS reference FROM service.payment',
    moved: 'APPROVED',
    entries: `SELECT reference, status, amount_minor, currency, '' AS bank_reference FROM test_bank.operation`,
    holds: `status IN ('AUTHORIZED', 'CAPTURED')`,
    judge: judgePayment,
  },
  {
    prefix: 'set',
    rows: 'SELECT account_id, id, status, net_minor AS amount_minor, currency, reference FROM service.settlement',
    moved: 'PAID',
    entries: 'SELECT reference, status, amount_minor, currency, bank_reference FROM test_bank.transfer',
    holds: `status <> 'REFUSED'`,
    judge: judgeSettlement,
  },
]

/**
 * Compares ledger, payments, links, settlements and the test bank's books (reliability: Money); with `since` only rows
 * created since then, besides unfinished and unsettled ones. Safe to run while payments are made: each rule reads one
 * snapshot, and differences from the bank are checked twice. Returns the discrepancies; an empty list means coherence.
 */
export async function checkCoherence({
  database,
  since,
}: {
  database: Database
  since?: Date | undefined
}): Promise<Discrepancy[]> {
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
  for (const comparison of comparisons) breaks.push(...(await compareWithBank(database, comparison, since)))
  return breaks
}

/** Compares in both directions: what moved here with the bank's entries, and what the bank holds with our rows. */
async function compareWithBank(
  database: Database,
  { prefix, rows, moved, entries, holds, judge }: Comparison,
  since: Date | undefined,
): Promise<Discrepancy[]> {
  const ours = database.as('checkout_system')
  const theirs = database.as('checkout_bank')
  const first = since ? firstIdAt(prefix, since) : ''
  const findRows = async (ids: readonly string[]) => {
    const found = await ours.query<BookedRow>({ text: `${rows} WHERE id = ANY ($1)`, values: [ids] })
    return new Map(found.rows.map((row) => [row.id, row]))
  }
  const findEntries = async (ids: readonly string[]) => {
    const text = `${entries} WHERE reference = ANY ($1)`
    const found = await theirs.query<BookEntry>({ text, values: [ids] })
    return new Map(found.rows.map((entry) => [entry.reference, entry]))
  }
  const suspects = new Set<string>()
  const movedRows = (after: string) => {
    const text = `${rows} WHERE id > $1 AND status = '${moved}' ORDER BY id LIMIT $2`
    return ours.query<BookedRow>({ text, values: [after, PAGE] })
  }
  for await (const page of pagesOf(movedRows, ({ id }) => id, first)) {
    const found = await findEntries(page.map(({ id }) => id))
    for (const row of page) if (judge(row, found.get(row.id))) suspects.add(row.id)
  }
  const heldEntries = (after: string) => {
    const text = `${entries} WHERE reference > $1 AND ${holds} ORDER BY reference LIMIT $2`
    return theirs.query<BookEntry>({ text, values: [after, PAGE] })
  }
  for await (const page of pagesOf(heldEntries, ({ reference }) => reference, first)) {
    const found = await findRows(page.map(({ reference }) => reference))
    for (const entry of page) if (judge(found.get(entry.reference), entry)) suspects.add(entry.reference)
  }
  // Money that moved during the read looks different on either side, so a second read decides.
  const ids = [...suspects].slice(0, BREAKS_MAX_PER_RULE)
  const [found, booked] = [await findRows(ids), await findEntries(ids)]
  return ids.flatMap((id) => {
    const row = found.get(id)
    const finding = judge(row, booked.get(id))
    return finding ? [{ ...finding, account_id: row?.account_id ?? null, object_id: id }] : []
  })
}

async function* pagesOf<Row>(
  read: (after: string) => Promise<{ rows: Row[] }>,
  keyOf: (row: Row) => string,
  first: string,
): AsyncGenerator<Row[]> {
  for (let after: string | null = first; after !== null; ) {
    const { rows } = await read(after)
    yield rows
    const last = rows.at(-1)
    after = rows.length < PAGE || !last ? null : keyOf(last)
  }
}

/** Returns the discrepancy between a payment and its operation at the bank; PENDING payments may differ. */
function judgePayment(payment: BookedRow | undefined, operation: BookEntry | undefined): Finding | null {
  const found = operation ? `${operation.status} ${operation.amount_minor} ${operation.currency}` : 'nothing'
  if (!payment)
    return operation ? { kind: 'bank_operation_without_payment', expected: 'no operation', found } : null
  if (payment.status === 'APPROVED') {
    const expected = `CAPTURED ${payment.amount_minor} ${payment.currency}`
    return found === expected ? null : { kind: 'approved_but_not_captured', expected, found }
  }
  if (payment.status === 'PENDING' || !operation) return null
  const expected = `no money: the payment is ${payment.status}`
  if (operation.status === 'CAPTURED') return { kind: 'captured_but_not_approved', expected, found }
  return operation.status === 'AUTHORIZED' ? { kind: 'left_authorized', expected, found } : null
}

/** Returns the discrepancy between a settlement and its transfer. The bank's response for a PENDING one may be on its way. */
function judgeSettlement(settlement: BookedRow | undefined, transfer: BookEntry | undefined): Finding | null {
  const moves = transfer && transfer.status !== 'REFUSED' ? transfer : undefined
  const found = transfer
    ? `${transfer.status} ${transfer.amount_minor} ${transfer.currency} as ${transfer.bank_reference}`
    : 'nothing'
  if (!settlement)
    return moves ? { kind: 'transfer_without_settlement', expected: 'no transfer', found } : null
  const { status, amount_minor, currency, reference } = settlement
  if (status === 'PAID') {
    const expected = `SENT ${amount_minor} ${currency} as ${reference}`
    return found === expected ? null : { kind: 'paid_but_not_transferred', expected, found }
  }
  if (!moves) return null
  if (status === 'DEBT')
    return { kind: 'transferred_but_owed', expected: 'no transfer: the settlement is a debt', found }
  const isSame = moves.amount_minor === amount_minor && moves.currency === currency
  return isSame
    ? null
    : { kind: 'transfer_of_another_amount', expected: `${amount_minor} ${currency}`, found }
}

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
