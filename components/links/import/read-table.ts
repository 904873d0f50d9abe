import { amountProblem } from '@/components/links/create/amount-problem'
import { type LinkInput, mostUses } from '@/components/links/create/link-form'
import { readMetadata } from '@/components/links/create/metadata-draft'
import {
  LINK_DESCRIPTION_MAX,
  LINK_MAX_USES_MAX,
  LINK_TITLE_MAX,
  LINK_TITLE_MIN,
} from '@/lib/contract/limits'
import { addDays, instantOf, startOfDay } from '@/lib/domain/calendar-days'
import { numberFormat } from '@/lib/domain/formatters'
import { decimalSignBeside, type Notation, notationOf, parseAmountIn } from '@/lib/domain/parse-amount'
import { codePoints, isStorable, normalizeText } from '@/lib/domain/text'
import { type DayOrder, type FoundDate, findDate, orderOf, typedDay } from '@/lib/domain/typed-date'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { cellRanges, readRecords, type TableRecord, type TextRange } from './read-records'

/** One row of a table: its input, or its problems by column. */
export type TableRow = {
  /** The number in a spreadsheet: the heading and empty rows count, and a cell of several lines is one row. */
  row: number
  /** The row's range in the text, without the end of its last line. */
  range: TextRange
  /** The range of the first mistake, which a correction replaces. */
  wrong: TextRange
  cells: Readonly<Record<string, string>>
  input: LinkInput | null
  problems: Readonly<Record<string, string>>
  /** The valid values, also of a row with problems: amount in major units, null = no limit or no expiry. */
  values: { amount?: number; max_uses?: number | null; expires_at?: string | null }
}

export type ReadTable = {
  /** Reasons why no row can be read. */
  problems: readonly string[]
  /** True where the template shows how to correct the problems. */
  hasWrongHeading: boolean
  rows: readonly TableRow[]
}

type Context = { currency: string; locale: string; timeZone: string; now: number; rowsMax: number }
/** Notation of the amounts and order of the dates, as their columns prove them. */
type Style = { notation: Notation; dayOrder: DayOrder | null; delimiter: string }

const copy = linkImports.problems
const REQUIRED = ['title', 'amount'] as const
const OPTIONAL = ['description', 'max_uses', 'expires_at'] as const
/** The rest of such a heading is the name of a reference. */
const REFERENCE = 'metadata.'
/** An export of another program may have sixty columns: the others are only counted. */
const NAMES_MAX = 12
const NAME_LENGTH_MAX = 40

/** Reads a table as a spreadsheet saves it and checks every cell. A heading that is unknown, missing or repeated is a problem. */
export function readTable(text: string, context: Context): ReadTable {
  const { records, delimiter, isQuoteOpen } = readRecords(text)
  const [heading, ...body] = records
  if (!heading) return { problems: [copy.empty], hasWrongHeading: false, rows: [] }
  const { columns, problems: headingProblems } = readHeading(heading, body, context.locale)
  const hasWrongHeading = headingProblems.length > 0
  const number = numberFormat(context.locale)
  const problems = [
    ...headingProblems,
    ...(body.length === 0 && !hasWrongHeading ? [copy.empty] : []),
    ...(body.length > context.rowsMax
      ? [copy.tooMany(number.format(body.length), number.format(context.rowsMax))]
      : []),
    ...(isQuoteOpen ? [copy.quote] : []),
  ]
  if (problems.length > 0) return { problems, hasWrongHeading, rows: [] }
  const cellsIn = (name: string) => body.map(({ cells }) => cells[columns.indexOf(name)] ?? '')
  const style = {
    delimiter,
    notation: notationOf(cellsIn('amount'), decimalSignBeside(delimiter)),
    dayOrder: orderOf(cellsIn('expires_at').flatMap((cell) => findDate(cell, null) ?? [])).order,
  }
  return {
    problems,
    hasWrongHeading,
    rows: body.map((record) => {
      const read = readRow(columns, record, { ...context, ...style })
      return { ...read, wrong: mistakeRange(columns, read, cellRanges(text, record.range, delimiter)) }
    }),
  }
}

