import type { PaidSettlement } from '@/lib/dashboard/statements/paid-settlements'
import { addDays, addWorkingDays } from '@/lib/domain/calendar-days'
import type { TextKey } from '@/lib/messages/translator'
import type { BankLine, BankLines } from './read-bank-lines'

/** Working days within which a bank shows a transfer after it left. */
const ARRIVES_WITHIN_DAYS = 5
/** Minimum length of a reference. Shorter ones occur in any text by chance. */
const REFERENCE_MIN = 4
/** Length from which a reference is also found within other letters. */
const REFERENCE_SURE = 8

/** A row of the result: a line with its settlement, one of them, or a line that was not read. */
export type ResultRow = {
  line?: Pick<BankLine, 'row' | 'text'> & Partial<BankLine>
  settlement?: PaidSettlement
  differenceMinor?: bigint
  /** Settlements of which one may be the line's. */
  candidates?: readonly PaidSettlement[]
  note?: NoteKey
}

/** Key of a remark on a row, which has no values. */
type NoteKey = Extract<
  TextKey,
  | `bank-match.by.${string}`
  | `bank-match.reasons.${string}`
  | `bank-match.${'onItsWay' | 'sameReference' | 'undirected'}`
>

export type BankMatch = Record<
  'matched' | 'different' | 'undecided' | 'missing' | 'notOurs' | 'unread',
  ResultRow[]
>

/**
 * Compares bank lines with paid settlements: by the reference in a line's text, else by exact net and day; a settlement
 * without a day by its reference alone. A line whose direction nothing proves is never matched by its amount.
 */
export function matchBankLines(
  { lines: given, unread }: Pick<BankLines, 'lines' | 'unread'>,
  settlements: readonly PaidSettlement[],
): BankMatch {
  const lines = given.map((line) =>
    line.isProven || line.minor > 0n ? line : { ...line, minor: -line.minor },
  )
  const named = pairByReference(lines, settlements)
  const namedRows = new Set(named.map(({ line }) => line.row))
  const namedIds = new Set(named.map(({ settlement }) => settlement.id))
  const open = lines.filter(({ row }) => !namedRows.has(row))
  const free = settlements.filter(({ id }) => !namedIds.has(id))
  const { pairs, undecided } = pairByAmount(
    open.filter(({ minor }) => minor > 0n),
    free,
  )
  const decided = [...pairs, ...undecided]
  const found = new Set(decided.map(({ line }) => line.row))
  const expected = new Set(decided.flatMap(({ candidates }) => candidates.map(({ id }) => id)))
  const days = lines.map(({ day }) => day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const byRow = (one: ResultRow, other: ResultRow) => (one.line?.row ?? 0) - (other.line?.row ?? 0)
  const matched = pairs.map(({ line, candidates: [settlement] }): ResultRow => {
    const note = settlement?.pending ? 'bank-match.onItsWay' : 'bank-match.by.amount'
    return settlement ? { line, settlement, note } : { line }
  })
  return {
    matched: [...named.filter(({ differenceMinor }) => differenceMinor === undefined), ...matched].sort(
      byRow,
    ),
    different: named.filter(({ differenceMinor }) => differenceMinor !== undefined).sort(byRow),
    undecided,
    missing: free
      .filter(({ id, day, pending }) => day && !pending && !expected.has(id) && day >= first && day <= last)
      .map((settlement) => ({ settlement })),
    notOurs: open
      .filter(({ row }) => !found.has(row))
      .map((line) => ({ line, ...(line.isProven ? {} : { note: 'bank-match.undirected' }) })),
    unread: unread.map(({ reason, ...line }) => ({ line, note: `bank-match.reasons.${reason}` })),
  }
}

type Named = { line: BankLine; settlement: PaidSettlement; differenceMinor?: bigint; note?: NoteKey }

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
      if (exact) pair(line, exact, { note: 'bank-match.by.reference' })
    }
    for (const line of [...left]) {
      const [settlement] = free
      if (settlement) pair(line, settlement, { differenceMinor: line.minor - BigInt(settlement.net_minor) })
    }
    const settlement = rows.at(-1)?.settlement
    const note = 'bank-match.sameReference' as const
    return settlement
      ? [...rows, ...left.map((line) => ({ line, settlement, differenceMinor: line.minor, note }))]
      : rows
  })
}

type Candidates = { line: BankLine; candidates: readonly PaidSettlement[] }

/** Pairs lines with the only settlement of their amount and day, and returns the other lines with their candidates. */
function pairByAmount(lines: readonly BankLine[], settlements: readonly PaidSettlement[]) {
  const byNet = groupBy(settlements, ({ net_minor: net }) => net)
  const left = lines.flatMap((line): Candidates[] => {
    const candidates = (byNet.get(String(line.minor)) ?? []).filter((one) => fitsDay(line, one))
    return candidates.length > 0 ? [{ line, candidates }] : []
  })
  const rivals = groupBy(
    left.flatMap(({ candidates }) => candidates),
    ({ id }) => id,
  )
  const isPair = ({ line, candidates: [only, ...others] }: Candidates) =>
    only !== undefined && line.isProven && others.length === 0 && rivals.get(only.id)?.length === 1
  return { pairs: left.filter(isPair), undecided: left.filter((row) => !isPair(row)) }
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** Returns whether a line's day fits a transfer. A bank in another zone may be a day ahead. */
function fitsDay({ day }: BankLine, { day: left }: PaidSettlement): boolean {
  return left !== null && day >= addDays(left, -1) && day <= addWorkingDays(left, ARRIVES_WITHIN_DAYS)
}

type Group = { lines: BankLine[]; settlements: PaidSettlement[] }

function groupByReference(lines: readonly BankLine[], settlements: readonly PaidSettlement[]): Group[] {
  const byReference = groupBy(settlements, ({ reference }) => plainText(reference ?? '').text)
  const groups = new Map<string, Group>()
  for (const [reference, own] of byReference)
    if (reference.length >= REFERENCE_MIN) groups.set(reference, { lines: [], settlements: own })
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
