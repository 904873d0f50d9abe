import type { PaidSettlement, PaidSettlements } from '@/lib/dashboard/schema/statement'
import { addDays, addWorkingDays } from '@/lib/domain/calendar-days'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import type { BankLine, BankLines } from './read-bank-lines'

/** Working days within which a bank shows a transfer after it left. */
const ARRIVES_WITHIN_DAYS = 5
/** Minimum length of a reference. Shorter ones occur in any text by chance. */
const REFERENCE_MIN = 4
/** Length from which a reference is also found within other letters. */
const REFERENCE_SURE = 8

/** A settlement with the day on which its transfer left. */
type DatedSettlement = PaidSettlement & { paid_day: string }

/** A row of the result: a line with its settlement, one of them, or a line that was not read. */
export type ResultRow = {
  line?: Pick<BankLine, 'row' | 'text'> & Partial<BankLine>
  settlement?: PaidSettlement
  differenceMinor?: bigint
  /** Settlements of which one may be the line's. */
  candidates?: readonly DatedSettlement[]
  note?: string
}

export type BankMatch = Record<keyof typeof copy.regions, ResultRow[]>

/**
 * Compares bank lines with paid settlements: by the reference in a line's text, else by exact net and day; a settlement
 * without a day by its reference alone. A line whose direction nothing proves is never matched by its amount. `knownAt` is
 * the shown time up to which the mirror is complete.
 */
