import type { PaidSettlement } from '@/lib/dashboard/schema/bank-match'
import { addDays, addWorkingDays } from '@/lib/domain/calendar-days'
import type { BankLine } from './read-bank-lines'

/** Working days within which a bank shows a transfer after it left. */
const ARRIVES_WITHIN_DAYS = 5
/** Minimum length of a reference. Shorter ones occur in any text by chance. */
const REFERENCE_MIN = 4
/** Length from which a reference is also found within other letters. */
const REFERENCE_SURE = 8

type Match = { line: BankLine; settlement: PaidSettlement; by: 'reference' | 'amount' | 'choice' }
type Difference = { line: BankLine; settlement: PaidSettlement; differenceMinor: bigint }

/** The user's choices, from the row of a line to the id of a settlement. */
type Choices = ReadonlyMap<number, string>
/** A settlement with the day on which its transfer left. */
type DatedSettlement = PaidSettlement & { paid_day: string }

export type BankMatch = {
  matched: readonly Match[]
  different: readonly Difference[]
  /** Lines that fit several settlements, settlements that fit several lines, and lines of an unknown direction. The user decides. */
  undecided: readonly { line: BankLine; candidates: readonly DatedSettlement[] }[]
  missing: readonly DatedSettlement[]
  /** Incoming money that a settlement may explain which the mirror does not know, or knows as on its way. */
  notKnown: readonly { line: BankLine; settlement: PaidSettlement | null }[]
  notOurs: readonly { line: BankLine; sameReference: boolean }[]
}

/**
 * Compares bank lines with paid settlements: by the reference in a line's text, else by exact net and day; a settlement
 * without a day by its reference alone. A line whose direction nothing proves is never matched by its amount. Each line and
 * each settlement is used once. `knownUntil` is
 * the last day that the mirror knows; null if it is live.
 */
