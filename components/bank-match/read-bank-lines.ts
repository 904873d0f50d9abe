import Papa from 'papaparse'
import { isSurelyAmount, readBankAmount, type UnreadAmount } from '@/lib/domain/bank-amount'
import {
  type BankColumns,
  type BankRow,
  findColumns,
  isDateCell,
  isShaped,
  readMovement,
} from '@/lib/domain/bank-columns'
import { isBalanceText } from '@/lib/domain/bank-terms'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { type Notation, notationOf } from '@/lib/domain/parse-amount'
import { type DayOrder, findDate, orderOf, typedDay, usualOrder } from '@/lib/domain/typed-date'
import { isCamt, readCamt } from './read-camt'
import { type BankDraft, isMt940, readMt940 } from './read-mt940'

/** Maximum lines of one paste: a year of a busy account, read quickly on a phone. */
export const BANK_LINES_MAX = 5_000
/** Number of lines from which the separator of a paste is detected. */
const SAMPLE_LINES = 60
const DECIMALS_OF_THE_UNKNOWN = 2

/** A line that was read. `minor` is negative for outgoing money; `isProven` is false if nothing shows the direction. */
export type BankLine = { row: number; text: string; day: string; minor: bigint; isProven: boolean }

export type UnreadReason = 'no_date' | 'bad_date' | UnreadAmount
export type UnreadLine = { row: number; text: string; reason: UnreadReason }

export type BankLines = {
  lines: readonly BankLine[]
  unread: readonly UnreadLine[]
  /** Order of day and month in the dates. */
  order: DayOrder
  /** A date with two readings, if nothing in the paste decides between them. */
  ambiguous: string | null
  /** A line whose direction nothing proves; null without one. */
  undirected: string | null
}

export type BankContext = {
  currency: string
  locale: string
  timeZone: string
  /** Calendar day in the account's zone. */
  today: string
  /** Order of ambiguous dates that the user chose. */
  order?: DayOrder | undefined
  /** False if the user chose that `undirected` is outgoing money, true if incoming. */
  isIncoming?: boolean | undefined
}

type Context = BankContext & { places: number }

/** Returns the number of lines that are not empty. */
export function countLines(text: string): number {
  return text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length
}

/**
 * Returns the date, amount and text of each line of a bank's page, CSV, MT940 or camt file, or the reason why a line has
 * none.
 */
export function readBankLines(text: string, given: BankContext): BankLines {
  const places = isCurrency(given.currency) ? decimalsOf(given.currency) : DECIMALS_OF_THE_UNKNOWN
  const context = { ...given, places }
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const drafts = isCamt(plain)
    ? readCamt(plain, context)
    : isMt940(plain)
      ? readMt940(plain, context)
      : readTable(plain, context)
  const dates = drafts.flatMap(({ date }) => (date ? [date] : []))
  const { order: shown, isOpen } = orderOf(dates)
  const order = shown ?? context.order ?? usualOrder(context.locale, context.timeZone)
  const lines: BankLine[] = []
  const unread: UnreadLine[] = []
  for (const { row, text: line, date, amount } of drafts) {
    const day = date ? typedDay(date, order) : null
    if (isBalanceText(line.replace(date?.text ?? '', ''))) unread.push({ row, text: line, reason: 'balance' })
    else if (!date) unread.push({ row, text: line, reason: 'no_date' })
    else if (day === null) unread.push({ row, text: line, reason: 'bad_date' })
    else if (!amount.ok) unread.push({ row, text: line, reason: amount.reason })
    else lines.push({ row, text: line, day, minor: amount.minor, isProven: amount.isSigned })
  }
  const undirected = lines.find(({ isProven }) => !isProven)
  const { isIncoming } = given
  return {
    lines:
      isIncoming === undefined
        ? lines
        : lines.map((line) => (line.isProven ? line : { ...line, ...directed(line.minor, isIncoming) })),
    unread,
    order,
    ambiguous: isOpen
      ? (dates.find((date) => 'pair' in date && date.pair[0] !== date.pair[1])?.text ?? null)
      : null,
    undirected: undirected?.text ?? null,
  }
}

function directed(minor: bigint, isIncoming: boolean): Pick<BankLine, 'minor' | 'isProven'> {
  return { minor: isIncoming ? minor : -minor, isProven: true }
}

const NUMBER =
  "\\d{1,3}(?:[.,'’]\\d{2,3})*[.,'’]\\d{3}(?:[.,]\\d{1,3})?|\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+[.,]\\d{1,3}|\\d+(?:[.,]\\d{1,3})?"
const MARK = '(?:\\p{Sc}|\\p{Lu}{3}(?!\\p{L}))'
const AMOUNTS = new RegExp(
  `(?<![\\p{L}\\p{N}.,/:#-])\\(?[-+−–]?\\s?(?:${MARK}\\s?)?[-+−–]?(?:${NUMBER})(?:\\s?${MARK})?[-−]?\\)?(?:\\s?(?:CR|DR)(?!\\p{L}))?(?![\\p{L}\\p{N}/:#]|[.,-]\\d)`,
  'gu',
)

