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

/** Pairs so far: each line and each settlement is used once. */
class Pairs {
  readonly matched: Match[] = []
  readonly different: Difference[] = []
  readonly #used = new Set<string>()
  readonly #taken = new Set<number>()

  isUsed = ({ id }: PaidSettlement) => this.#used.has(id)
  isTaken = ({ row }: BankLine) => this.#taken.has(row)

  add(line: BankLine, settlement: PaidSettlement, by: Match['by']): void {
    const differenceMinor = line.minor - BigInt(settlement.net_minor)
    if (differenceMinor === 0n) this.matched.push({ line, settlement, by })
    else this.different.push({ line, settlement, differenceMinor })
    this.#used.add(settlement.id)
    this.#taken.add(line.row)
  }

  /** Adds a line that takes back the money of a settlement that another line has. */
  addReturn(line: BankLine, settlement: PaidSettlement): void {
    this.different.push({ line, settlement, differenceMinor: line.minor })
    this.#taken.add(line.row)
  }
}

type Options = {
  /** The user's choices, from the row of a line to the id of a settlement. */
  choices?: ReadonlyMap<number, string>
  /** Last day that the mirror knows; null if it is live. */
  knownUntil?: string | null
}

/**
 * Compares bank lines with paid settlements: by the reference in a line's text, else by exact net and day; a settlement
 * without a day by its reference alone. A line whose direction nothing proves is never matched by its amount.
 */
export function matchBankLines(
  given: readonly BankLine[],
  settlements: readonly PaidSettlement[],
  { choices = new Map(), knownUntil = null }: Options = {},
): BankMatch {
  const lines = given.map((line) =>
    line.isProven || line.minor > 0n ? line : { ...line, minor: -line.minor },
  )
  const pairs = new Pairs()
  const repeated = pairByReference(pairs, lines, settlements)
  const dated = settlements.filter(isDated)
  const open = lines.filter((line) => !pairs.isTaken(line) && !repeated.has(line.row) && line.minor > 0n)
  const undecided = pairByAmount(pairs, { lines: open, settlements: dated, choices })
  const waiting = new Set(undecided.flatMap(({ candidates }) => candidates.map(({ id }) => id)))
  const asked = new Set(undecided.map(({ line }) => line.row))
  const rest = lines.filter((line) => !pairs.isTaken(line) && !asked.has(line.row))
  const pending = new Map(settlements.map((one) => [one.pending_day && one.net_minor, one]))
  const notKnown = rest.flatMap((line) => {
    if (repeated.has(line.row) || line.minor <= 0n) return []
    const found = pending.get(String(line.minor))
    const settlement = found && !pairs.isUsed(found) && isAfter(line, found.pending_day) ? found : null
    return settlement || isAfter(line, knownUntil) ? [{ line, settlement }] : []
  })
  const unknown = new Set(notKnown.map(({ line }) => line))
  const days = lines.map(({ day }) => day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const byRow = (one: { line: BankLine }, other: { line: BankLine }) => one.line.row - other.line.row
  return {
    matched: pairs.matched.sort(byRow),
    different: pairs.different.sort(byRow),
    undecided,
    missing: dated.filter(
      (one) => !pairs.isUsed(one) && !waiting.has(one.id) && one.paid_day >= first && one.paid_day <= last,
    ),
    notKnown,
    notOurs: rest
      .filter((line) => !unknown.has(line))
      .map((line) => ({ line, sameReference: repeated.has(line.row) })),
  }
}

/** Pairs lines with the settlements whose reference they contain. @returns the rows of further lines with a used reference */
function pairByReference(
  pairs: Pairs,
  lines: readonly BankLine[],
  settlements: readonly PaidSettlement[],
): ReadonlySet<number> {
  const repeated = new Set<number>()
  for (const { lines: named, settlements: of } of byReference(lines, settlements)) {
    const isExact = (line: BankLine, { net_minor }: PaidSettlement) => line.minor === BigInt(net_minor)
    // Lines with the right amount come first, because another line with the reference may be its return or a fee.
    for (const test of [isExact, () => true]) {
      for (const line of named) {
        const free = pairs.isTaken(line) ? undefined : of.find((one) => !pairs.isUsed(one) && test(line, one))
        if (free) pairs.add(line, free, 'reference')
      }
    }
    for (const line of named) {
      if (pairs.isTaken(line)) continue
      const returned = of.find((one) => pairs.isUsed(one) && line.minor === -BigInt(one.net_minor))
      if (returned) pairs.addReturn(line, returned)
      else repeated.add(line.row)
    }
  }
  return repeated
}

type Dated = {
  lines: readonly BankLine[]
  settlements: readonly DatedSettlement[]
  choices: ReadonlyMap<number, string>
}

/** Pairs lines with the only settlement of their amount and day, or the chosen one. @returns the lines with candidates left */
function pairByAmount(pairs: Pairs, { lines, settlements, choices }: Dated): BankMatch['undecided'] {
  const byNet = new Map<string, DatedSettlement[]>()
  for (const one of settlements) byNet.set(one.net_minor, [...(byNet.get(one.net_minor) ?? []), one])
  const left = () =>
    lines.flatMap((line) => {
      const candidates = pairs.isTaken(line)
        ? []
        : (byNet.get(String(line.minor)) ?? []).filter((one) => !pairs.isUsed(one) && fitsDay(line, one))
      return candidates.length > 0 ? [{ line, candidates }] : []
    })
  for (const { line, candidates } of left()) {
    const chosen = candidates.find((one) => one.id === choices.get(line.row) && !pairs.isUsed(one))
    if (chosen) pairs.add(line, chosen, 'choice')
  }
  for (;;) {
    const open = left()
    const rivals = new Map<string, number>()
    for (const { id } of open.flatMap(({ candidates }) => candidates))
      rivals.set(id, (rivals.get(id) ?? 0) + 1)
    const sure = open.flatMap(({ line, candidates: [only, ...others] }) =>
      line.isProven && only && others.length === 0 && rivals.get(only.id) === 1 ? [{ line, only }] : [],
    )
    for (const { line, only } of sure) pairs.add(line, only, 'amount')
    if (sure.length === 0) return open
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
  for (const line of lines) groupOf(line.text, groups, lengths)?.lines.push(line)
  return groups.values()
}

function groupOf(
  line: string,
  groups: ReadonlyMap<string, Named>,
  lengths: readonly number[],
): Named | undefined {
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