export function matchBankLines(
  given: readonly BankLine[],
  settlements: readonly PaidSettlement[],
  { choices = new Map(), knownUntil = null }: { choices?: Choices; knownUntil?: string | null } = {},
): BankMatch {
  const lines = given.map((line) =>
    line.isProven || line.minor > 0n ? line : { ...line, minor: -line.minor },
  )
  const matched: Match[] = []
  const different: Difference[] = []
  const repeated = new Set<number>()
  const used = new Set<string>()
  const taken = new Set<number>()
  const pair = (line: BankLine, settlement: PaidSettlement, by: Match['by']) => {
    used.add(settlement.id)
    taken.add(line.row)
    const differenceMinor = line.minor - BigInt(settlement.net_minor)
    if (differenceMinor === 0n) matched.push({ line, settlement, by })
    else different.push({ line, settlement, differenceMinor })
  }

  for (const { lines: named, settlements: of } of byReference(lines, settlements)) {
    const isExact = (line: BankLine, { net_minor }: PaidSettlement) => line.minor === BigInt(net_minor)
    // Lines with the right amount come first, because another line with the reference may be its return or a fee.
    for (const test of [isExact, () => true]) {
      for (const line of named) {
        const free = taken.has(line.row) ? undefined : of.find((one) => !used.has(one.id) && test(line, one))
        if (free) pair(line, free, 'reference')
      }
    }
    for (const line of named) {
      if (taken.has(line.row)) continue
      const returned = of.find(({ id, net_minor }) => used.has(id) && line.minor === -BigInt(net_minor))
      if (!returned) repeated.add(line.row)
      else {
        taken.add(line.row)
        different.push({ line, settlement: returned, differenceMinor: line.minor })
      }
    }
  }

  const open = lines.filter(({ row, minor }) => !taken.has(row) && !repeated.has(row) && minor > 0n)
  const dated = settlements.filter(isDated)
  const pending = new Map(
    settlements.filter((one) => one.pending_day !== null).map((one) => [one.net_minor, one]),
  )
  const byNet = new Map<string, DatedSettlement[]>()
  for (const one of dated) byNet.set(one.net_minor, [...(byNet.get(one.net_minor) ?? []), one])
  const fitting = (line: BankLine) =>
    (byNet.get(String(line.minor)) ?? []).filter((one) => !used.has(one.id) && fitsDay(line, one))
  for (const line of open) {
    const chosen = fitting(line).find(({ id }) => id === choices.get(line.row))
    if (chosen) pair(line, chosen, 'choice')
  }
  for (let again = true; again; ) {
    again = false
    const rivals = new Map<string, number>()
    const left = open.flatMap((line) => (taken.has(line.row) ? [] : [{ line, candidates: fitting(line) }]))
    for (const { candidates } of left)
      for (const { id } of candidates) rivals.set(id, (rivals.get(id) ?? 0) + 1)
    for (const { line, candidates } of left) {
      const [only] = candidates
      if (!line.isProven || !only || candidates.length > 1 || rivals.get(only.id) !== 1) continue
      pair(line, only, 'amount')
      again = true
    }
  }

  const undecided = open.flatMap((line) => {
    const candidates = taken.has(line.row) ? [] : fitting(line)
    return candidates.length > 0 ? [{ line, candidates }] : []
  })
  const waiting = new Set(undecided.flatMap(({ candidates }) => candidates.map(({ id }) => id)))
  const asked = new Set(undecided.map(({ line }) => line.row))
  const rest = lines.filter(({ row }) => !taken.has(row) && !asked.has(row))
  const notKnown = rest.flatMap((line) => {
    const settlement = pending.get(String(line.minor))
    const isOnItsWay =
      settlement !== undefined && !used.has(settlement.id) && isAfter(line, settlement.pending_day)
    if (repeated.has(line.row) || line.minor <= 0n) return []
    return isOnItsWay || isAfter(line, knownUntil)
      ? [{ line, settlement: isOnItsWay ? settlement : null }]
      : []
  })
  const unknown = new Set(notKnown.map(({ line }) => line))
  const days = lines.map(({ day }) => day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const byRow = (one: { line: BankLine }, other: { line: BankLine }) => one.line.row - other.line.row
  return {
    matched: matched.sort(byRow),
    different: different.sort(byRow),
    undecided,
    missing: dated.filter(
      ({ id, paid_day: day }) => !used.has(id) && !waiting.has(id) && day >= first && day <= last,
    ),
    notKnown,
    notOurs: rest
      .filter((line) => !unknown.has(line))
      .map((line) => ({ line, sameReference: repeated.has(line.row) })),
  }
}

/** Returns whether a line may show what happened after a day. A bank in another zone may be a day behind. */
function isAfter({ day }: BankLine, since: string | null): boolean {
  return since !== null && day >= addDays(since, -1)
}

function isDated(settlement: PaidSettlement): settlement is DatedSettlement {
  return settlement.paid_day !== null
}

/** Returns whether a line's day fits a transfer. A bank in another zone may be a day ahead. */
function fitsDay({ day }: BankLine, { paid_day: paid }: DatedSettlement): boolean {
  return day >= addDays(paid, -1) && day <= addWorkingDays(paid, ARRIVES_WITHIN_DAYS)
}

type Named = { lines: BankLine[]; settlements: PaidSettlement[] }

/** Returns lines and settlements by the longest reference in a line's text. */
function byReference(lines: readonly BankLine[], settlements: readonly PaidSettlement[]): Iterable<Named> {
  const groups = new Map<string, Named>()
  for (const settlement of settlements) {
    const reference = plainText(settlement.reference ?? '').text
    if (reference.length < REFERENCE_MIN) continue
    const group = groups.get(reference) ?? { lines: [], settlements: [] }
    group.settlements.push(settlement)
    groups.set(reference, group)
  }
  const lengths = [...new Set([...groups.keys()].map((reference) => reference.length))].sort((a, b) => b - a)
  for (const line of lines) {
    const reference = referenceIn(line.text, groups, lengths)
    if (reference !== null) groups.get(reference)?.lines.push(line)
  }
  return [...groups.values()].filter(({ lines: named }) => named.length > 0)
}

function referenceIn(
  line: string,
  groups: ReadonlyMap<string, unknown>,
  lengths: readonly number[],
): string | null {
  const { text, starts } = plainText(line)
  for (const length of lengths) {
    for (let at = 0; at + length <= text.length; at++) {
      const candidate = text.slice(at, at + length)
      if (groups.has(candidate) && isWhole(text, starts, at, length)) return candidate
    }
  }
  return null
}

/** Returns false for a part of a longer number, and with a short reference for a part of any word. */
function isWhole(text: string, starts: ReadonlySet<number>, at: number, length: number): boolean {
  const end = at + length
  const isFree = (edge: number) => edge === 0 || edge === text.length || starts.has(edge)
  const cutsNumber = (edge: number) =>
    !isFree(edge) && /\d/.test(text[edge - 1] ?? '') && /\d/.test(text[edge] ?? '')
  if (cutsNumber(at) || cutsNumber(end)) return false
  return length >= REFERENCE_SURE || (isFree(at) && isFree(end))
}

/** Returns the letters and digits of a text in upper case, and the start position of each word. */
function plainText(text: string): { text: string; starts: ReadonlySet<number> } {
  const starts = new Set<number>()
  let plain = ''
  for (const word of text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)) {
    starts.add(plain.length)
    plain += word
  }
  return { text: plain, starts }
}