/** Returns a line without columns: its first date, and after it the first text that can only be an amount. */
function freeLine({ row, text }: Pick<BankRow, 'row' | 'text'>, context: Context) {
  const { today, places } = context
  const date = findDate(text, today)
  // A second date, such as the value date, contains no amount.
  let rest = text.replace(isSeparated(text, context) ? /[;|\t,]/g : /[;|\t]/g, ' | ')
  for (let found = findDate(rest, today); found; found = findDate(rest, today))
    rest = rest.replace(found.text, ' | ')
  const tokens = [...rest.matchAll(AMOUNTS)].map(([token]) => token.trim())
  const sure = tokens.find(isSurelyAmount)
  return { row, text, date, token: sure ?? (places === 0 ? tokens.at(-1) : undefined) ?? '' }
}

/** Returns whether commas separate the parts of a line. The comma of `2026-09-14 1,202.80` belongs to the amount. */
function isSeparated(line: string, context: Context): boolean {
  return rowsOf(line, ',').some(({ cells }) => cells.length > 2) && shapedBy(',', line, context) > 0
}

/** Reads lines without columns. One line with a sign shows that the others without it are incoming. */
function readFreeLines(
  rows: readonly Pick<BankRow, 'row' | 'text'>[],
  context: Context,
  columnNotation?: Notation,
): BankDraft[] {
  const found = rows.map((row) => freeLine(row, context))
  const notation = columnNotation ?? notationOf(found.map(({ token }) => token))
  const drafts = found.map(({ token, ...line }) => ({
    ...line,
    amount: readBankAmount(token, { ...context, notation }),
  }))
  const isSigned = drafts.some(({ amount }) => amount.ok && amount.minor < 0n)
  return drafts.map((draft) =>
    isSigned && draft.amount.ok ? { ...draft, amount: { ...draft.amount, isSigned } } : draft,
  )
}

const delimiters = ['\t', ';', '|', ','] as const

/**
 * Reads a table by the separator that gives the most lines a date and a number of their own, else line by line. A line that
 * does not fit is read without columns.
 */
function readTable(text: string, context: Context): BankDraft[] {
  const [, named] = /^sep=([;,\t|])[^\S\n]*\n/i.exec(text) ?? []
  const plain = named ? text.replace(/^.*/, '') : text
  const lines = plain.split('\n')
  const sample = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  const [best] = (named ? delimiters.filter((one) => one === named) : delimiters)
    .map((delimiter) => ({
      delimiter,
      shaped: shapedBy(delimiter, sample.join('\n'), context),
      split: sample.filter((line) => line.includes(delimiter)).length,
    }))
    .toSorted((one, other) => other.shaped - one.shaped || other.split - one.split)
  const rows = best ? rowsOf(plain, best.delimiter) : []
  const columns = best && best.shaped > 0 ? findColumns(rows, best.delimiter, context) : null
  if (!best || !columns)
    return readFreeLines(
      lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ row: index + 1, text: line.trim() }])),
      context,
    )
  const isMostlyFree = sample.length - best.split > best.shaped
  const drafts = rows.flatMap((row, index) =>
    index === columns.headingAt ? [] : [readRow(row, columns, context)],
  )
  const odd = drafts.flatMap(({ row, date }) => {
    const line = lines[row - 1]?.trim() ?? ''
    const start = date === null ? findDate(line, context.today) : null
    // A total below a file also has a date and an amount, but does not begin with them.
    return start && (line.startsWith(start.text) || isMostlyFree) ? [{ row, text: line }] : []
  })
  const free = new Map(readFreeLines(odd, context, columns.notation).map((draft) => [draft.row, draft]))
  return drafts.map((draft) => free.get(draft.row) ?? draft)
}

function readRow(row: BankRow, columns: BankColumns, context: Context): BankDraft {
  const cell = row.cells[columns.dateAt] ?? ''
  const date = isDateCell(cell, context.today) ? findDate(cell, context.today) : null
  const isBalance = row.cells.some((text) => text !== '' && isBalanceText(text))
  const amount = readMovement(row, columns, { ...context, notation: columns.notation })
  return { row: row.row, text: row.text, date, amount: isBalance ? { ok: false, reason: 'balance' } : amount }
}

function shapedBy(delimiter: string, text: string, context: Context): number {
  // A comma before a space is no separator of a file, but part of a date such as `Sep 14, 2026`.
  if (delimiter === ',' && /^[^"\n]*\d, \d{4}/m.test(text)) return 0
  return rowsOf(text, delimiter).filter(({ cells }) => cells.length > 1 && isShaped(cells, context)).length
}

function rowsOf(text: string, delimiter: string): BankRow[] {
  // Quotation marks within a pasted page do not quote cells.
  const isPage = delimiter === '\t' && !/(?:^|\t)"/m.test(text)
  const records: readonly (readonly string[])[] = isPage
    ? text.split('\n').map((line) => line.split('\t'))
    : Papa.parse<string[]>(text, { delimiter }).data
  return records.flatMap((cells, index) => {
    const trimmed = cells.map((cell) => cell.trim())
    const joined = trimmed.filter(Boolean).join(' ')
    return joined === '' ? [] : [{ row: index + 1, text: joined, cells: trimmed }]
  })
}