export function matchBankLines(
  { lines: given, unread }: Pick<BankLines, 'lines' | 'unread'>,
  { settlements, known_until: known }: Pick<PaidSettlements, 'settlements' | 'known_until'>,
  knownAt: string,
): BankMatch {
  const lines = given.map((line) =>
    line.isProven || line.minor > 0n ? line : { ...line, minor: -line.minor },
  )
  const named = pairByReference(lines, settlements)
  const [isNamed, isUsed] = [
    setOf(named, ({ line }) => line.row),
    setOf(named, ({ settlement }) => settlement.id),
  ]
  const open = lines.filter(({ row }) => !isNamed.has(row))
  const free = settlements.filter(({ id }) => !isUsed.has(id))
  const dated = free.filter(isDated)
  const { pairs, undecided } = pairByAmount(
    open.filter(({ minor }) => minor > 0n),
    dated,
  )
  const matched: ResultRow[] = [
    ...named.filter(({ differenceMinor }) => differenceMinor === undefined),
    ...pairs,
  ]
  const found = setOf([...matched, ...undecided], ({ line }) => line?.row)
  const candidates = undecided.flatMap((row) => row.candidates)
  const waiting = setOf([...pairs.map(({ settlement }) => settlement), ...candidates], ({ id }) => id)
  const days = lines.map(({ day }) => day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const byRow = (one: ResultRow, other: ResultRow) => (one.line?.row ?? 0) - (other.line?.row ?? 0)
  const result: BankMatch = {
    matched: matched.sort(byRow),
    different: named.filter(({ differenceMinor }) => differenceMinor !== undefined).sort(byRow),
    undecided,
    missing: dated
      .filter(({ id, paid_day: day }) => !waiting.has(id) && day >= first && day <= last)
      .map((settlement) => ({ settlement })),
    notKnown: [],
    notOurs: [],
    unread: unread.map(({ reason, ...line }) => ({ line, note: copy.reasons[reason] })),
  }
  for (const line of open.filter(({ row }) => !found.has(row))) {
    const pending = free.find(
      (one) => one.pending_day && one.net_minor === String(line.minor) && isAfter(line, one.pending_day),
    )
    if (pending) result.notKnown.push({ line, settlement: pending, note: copy.onItsWay })
    else if (line.minor > 0n && known && isAfter(line, known.day))
      result.notKnown.push({ line, note: copy.knownUntil(knownAt) })
    else result.notOurs.push({ line, note: line.isProven ? '' : copy.undirected })
  }
  return result
}

type Named = { line: BankLine; settlement: PaidSettlement; differenceMinor?: bigint; note?: string }

/** Pairs lines with the settlements whose reference they contain, with the difference of their amounts. */
function pairByReference(lines: readonly BankLine[], settlements: readonly PaidSettlement[]): Named[] {
  return groupByReference(lines, settlements).flatMap(({ lines: left, settlements: free }) => {
    const rows: Named[] = []
    const pair = (line: BankLine, settlement: PaidSettlement, row: Partial<Named>) => {
      rows.push({ line, settlement, ...row })
      left.splice(left.indexOf(line), 1)
      free.splice(free.indexOf(settlement), 1)
    }
    // Lines with the right amount come first, because another line with the reference may be its return or a fee.
    for (const line of [...left]) {
      const exact = free.find(({ net_minor: net }) => line.minor === BigInt(net))
      if (exact) pair(line, exact, { note: copy.by.reference })
    }
    for (const line of [...left]) {
      const [settlement] = free
      if (settlement) pair(line, settlement, { differenceMinor: line.minor - BigInt(settlement.net_minor) })
    }
    const settlement = rows.at(-1)?.settlement
    const note = copy.sameReference
    return settlement
      ? [...rows, ...left.map((line) => ({ line, settlement, differenceMinor: line.minor, note }))]
      : rows
  })
}

type Undecided = { line: BankLine; candidates: readonly DatedSettlement[] }
type Pair = { line: BankLine; settlement: DatedSettlement; note: string }

/** Pairs lines with the only settlement of their amount and day, and returns the other lines with their candidates. */
function pairByAmount(lines: readonly BankLine[], settlements: readonly DatedSettlement[]) {
  const byNet = new Map<string, DatedSettlement[]>()
  for (const one of settlements) byNet.set(one.net_minor, [...(byNet.get(one.net_minor) ?? []), one])
  const left = lines.flatMap((line): Undecided[] => {
    const candidates = (byNet.get(String(line.minor)) ?? []).filter((one) => fitsDay(line, one))
    return candidates.length > 0 ? [{ line, candidates }] : []
  })
  const rivals = new Map<string, number>()
  for (const { id } of left.flatMap(({ candidates }) => candidates)) rivals.set(id, (rivals.get(id) ?? 0) + 1)
  const pairs: Pair[] = []
  const undecided: Undecided[] = []
  for (const { line, candidates } of left) {
    const [only, ...others] = candidates
    if (only && line.isProven && others.length === 0 && rivals.get(only.id) === 1)
      pairs.push({ line, settlement: only, note: copy.by.amount })
    else undecided.push({ line, candidates })
  }
  return { pairs, undecided }
}

function setOf<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlySet<Key> {
  return new Set(rows.map(keyOf))
}

/** Returns whether a line may show what happened after a day. A bank in another zone may be a day behind. */
function isAfter({ day }: BankLine, since: string): boolean {
  return day >= addDays(since, -1)
}

function isDated(settlement: PaidSettlement): settlement is DatedSettlement {
  return settlement.paid_day !== null
}

/** Returns whether a line's day fits a transfer. A bank in another zone may be a day ahead. */
function fitsDay({ day }: BankLine, { paid_day: paid }: DatedSettlement): boolean {
  return day >= addDays(paid, -1) && day <= addWorkingDays(paid, ARRIVES_WITHIN_DAYS)
}

type Group = { lines: BankLine[]; settlements: PaidSettlement[] }

/** Returns lines and settlements by the longest reference in a line's text. */
function groupByReference(lines: readonly BankLine[], settlements: readonly PaidSettlement[]): Group[] {
  const groups = new Map<string, Group>()
  for (const settlement of settlements) {
    const reference = plainText(settlement.reference ?? '').text
    if (reference.length < REFERENCE_MIN) continue
    const group = groups.get(reference) ?? { lines: [], settlements: [] }
    group.settlements.push(settlement)
    groups.set(reference, group)
  }
  const lengths = [...new Set([...groups.keys()].map((reference) => reference.length))].sort((a, b) => b - a)
  for (const line of lines) groupOf(line.text, groups, lengths)?.lines.push(line)
  return [...groups.values()]
}

function groupOf(line: string, groups: ReadonlyMap<string, Group>, lengths: readonly number[]) {
  const { text, starts } = plainText(line)
  for (const length of lengths) {
    for (let at = 0; at + length <= text.length; at++) {
      const group = groups.get(text.slice(at, at + length))
      if (group && isWhole(text, starts, at, length)) return group
    }
  }
  return undefined
}

/** Returns false for a part of a longer number, and with a short reference for a part of any word. */
function isWhole(text: string, starts: ReadonlySet<number>, at: number, length: number): boolean {
  const edges = [at, at + length].filter((edge) => edge !== 0 && edge !== text.length && !starts.has(edge))
  const cutsNumber = (edge: number) => /\d/.test(text[edge - 1] ?? '') && /\d/.test(text[edge] ?? '')
  return !edges.some(cutsNumber) && (length >= REFERENCE_SURE || edges.length === 0)
}

/** Returns the letters and digits of a text in upper case, and the start position of each word. */
function plainText(text: string): { text: string; starts: ReadonlySet<number> } {
  const starts = new Set<number>()
  let plain = ''
  const upper = text.normalize('NFKC').toUpperCase()
  for (const word of upper.split(/[^\p{L}\p{N}]+/u)) {
    starts.add(plain.length)
    plain += word
  }
  return { text: plain, starts }
}
