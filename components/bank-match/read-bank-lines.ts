import Papa from 'papaparse'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { type BankAmount, type DecimalSign, decimalSign, readBankAmount } from './read-bank-amount'
import { type DayOrder, dayIn, type FoundDate, findDate, orderOf, usualOrder } from './read-bank-date'

/** Maximum lines of one paste: a year of a busy account, read quickly on a phone. */
export const BANK_LINES_MAX = 5_000
/** Number of lines from which the format of a paste is detected. */
const SAMPLE_LINES = 60
/** Maximum records before the header, in which banks describe the account. */
const PREAMBLE_MAX = 15
const DECIMALS_OF_THE_UNKNOWN = 2

/** A line that was read. `minor` is negative for outgoing money. */
export type BankLine = { row: number; text: string; day: string; minor: bigint }

export type UnreadReason = 'no_date' | 'bad_date' | 'no_amount' | 'other_currency' | 'too_many_decimals'
export type UnreadLine = { row: number; text: string; reason: UnreadReason }

export type BankLines = {
  lines: readonly BankLine[]
  unread: readonly UnreadLine[]
  /** Order of day and month in the dates. */
  order: DayOrder
  /** A date with two readings, if nothing in the paste decides between them. */
  ambiguous: string | null
}

export type BankContext = {
  currency: string
  locale: string
  timeZone: string
  /** Calendar day in the account's zone. */
  today: string
  /** Order of ambiguous dates that the user chose. */
  order?: DayOrder | undefined
}

/** Returns the number of lines that are not empty. */
export function countLines(text: string): number {
  return text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length
}

/** Returns the date, amount and text of each line of a bank's page or CSV, or the reason why a line has none. */
export function readBankLines(text: string, context: BankContext): BankLines {
  const places = isCurrency(context.currency) ? decimalsOf(context.currency) : DECIMALS_OF_THE_UNKNOWN
  const records = split(text, { ...context, places })
  const drafts = records.map((record) => draftOf(record, context))
  const dates = drafts.flatMap(({ date }) => (date ? [date] : []))
  const { order: shown, isOpen } = orderOf(dates)
  const order = shown ?? context.order ?? usualOrder(context.locale, context.timeZone)
  const amounts = drafts.flatMap(({ amounts: found }) => found.map((amount) => amount.text))
  const decimal = decimalSign(amounts, places)
  const lines: BankLine[] = []
  const unread: UnreadLine[] = []
  for (const { row, text: line, date, amounts: found } of drafts) {
    const day = date ? dayIn(date, order) : null
    const amount = amountOf(found, { currency: context.currency, places, decimal })
    if (!date) unread.push({ row, text: line, reason: 'no_date' })
    else if (day === null) unread.push({ row, text: line, reason: 'bad_date' })
    else if (!amount.ok) unread.push({ row, text: line, reason: amount.reason })
    else lines.push({ row, text: line, day, minor: amount.minor })
  }
  const open = dates.find((date) => 'pair' in date && date.pair[0] !== date.pair[1])
  return { lines, unread, order, ambiguous: isOpen ? (open?.text ?? null) : null }
}

type Role = 'date' | 'amount' | 'credit' | 'debit' | 'direction' | 'balance' | 'text'
type BankRecord = { row: number; text: string; cells: readonly string[]; roles: readonly Role[] | null }
type FoundAmount = { text: string; isOutgoing?: boolean }
type Draft = { row: number; text: string; date: FoundDate | null; amounts: readonly FoundAmount[] }
type SplitContext = BankContext & { places: number }

/** Returns the first amount of a record; of debit and credit columns the one that is neither empty nor zero. */
function amountOf(
  found: readonly FoundAmount[],
  context: { currency: string; places: number; decimal: DecimalSign },
): BankAmount {
  let zero: BankAmount | null = null
  for (const { text, isOutgoing } of found) {
    const amount = readBankAmount(text, context)
    if (!amount.ok) return amount
    const minor = isOutgoing && amount.minor > 0n ? -amount.minor : amount.minor
    if (minor !== 0n) return { ok: true, minor }
    zero = { ok: true, minor }
  }
  return zero ?? { ok: false, reason: 'no_amount' }
}

function draftOf({ row, text, cells, roles }: BankRecord, context: BankContext): Draft {
  if (roles === null) return freeDraft({ row, text }, context)
  const of = (role: Role) => cells.filter((cell, index) => roles[index] === role && cell !== '')
  const date = of('date').map((cell) => findDate(cell, context.today))
  const direction = of('direction')[0] ?? ''
  const amounts = cells.flatMap((cell, index): FoundAmount[] => {
    if (cell === '') return []
    if (roles[index] === 'amount')
      return [{ text: /^\p{L}{1,6}$/u.test(direction) ? `${cell} ${direction}` : cell }]
    if (roles[index] === 'debit') return [{ text: cell, isOutgoing: true }]
    return roles[index] === 'credit' ? [{ text: cell }] : []
  })
  return { row, text, date: date.find(Boolean) ?? null, amounts }
}

