import Papa from 'papaparse'
import { isSurelyAmount, readBankAmount, type UnreadAmount } from '@/lib/domain/bank-amount'
import {
  type BankColumns,
  type BankRow,
  findColumns,
  isBalanceText,
  isDateCell,
  isShaped,
  readMovement,
} from '@/lib/domain/bank-columns'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { notationOf } from '@/lib/domain/parse-amount'
import { type DayOrder, findDate, orderOf, typedDay, usualOrder } from '@/lib/domain/typed-date'
import { type BankDraft, isCamt, isMt940, readCamt, readMt940 } from './read-bank-file'

/** Maximum lines of one paste: a year of a busy account, read quickly on a phone. */
export const BANK_LINES_MAX = 5_000
/** Number of lines from which the separator of a paste is detected. */
const SAMPLE_LINES = 60
const DECIMALS_OF_THE_UNKNOWN = 2

/** A line that was read. `minor` is negative for outgoing money; `isProven` is false if nothing shows the direction. */
export type BankLine = { row: number; text: string; day: string; minor: bigint; isProven: boolean }

type UnreadReason = 'no_date' | 'bad_date' | UnreadAmount
export type UnreadLine = { row: number; text: string; reason: UnreadReason }

export type BankLines = {
  lines: readonly BankLine[]
  unread: readonly UnreadLine[]
  /** Order of day and month in the dates. */
  order: DayOrder
  /** A date with two readings, if nothing in the paste decides between them. */
  ambiguous: string | null
  /** Texts of the lines whose direction nothing proves. */
  undirected: readonly string[]
}

export type BankContext = {
  currency: string
  locale: string
  timeZone: string
  /** Calendar day in the account's zone. */
  today: string
  /** Order of ambiguous dates that the user chose. */
  order?: DayOrder | undefined
  /** True if the user said that all undirected lines are money in. */
  isIncoming?: boolean | undefined
}

type Context = BankContext & { places: number }

/** Returns the number of movements that a text may have: its lines, or the entries of a file. */
export function countLines(text: string): number {
  if (isCamt(text)) return text.match(/<(?:[\w.-]+:)?Ntry[ >]/g)?.length ?? 0
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return isMt940(text) ? lines.filter((line) => line.startsWith(':61:')).length : lines.length
}

/**
 * Returns the date, amount and text of each line of a bank's page, CSV, MT940 or camt file, or the reason why a line has
 * none.
 */
export function readBankLines(text: string, given: BankContext): BankLines {
  const places = isCurrency(given.currency) ? decimalsOf(given.currency) : DECIMALS_OF_THE_UNKNOWN
  const context = { ...given, places }
  const drafts = readDrafts(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), context)
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
  const open = isOpen && dates.find((date) => 'pair' in date && date.pair[0] !== date.pair[1])
  return {
    lines: context.isIncoming ? lines.map(incoming) : lines,
    unread,
    order,
    ambiguous: open ? open.text : null,
    undirected: lines.filter(({ isProven }) => !isProven).map((line) => line.text),
  }
}

function incoming(line: BankLine): BankLine {
  return line.isProven ? line : { ...line, minor: line.minor < 0n ? -line.minor : line.minor, isProven: true }
}

const NUMBER =
  "\\d{1,3}(?:[.,'’]\\d{2,3})*[.,'’]\\d{3}(?:[.,]\\d{1,3})?|\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+[.,]\\d{1,3}|\\d+(?:[.,]\\d{1,3})?"
const MARK = '(?:\\p{Sc}|\\p{Lu}{3}(?!\\p{L}))'
const AMOUNTS = new RegExp(
  `(?<![\\p{L}\\p{N}.,/:#-])\\(?[-+−–]?(?:${MARK}\\s?)?[-+−–]?(?:${NUMBER})(?:\\s?${MARK})?[-−]?\\)?(?:\\s?(?:CR|DR)(?!\\p{L}))?(?![\\p{L}\\p{N}/:#]|[.,-]\\d)`,
  'gu',
)

/** Returns a line without columns: its first date, and after it the first text that can only be an amount. */
function freeLine({ row, text }: Pick<BankRow, 'row' | 'text'>, { today, places }: Context) {
  const date = findDate(text, today)
  // A second date, such as the value date, contains no amount.
  let rest = text.replace(/[;|\t]/g, ' | ')
  for (let found = findDate(rest, today); found; found = findDate(rest, today))
    rest = rest.replace(found.text, ' | ')
  const tokens = [...rest.matchAll(AMOUNTS)].map(([token]) => token.trim())
  const sure = tokens.find(isSurelyAmount)
  return { row, text, date, token: sure ?? (places === 0 ? tokens.at(-1) : undefined) ?? '' }
}

/** Reads lines without columns. One line with a minus, and none with a plus, shows that those without a sign are incoming. */
function readFreeLines(text: string, context: Context): BankDraft[] {
  const found = text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [freeLine({ row: index + 1, text: line.trim() }, context)],
    )
  const notation = notationOf(found.map(({ token }) => token))
  const drafts = found.map(({ token, ...line }) => ({
    ...line,
    amount: readBankAmount(token, { ...context, notation }),
  }))
  const hasPlus = drafts.some(({ amount }) => amount.ok && amount.isSigned && amount.minor > 0n)
  const isSigned = !hasPlus && drafts.some(({ amount }) => amount.ok && amount.minor < 0n)
  return drafts.map((draft) =>
    isSigned && draft.amount.ok ? { ...draft, amount: { ...draft.amount, isSigned } } : draft,
  )
}

const delimiters = ['\t', ';', '|', ','] as const

/** Reads a file, or a table by the separator that gives the most lines a date and a number of their own, else line by line. */
function readDrafts(text: string, context: Context): BankDraft[] {
  if (isCamt(text)) return readCamt(text, context)
  if (isMt940(text)) return readMt940(text, context)
  const [, named] = /^sep=([;,\t|])[^\S\n]*\n/i.exec(text) ?? []
  const plain = named ? text.replace(/^.*/, '') : text
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  const sample = lines.slice(0, SAMPLE_LINES)
  const [best] = delimiters
    .filter((one) => named === undefined || one === named)
    .map((delimiter) => ({
      delimiter,
      shaped: shapedBy(delimiter, sample.join('\n'), context),
      split: sample.filter((line) => line.includes(delimiter)).length,
    }))
    .toSorted((one, other) => other.shaped - one.shaped || other.split - one.split)
  const isTable = best && best.shaped > 0 && best.split * 2 > sample.length
  const rows = isTable ? rowsOf(plain, best.delimiter) : []
  const columns = isTable ? findColumns(rows, best.delimiter, context) : null
  if (!columns) return readFreeLines(plain, context)
  return rows.flatMap((row, index) => (index === columns.headingAt ? [] : [readRow(row, columns, context)]))
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
  let next = 1
  return records.flatMap((cells) => {
    const row = next
    // A quoted cell may have several lines.
    next += cells.join('').split('\n').length
    const trimmed = cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').trim())
    const joined = trimmed.filter(Boolean).join(' ')
    return joined === '' ? [] : [{ row, text: joined, cells: trimmed }]
  })
}
