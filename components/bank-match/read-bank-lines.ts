import Papa from 'papaparse'
import type { UnreadAmount } from '@/lib/domain/bank-amount'
import {
  type BankColumns,
  type BankRow,
  dateIn,
  findColumns,
  isBalanceText,
  isShaped,
} from '@/lib/domain/bank-columns'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { type DayOrder, orderOf, readDate, typedDay, usualOrder } from '@/lib/domain/typed-date'

/** Maximum lines of one paste: a year of a busy account, read quickly on a phone. */
export const BANK_LINES_MAX = 5_000
/** Number of lines from which the separator of a paste is detected. */
const SAMPLE_LINES = 60
const DECIMALS_OF_THE_UNKNOWN = 2

/** A line that was read. `minor` is negative for outgoing money; `isProven` is false if nothing shows the direction. */
export type BankLine = { row: number; text: string; day: string; minor: bigint; isProven: boolean }

type UnreadReason = 'no_date' | 'bad_date' | 'balance' | UnreadAmount
type UnreadLine = { row: number; text: string; reason: UnreadReason }

export type BankLines = {
  lines: readonly BankLine[]
  unread: readonly UnreadLine[]
  order: DayOrder
  /** A date with two readings, if nothing in the paste decides between them. */
  ambiguous: string | null
  /** Columns of amounts among which the user chooses the one of money in, if a direction is not proven. */
  columns: BankColumns['amounts']
}

export type BankContext = {
  currency: string
  locale: string
  /** Order of ambiguous dates that the user chose. */
  order?: DayOrder | undefined
  /** Column that the user chose as the one of money in. */
  incomingAt?: number | undefined
}

/** Returns the number of movements that a text may have: its lines, or the entries of a file. */
export function countLines(text: string): number {
  if (isCamt(text)) return text.match(/<(?:[\w.-]+:)?Ntry[ >]/g)?.length ?? 0
  return text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length
}

/** Returns the date, amount and text of each line of a bank's CSV, page, MT940 or camt file, or the reason why it has none. */
export function readBankLines(text: string, context: BankContext): BankLines {
  const { currency, locale, incomingAt } = context
  const places = isCurrency(currency) ? decimalsOf(currency) : DECIMALS_OF_THE_UNKNOWN
  const { rows, delimiter } = readRows(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), currency, places)
  const columns = findColumns(rows, delimiter, { currency, places })
  const drafts = rows
    .filter((_, index) => index !== columns?.headingAt)
    .map(({ row, cells }) => ({
      row,
      text: cells.filter(Boolean).join(' '),
      date: dateIn(cells[columns?.dateAt ?? 0]),
      isBalance: cells.some(isBalanceText),
      amount: columns?.read(cells, incomingAt) ?? { ok: false as const, reason: 'no_amount' as const },
    }))
  const dates = drafts.flatMap(({ date }) => (date ? [date] : []))
  const { order: shown, isOpen } = orderOf(dates)
  const order = shown ?? context.order ?? usualOrder(locale)
  const lines: BankLine[] = []
  const unread: UnreadLine[] = []
  for (const { row, text: line, date, isBalance, amount } of drafts) {
    const day = date ? typedDay(date, order) : null
    if (isBalance) unread.push({ row, text: line, reason: 'balance' })
    else if (day === null) unread.push({ row, text: line, reason: date ? 'bad_date' : 'no_date' })
    else if (!amount.ok) unread.push({ row, text: line, reason: amount.reason })
    else lines.push({ row, text: line, day, minor: amount.minor, isProven: amount.isSigned })
  }
  const open = isOpen && dates.find((date) => 'pair' in date && date.pair[0] !== date.pair[1])
  return { lines, unread, order, ambiguous: open ? open.text : null, columns: columns?.amounts ?? [] }
}

const delimiters = ['\t', ';', '|', ',', ' '] as const
type Delimiter = (typeof delimiters)[number]

/** Reads a file, or a table by the separator that gives the most lines a date and a number of their own. */
function readRows(text: string, currency: string, places: number): { rows: BankRow[]; delimiter: string } {
  if (isCamt(text)) return { rows: camtRows(text), delimiter: ',' }
  if (/^:61:/m.test(text)) return { rows: mt940Rows(text), delimiter: ';' }
  const [, named] = /^sep=([;,\t|])[^\S\n]*\n/i.exec(text) ?? []
  const plain = named ? text.replace(/^.*/, '') : text
  const sample = plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
    .join('\n')
  const shaped = (delimiter: Delimiter) =>
    rowsOf(sample, delimiter).filter(({ cells }) => cells.length > 1 && isShaped(cells, { currency, places }))
      .length
  const [best] = delimiters
    .filter((one) => named === undefined || one === named)
    .map((delimiter) => ({ delimiter, count: shaped(delimiter) }))
    .toSorted((one, other) => other.count - one.count)
  const delimiter = best?.delimiter ?? ','
  return { rows: rowsOf(plain, delimiter), delimiter }
}