const NUMBER =
  "\\d{1,3}(?:[.,'’]\\d{2,3})*[.,'’]\\d{3}(?:[.,]\\d{1,3})?|\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+[.,]\\d{1,3}|\\d+(?:[.,]\\d{1,3})?"
const MARK = '(?:\\p{Sc}|\\p{Lu}{3}(?!\\p{L}))'
const AMOUNTS = new RegExp(
  `(?<![\\p{L}\\p{N}.,/:#-])\\(?[-+−–]?\\s?(?:${MARK}\\s?)?[-+−–]?(?:${NUMBER})(?:\\s?${MARK})?[-−]?\\)?(?:\\s?(?:CR|DR)(?!\\p{L}))?(?![\\p{L}\\p{N}/:#]|[.,-]\\d)`,
  'gu',
)

/** Returns a line without columns: its first date, and after it the first text that can only be an amount. */
function freeDraft({ row, text }: { row: number; text: string }, { today, currency }: BankContext): Draft {
  const date = findDate(text, today)
  // A second date, such as the value date, contains no amount.
  let rest = text
  for (let found = date; found; found = findDate(rest, today)) rest = rest.replace(found.text, ' | ')
  const tokens = [...rest.matchAll(AMOUNTS)].map(([token]) => token.trim())
  const sure = tokens.filter((token) => isSurelyAmount(token))
  const isWhole = isCurrency(currency) && decimalsOf(currency) === 0
  const last = tokens.at(-1)
  const amounts = sure.length > 0 ? sure.slice(0, 1) : isWhole && last !== undefined ? [last] : []
  return { row, text, date, amounts: amounts.map((token) => ({ text: token })) }
}