/** Returns the column at each position, null for one without heading and cells; and what is wrong with the headings. */
function readHeading(
  heading: TableRecord,
  body: readonly TableRecord[],
  locale: string,
): { columns: readonly (string | null)[]; problems: readonly string[] } {
  const isEmpty = (index: number) => body.every(({ cells }) => (cells[index] ?? '').trim() === '')
  // A separator at the end of each line makes a column without heading and cells.
  const columns = heading.cells.map((cell, index) =>
    cell.trim() === '' && isEmpty(index) ? null : columnOf(cell),
  )
  const missing = REQUIRED.filter((name) => !columns.includes(name))
  const unknown = columns.flatMap((name, index) => {
    if (name === null || isKnown(name)) return []
    return [(heading.cells[index] ?? '').trim().slice(0, NAME_LENGTH_MAX) || copy.unnamed(index + 1)]
  })
  const more = unknown.length - NAMES_MAX
  const listed = unknown.slice(0, NAMES_MAX).join(', ')
  const names = more > 0 ? copy.moreNames(listed, numberFormat(locale).format(more)) : listed
  const repeated = columns.filter(
    (name, index) => name !== null && isKnown(name) && columns.indexOf(name) !== index,
  )
  return {
    columns,
    problems: [
      ...(missing.length > 0 ? [copy.missingColumns(missing)] : []),
      ...(unknown.length > 0 ? [copy.unknownColumns(names, unknown.length === 1)] : []),
      ...[...new Set(repeated)].map((name) => copy.twiceColumn(name ?? '')),
    ],
  }
}

/** Headings match in any case; the name of a reference keeps its own. */
function columnOf(heading: string): string {
  const name = heading.trim()
  const lower = name.toLowerCase()
  return lower.startsWith(REFERENCE) ? REFERENCE + name.slice(REFERENCE.length).trim() : lower
}

function isKnown(name: string): boolean {
  const isReference = name.startsWith(REFERENCE) && name.length > REFERENCE.length
  return isReference || [...REQUIRED, ...OPTIONAL].some((known) => known === name)
}

/** Returns the range of the first mistake: its cell, or the empty range where a cell is missing. */
function mistakeRange(
  columns: readonly (string | null)[],
  { problems, range }: Omit<TableRow, 'wrong'>,
  ranges: readonly TextRange[],
): TextRange {
  const [column] = Object.keys(problems)
  const end = { from: range.to, to: range.to }
  if (column === undefined) return range
  if (column === 'row') return { ...range, from: ranges[columns.length]?.from ?? range.from }
  return ranges[columns.indexOf(column)] ?? end
}