function rowsOf(text: string, delimiter: Delimiter): BankRow[] {
  // Quotation marks within a pasted page do not quote cells.
  const isPage = delimiter === ' ' || (delimiter === '\t' && !/(?:^|\t)"/m.test(text))
  const records: readonly (readonly string[])[] = isPage
    ? text.split('\n').map((line) => (delimiter === ' ' ? spacedCells(line) : line.split('\t')))
    : Papa.parse<string[]>(text, { delimiter }).data
  let next = 1
  return records.flatMap((cells) => {
    const row = next
    // A quoted cell may have several lines.
    next += cells.join('').split('\n').length
    const trimmed = cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').trim())
    return trimmed.some(Boolean) ? [{ row, cells: trimmed }] : []
  })
}

const AMOUNT =
  "\\(?[-+−–]?\\p{Sc}?(?:\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+|[\\d.,'’]*\\d)[.,]\\d{2,3}\\)?[-−]?(?:\\s?(?:\\p{Sc}|\\p{Lu}{2,3}))?"
const LAST_AMOUNTS = new RegExp(`(?<!\\S)(${AMOUNT})(?:\\s+(${AMOUNT}))?$`, 'u')

/** Returns the cells of a line without a separator: its date, its text, and the amount, perhaps with a balance, at its end. */
function spacedCells(line: string): string[] {
  const plain = line.trim()
  const date = readDate(plain)?.text ?? ''
  const rest = plain.slice(date.length)
  const [all = '', amount = '', balance = ''] = LAST_AMOUNTS.exec(rest) ?? []
  return [date, rest.slice(0, rest.length - all.length), amount, balance]
}

const FILE_HEADINGS = ['date', 'text', 'amount', 'currency']

/** Value date, perhaps booking date, a mark (`R` for a reversal), perhaps the third letter of the currency, the amount. */
const MOVEMENT = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])[A-Z]?(\d[\d,]*)(?:[A-Z][A-Z0-9]{3})?(.*)$/s

/** Returns the `:61:` fields of an MT940 statement as a table, each with the text of the `:86:` field after it. */
function mt940Rows(text: string): BankRow[] {
  const rows: BankRow[] = [{ row: 0, cells: FILE_HEADINGS }]
  let currency = ''
  for (const [, tag, value = ''] of text.matchAll(/^:(\d{2}[A-Z]?):(.*(?:\n(?![:{-]).*)*)/gm)) {
    const last = rows.at(-1)
    if (tag?.startsWith('60')) currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? ''
    if (tag === '86' && last && rows.length > 1) {
      const [date = '', described = '', ...rest] = last.cells
      const further = value.replace(/\n/g, '').replace(/\?\d{2}/g, ' ')
      rows[rows.length - 1] = { ...last, cells: [date, `${described} ${further}`.trim(), ...rest] }
    }
    if (tag !== '61') continue
    const [, year = '', month = '', day = '', booked, mark = '', digits = '', rest = ''] =
      MOVEMENT.exec(value) ?? []
    const [atMonth, atDay] = booked ? [booked.slice(0, 2), booked.slice(2)] : [month, day]
    // A movement valued at the end of a year may be booked in the next one.
    const turn = month === '12' && atMonth === '01' ? 1 : month === '01' && atMonth === '12' ? -1 : 0
    const direction = mark === 'D' || mark === 'RC' ? 'DR' : 'CR'
    const date = `${2000 + Number(year) + turn}-${atMonth}-${atDay}`
    rows.push({
      row: rows.length,
      cells: [date, rest.trim(), `${digits.replace(/,$/, '')} ${direction}`, currency],
    })
  }
  return rows
}

/** Returns whether a text is a camt.052, camt.053 or camt.054 file of ISO 20022. */
function isCamt(text: string): boolean {
  return /^\s*</.test(text) && /<(?:[\w.-]+:)?Ntry[ >]/.test(text)
}

function camtRows(text: string): BankRow[] {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const rows = elements(document, 'Ntry').map((entry) => {
    const [date] = [...elements(entry, 'BookgDt'), ...elements(entry, 'ValDt')]
    const [[amount], [mark]] = [elements(entry, 'Amt'), elements(entry, 'CdtDbtInd')]
    const names = ['Ustrd', 'Nm', 'EndToEndId', 'AddtlNtryInf', 'AcctSvcrRef']
    const texts = names.flatMap((name) => elements(entry, name).map(textOf))
    // A pending entry is no movement yet.
    const isPending = elements(entry, 'Sts').some((one) => /PDNG|INFO|FUTR/.test(textOf(one)))
    const money = isPending ? '' : `${textOf(amount)} ${textOf(mark) === 'DBIT' ? 'DR' : 'CR'}`
    return [textOf(date).slice(0, 10), texts.join(' '), money, amount?.getAttribute('Ccy') ?? '']
  })
  return [FILE_HEADINGS, ...rows].map((cells, row) => ({ row, cells }))
}

function elements(parent: Document | Element, name: string): Element[] {
  return Array.from(parent.getElementsByTagNameNS('*', name))
}

function textOf(element: Element | undefined): string {
  return (element?.textContent ?? '').trim()
}