/** Returns whether a text is written as only money is: with decimals, groups, a code or a symbol of a currency. */
function isSurelyAmount(text: string): boolean {
  const code = /(?<!\p{L})\p{Lu}{3}(?!\p{L})/u.exec(text)?.[0]
  return (
    (code !== undefined && isCurrency(code)) ||
    /\d[.,]\d|\d['’ \u00a0\u202f]\d{3}|\p{Sc}|^[-+−–(]|[-−)]$|(?:CR|DR)$/u.test(text)
  )
}

const WHOLE_AMOUNT = new RegExp(`^(?:${AMOUNTS.source})(?:\\s?[CDHS])?$`, 'u')
const WHOLE_DATE_REST = /^[\s\d:.,TZ+-]*$/

function isAmountCell(cell: string): boolean {
  return WHOLE_AMOUNT.test(cell) && isSurelyAmount(cell)
}

function isDateCell(cell: string, today: string): boolean {
  const date = findDate(cell, today)
  return date !== null && WHOLE_DATE_REST.test(cell.replace(date.text, ''))
}

const delimiters = ['\t', ';', '|', ','] as const

/**
 * Splits a text into records by the delimiter that gives the most lines a date and an amount of their own, else line by
 * line. A line that does not fit is split by its own delimiter or read without columns.
 */
function split(text: string, context: SplitContext): BankRecord[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const lines = plain.split('\n')
  const sample = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  const [best] = delimiters
    .map((delimiter) => ({
      delimiter,
      shaped: shapedBy(delimiter, sample.join('\n'), context).length,
      split: sample.filter((line) => line.includes(delimiter)).length,
    }))
    .toSorted((one, other) => other.shaped - one.shaped || other.split - one.split)
  if (!best || best.shaped === 0)
    return lines.flatMap((line, index) => (line.trim() === '' ? [] : [freeRecord(line, index + 1)]))
  const records = withRoles(cellsOf(plain, best.delimiter), context)
  const isMostlyFree = sample.length - best.split > best.shaped
  return records.map((record) => {
    const line = lines[record.row - 1]?.trim() ?? ''
    // A record below a quoted line break has another row, which shows in the letters, and is left as it is.
    if (lettersOf(line) !== lettersOf(record.text) || isRead(record, context)) return record
    return otherwise(line, record, { ...context, isMostlyFree }) ?? record
  })
}

/**
 * Returns a line that does not fit the columns, split by another delimiter or without columns; null if neither has a
 * date.
 */
function otherwise(
  line: string,
  { row, cells, roles }: BankRecord,
  context: SplitContext & { isMostlyFree: boolean },
): BankRecord | null {
  for (const delimiter of delimiters) {
    const [own] = shapedBy(delimiter, line, context)
    // The comma of `2026-09-14 1,202.80` belongs to the amount.
    if (!own || (delimiter === ',' && own.cells.length < 3)) continue
    const isAlike = roles !== null && roles.length === own.cells.length
    return { ...own, row, roles: isAlike ? roles : rolesByContent([own], context) }
  }
  // A total below a file also has a date and an amount, but does not begin with them.
  const date = findDate(line, context.today)
  const begins = date !== null && line.startsWith(date.text)
  const isFree = !cells.some((cell) => isDateCell(cell, context.today))
  return isFree && (begins || context.isMostlyFree) ? freeRecord(line, row) : null
}

function isRead(record: BankRecord, context: SplitContext): boolean {
  const { date, amounts } = draftOf(record, context)
  return date !== null && amounts.length > 0
}

function shapedBy(delimiter: string, text: string, context: SplitContext): Cells[] {
  // A comma before a space is no delimiter of a file, but part of a date such as `Sep 14, 2026`.
  if (delimiter === ',' && /^[^"\n]*\d, /m.test(text)) return []
  return cellsOf(text, delimiter).filter(({ cells }) => cells.length > 1 && isShaped(cells, context))
}

function isShaped(cells: readonly string[], { today }: SplitContext): boolean {
  return cells.some((cell) => isDateCell(cell, today)) && cells.some((cell) => isNumberCell(cell))
}

function freeRecord(line: string, row: number): BankRecord {
  return { row, text: line.trim(), cells: [], roles: null }
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

function isNumberCell(cell: string): boolean {
  return isAmountCell(cell) || /^\d{1,9}$/.test(cell)
}

type Cells = { row: number; text: string; cells: readonly string[] }

function cellsOf(text: string, delimiter: string): Cells[] {
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

/** Column names in the languages of `read-bank-date`. The first match counts. */
const roleNames: readonly (readonly [Role, RegExp])[] = [
  ['balance', /balance|saldo|solde|kontostand/],
  [
    'direction',
    /^(?:dr ?\/ ?cr|cr ?\/ ?dr|d ?\/ ?c|c ?\/ ?d|s ?\/ ?h|soll ?\/ ?haben|debit ?\/ ?credit|sign|sens)$/,
  ],
  [
    'date',
    /^(?:date|datum|fecha|data)$|(?:book|transaction|post|process|operation|buchung|operaci|comptable).*(?:dat|tag|fecha)|(?:dat|fecha).*(?:book|oper|post|comptable|mov)|^(?:posted|buchungstag|processed)/,
  ],
  ['credit', /credit|paid in|money in|deposit|haben|abono|ingreso|gutschrift|entrada|incoming/],
  ['debit', /debit|paid out|money out|withdrawal|soll|cargo|belastung|salida|outgoing/],
  ['amount', /amount|importe|monto|betrag|montant|valor$|umsatz|importo|bedrag|^value$/],
]

function roleOf(name: string): Role {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
  return roleNames.find(([, names]) => names.test(plain))?.[0] ?? 'text'
}

function withRoles(records: readonly Cells[], context: SplitContext): BankRecord[] {
  const at = records.slice(0, PREAMBLE_MAX).findIndex(({ cells }) => {
    const roles = cells.map(roleOf)
    const names = cells.some((cell) => isNumberCell(cell) || isDateCell(cell, context.today))
    return (
      !names && roles.includes('date') && roles.some((role) => ['amount', 'credit', 'debit'].includes(role))
    )
  })
  const roles =
    at === -1
      ? rolesByContent(
          records.filter(({ cells }) => isShaped(cells, context)),
          context,
        )
      : (records[at]?.cells.map(roleOf) ?? [])
  return records.flatMap((record, index) => (index === at ? [] : [{ ...record, roles }]))
}

/**
 * Returns the roles of columns without names: the first column of dates, and those of amounts. Of several amounts, the
 * last one that is filled in every record is the balance; two that are filled alternately are debit and credit.
 */
function rolesByContent(records: readonly Cells[], { today, places }: SplitContext): Role[] {
  const sample = records.slice(0, SAMPLE_LINES)
  const width = Math.max(...sample.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index) =>
    sample.flatMap(({ cells }) => (cells[index] ? [cells[index]] : [])),
  )
  const isMostly = (cells: readonly string[], test: (cell: string) => boolean) =>
    cells.length > 0 && cells.filter(test).length * 3 >= cells.length * 2
  const dateAt = columns.findIndex((cells) => isMostly(cells, (cell) => isDateCell(cell, today)))
  const ofAmounts = (test: (cell: string) => boolean) =>
    columns.flatMap((cells, index) => (index !== dateAt && isMostly(cells, test) ? [index] : []))
  const sure = ofAmounts(isAmountCell)
  const amounts = sure.length > 0 || places > 0 ? sure : ofAmounts(isNumberCell)
  const isFull = (index: number) => (columns[index]?.length ?? 0) * 10 >= sample.length * 9
  const lastAt = amounts.at(-1)
  const hasBalance = amounts.length > 1 && lastAt !== undefined && isFull(lastAt)
  const moving = hasBalance ? amounts.slice(0, -1) : amounts
  const [first, second] = moving
  const byTurns = moving.length === 2 && first !== undefined && !isFull(first)
  return columns.map((_, index) => {
    if (index === dateAt) return 'date'
    if (byTurns && index === first) return 'debit'
    if (byTurns && index === second) return 'credit'
    return index === first ? 'amount' : 'text'
  })
}