function readRow(
  columns: readonly (string | null)[],
  { row, range, cells: texts }: TableRecord,
  context: Context & Style,
): Omit<TableRow, 'wrong'> {
  const cells = Object.fromEntries(
    columns.flatMap((name, index) => (name === null ? [] : [[name, (texts[index] ?? '').trim()] as const])),
  )
  const problems: Record<string, string> = {}
  const { problems: form } = links.form
  const number = numberFormat(context.locale)
  if (texts.slice(columns.length).some((cell) => cell.trim() !== '')) problems.row = copy.moreCells

  const title = normalizeText(cells.title ?? '')
  const length = codePoints(title)
  if (length === 0) problems.title = form.titleMissing
  else if (length > LINK_TITLE_MAX) problems.title = form.titleLong(number.format(length))
  else if (length < LINK_TITLE_MIN || !isStorable(title)) problems.title = form.title
  const amount = parseAmountIn(cells.amount ?? '', context.currency, context.notation)
  const wrongAmount = amountProblem(amount, context.currency, context.locale)
  if (wrongAmount !== null) problems.amount = wrongAmount
  const rest = texts[columns.indexOf('amount') + 1] ?? ''
  // `1,000` without quotes in a file that separates by commas is two cells.
  if (context.delimiter === ',' && /^[1-9]\d{0,2}$/.test(cells.amount ?? '') && /^\d{3}$/.test(rest))
    problems.amount = copy.cutAmount(`${cells.amount},${rest}`)
  const description = normalizeText(cells.description ?? '')
  const described = codePoints(description)
  if (described > LINK_DESCRIPTION_MAX) problems.description = form.descriptionLong(number.format(described))
  else if (!isStorable(description)) problems.description = form.description
  const maxUses = usesOf(cells.max_uses ?? '')
  if (maxUses === undefined) problems.max_uses = copy.uses(mostUses(context.locale))
  const expiresAt = momentOf(cells.expires_at ?? '', context)
  if (expiresAt === undefined) problems.expires_at = copy.expiry
  const references = columns
    .flatMap((name) => (name?.startsWith(REFERENCE) && cells[name] ? [name] : []))
    .map((name, key) => ({ key, name: name.slice(REFERENCE.length), value: cells[name] ?? '' }))
  const metadata = readMetadata(references)
  if (!metadata.ok) problems[REFERENCE + (references[metadata.key]?.name ?? '')] = metadata.message

  const values = {
    ...(amount.ok && wrongAmount === null ? { amount: amount.major } : {}),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  }
  const wrong = Object.keys(problems).length > 0
  if (wrong || !amount.ok || maxUses === undefined || expiresAt === undefined || !metadata.ok)
    return { row, range, cells, input: null, problems, values }
  return {
    row,
    range,
    cells,
    problems,
    values,
    input: {
      title,
      amount: amount.major,
      max_uses: maxUses,
      ...(description ? { description } : {}),
      ...(expiresAt ? { expires_at: expiresAt } : {}),
      ...(references.length > 0 ? { metadata: metadata.metadata } : {}),
    },
  }
}

/** Returns `max_uses`. Empty means one payment, as in the contract; null = no limit, undefined = invalid. */
function usesOf(text: string): number | null | undefined {
  if (text === '') return 1
  if (text.toLowerCase() === 'unlimited') return null
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= LINK_MAX_USES_MAX ? count : undefined
}

/** The last second of a day: a deadline at midnight reads as the next day. */
const BEFORE_MIDNIGHT_MS = 1_000

/**
 * Returns the expiry: `2026-12-31`, `31.12.2026 18:30` or with an offset. A day means its end in the account's zone. Null =
 * never; undefined = invalid, past, or with a day and a month that may be exchanged.
 */
function momentOf(text: string, { timeZone, now, dayOrder }: Context & Style): string | null | undefined {
  if (text === '') return null
  const date = findDate(text, null)
  const day = date && certainDay(date, dayOrder)
  const time = date && text.startsWith(date.text) ? text.slice(date.text.length).trim() : null
  const instant =
    zonedInstant(text) ??
    (!day || time === null
      ? null
      : time === ''
        ? lastMomentOf(day, timeZone)
        : /^T?([01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(time)
          ? instantOf(`${day}T${time.replace('T', '').padStart(5, '0').slice(0, 5)}`, timeZone)
          : null)
  return instant && Date.parse(instant) > now ? instant : undefined
}

/** Returns the day of a date with a year; null if its day and month may be exchanged. */
function certainDay(date: FoundDate, order: DayOrder | null): string | null {
  // A year of two digits may be the day.
  if (/^\d{1,2}([-/.])\d{1,2}\1\d{2}$/.test(date.text)) return null
  if (order !== null) return typedDay(date, order)
  const [day, other] = [typedDay(date, 'dmy'), typedDay(date, 'mdy')]
  return day === other || other === null ? day : day === null ? other : null
}

function lastMomentOf(day: string, timeZone: string): string {
  return new Date(Date.parse(startOfDay(addDays(day, 1), timeZone)) - BEFORE_MIDNIGHT_MS).toISOString()
}

function zonedInstant(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
