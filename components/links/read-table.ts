import Papa from 'papaparse'
import { amountProblem } from '@/components/money/amount-field'
import { ApiError, type FieldError, fieldErrorsIn } from '@/lib/contract/errors'
import { parseInstant } from '@/lib/contract/instant'
import { LINK_MAX_USES_MAX } from '@/lib/contract/limits'
import { LINK_IMPORT_ROWS_MAX } from '@/lib/dashboard/link-imports/shape'
import { type LinkBody, linkBody } from '@/lib/dashboard/links/link-body'
import { addDays, instantOf, startOfDay } from '@/lib/domain/calendar-days'
import { decimalSignBeside, type Notation, notationOf, parseAmountIn } from '@/lib/domain/parse-amount'
import { type DayOrder, orderOf, readDate, typedDay } from '@/lib/domain/typed-date'
import type { Translate } from '@/lib/messages/translator'

/** A wrong cell: the row's number in a spreadsheet, the heading, the cell as typed, and what to do. */
export type Mistake = { row: number; column: string; cell: string; problem: string }

/** A row that can become a link, with its amount in minor units, too. */
export type ReadRow = { row: number; body: LinkBody; minor: number }

export type ReadTable = {
  problems: readonly string[]
  mistakes: readonly Mistake[]
  rows: readonly ReadRow[]
}

type Context = { t: Translate; currency: string; locale: string; timeZone: string; now: number }
/** Notation of the amounts and order of the dates, as their columns prove them. */
type Style = { delimiter: string; notation: Notation; dayOrder: DayOrder | null }
type TableRecord = { row: number; cells: readonly string[] }

const REQUIRED = ['title', 'amount'] as const
/** The rest of such a heading is the name of a reference. */
const REFERENCE = 'metadata.'
/** The dashboard's own reference is not the file's. */
const KNOWN = /^(title|amount|description|max_uses|expires_at|metadata\.(?!dashboard_form$).+)$/
/** Reads a table as a spreadsheet saves it (comma, semicolon or tab), and checks every cell. */
export function readTable(text: string, context: Context): ReadTable {
  // The headings have no decimal comma, which would influence the guess of the delimiter.
  const { delimiter } = Papa.parse(text, { preview: 1, skipEmptyLines: 'greedy' }).meta
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, transform: (cell) => cell.trim() })
  // Empty rows are left out, but a spreadsheet counts them.
  const [heading, ...body] = data
    .map((cells, index): TableRecord => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const columns = (heading?.cells ?? []).map(columnOf)
  const { t } = context
  const problems = [
    ...(heading ? headingProblems(columns, body, t) : []),
    ...(body.length > LINK_IMPORT_ROWS_MAX
      ? [t('link-imports.problems.tooMany', { count: body.length, most: LINK_IMPORT_ROWS_MAX })]
      : []),
    ...(errors.some(({ type }) => type === 'Quotes') ? [t('link-imports.problems.quote')] : []),
  ]
  if (problems.length === 0 && body.length === 0) problems.push(t('link-imports.problems.empty'))
  if (problems.length > 0) return { problems, mistakes: [], rows: [] }
  const cellsIn = (name: string) => body.map(({ cells }) => cells[columns.indexOf(name)] ?? '')
  const style = {
    delimiter,
    notation: notationOf(cellsIn('amount'), decimalSignBeside(delimiter)),
    dayOrder: orderOf(cellsIn('expires_at').flatMap((cell) => readDate(cell) ?? [])).order,
  }
  const read = body.map((record) => readRow(columns, record, { ...context, ...style }))
  return {
    problems,
    mistakes: read.flatMap((row) => ('mistakes' in row ? row.mistakes : [])),
    rows: read.flatMap((row) => ('body' in row ? [row] : [])),
  }
}

/** Headings match in any case; the name of a reference keeps its own. */
function columnOf(heading: string): string {
  const lower = heading.toLowerCase()
  return lower.startsWith(REFERENCE) ? REFERENCE + heading.slice(REFERENCE.length).trim() : lower
}

function headingProblems(columns: readonly string[], body: readonly TableRecord[], t: Translate): string[] {
  const missing = REQUIRED.filter((name) => !columns.includes(name))
  const unknown = columns.flatMap((name, index) => {
    // A separator at the end of each line makes a column without heading and cells.
    const isLeftOut = name === '' && body.every(({ cells }) => (cells[index] ?? '') === '')
    return isLeftOut || KNOWN.test(name)
      ? []
      : [name || t('link-imports.problems.unnamed', { position: index + 1 })]
  })
  const repeated = columns.filter((name, index) => name !== '' && columns.indexOf(name) !== index)
  const wrong = (
    problem: 'missingColumns' | 'unknownColumns' | 'repeatedColumns',
    names: readonly string[],
  ) => (names.length > 0 ? [t(`link-imports.problems.${problem}`, { names: names.join(', ') })] : [])
  return [
    ...wrong('missingColumns', missing),
    ...wrong('unknownColumns', unknown),
    ...wrong('repeatedColumns', repeated),
  ]
}

/** Reads the cells of a row, and checks them by the contract as the server does again. */
function readRow(
  columns: readonly string[],
  { row, cells: texts }: TableRecord,
  context: Context & Style,
): ReadRow | { mistakes: Mistake[] } {
  const cells: Readonly<Record<string, string>> = Object.fromEntries(
    columns.map((name, index) => [name, texts[index] ?? '']),
  )
  const { amount: amountText = '', max_uses: usesText = '', expires_at: expiryText = '' } = cells
  const { t } = context
  const amount = parseAmountIn(amountText, context.currency, context.notation)
  const maxUses = usesOf(usesText)
  const expiresAt = momentOf(expiryText, context)
  const afterAmount = texts[columns.indexOf('amount') + 1] ?? ''
  const isCut = context.delimiter === ',' && /^[1-9]\d{0,2}$/.test(amountText) && /^\d{3}$/.test(afterAmount)
  // `1,000` without quotes in a file that separates by commas is two cells.
  const problems: Record<string, string | null> = {
    title: null,
    amount: isCut
      ? t('link-imports.problems.cutAmount', { amount: `${amountText},${afterAmount}` })
      : amountProblem(amount, context.currency, context.locale, t),
    max_uses: maxUses === undefined ? t('link-imports.problems.uses', { most: LINK_MAX_USES_MAX }) : null,
    expires_at: expiresAt === undefined ? t('link-imports.problems.expiry') : null,
    '': texts.slice(columns.length).some((cell) => cell !== '') ? t('link-imports.problems.moreCells') : null,
  }
  const references = columns.filter((name) => name.startsWith(REFERENCE) && cells[name] !== '')
  const given = {
    title: cells.title,
    amount: amount.ok ? amount.major : undefined,
    description: cells.description,
    max_uses: maxUses,
    expires_at: expiresAt,
    metadata: Object.fromEntries(references.map((name) => [name.slice(REFERENCE.length), cells[name]])),
  }
  const { body, errors } = checked(given, context)
  for (const error of errors) problems[error.field] ??= fieldProblem(error, t)
  const mistakes = Object.entries(problems).flatMap(([column, problem]) =>
    problem === null ? [] : [{ row, column, cell: cells[column] ?? '', problem }],
  )
  return body && amount.ok && mistakes.length === 0 ? { row, body, minor: amount.minor } : { mistakes }
}

function checked(given: unknown, { currency, now }: Context) {
  try {
    return { body: linkBody(given, { currency, now: new Date(now) }), errors: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { body: null, errors: fieldErrorsIn(error.details) }
  }
}

/** Returns the problem of a cell that the contract refuses, whose own sentence is English. */
function fieldProblem({ field, code }: FieldError, t: Translate): string {
  if (code === 'invalid_characters') return t('link-problems.characters')
  switch (field) {
    case 'title':
    case 'description':
    case 'metadata':
    case 'expires_at':
      return t(`link-problems.${field}`)
    case 'max_uses':
      return t('link-imports.problems.uses', { most: LINK_MAX_USES_MAX })
    default:
      return t('link-problems.other')
  }
}

/** Returns `max_uses`. Empty means one payment, as in the contract; null = no limit, undefined = no number. */
function usesOf(text: string): number | null | undefined {
  if (text === '') return 1
  if (text.toLowerCase() === 'unlimited') return null
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

/** The last second of a day: a deadline at midnight reads as the next day. */
const BEFORE_MIDNIGHT_MS = 1_000

/**
 * Returns the expiry: `2026-12-31`, `31.12.2026 18:30` or with an offset. A day means its end in the account's zone. Null =
 * never; undefined = invalid, or with a day and a month that may be exchanged.
 */
function momentOf(text: string, { timeZone, dayOrder }: Context & Style): string | null | undefined {
  if (text === '') return null
  const instant = parseInstant(text)
  if (instant) return instant.toISOString()
  const plain = text.replace(/(\d)T(\d)/, '$1 $2')
  const date = readDate(plain)
  const orders = dayOrder ? [dayOrder] : (['dmy', 'mdy'] as const)
  const [day, other] = new Set(orders.flatMap((order) => (date && typedDay(date, order)) ?? []))
  // A year of two digits may be the day.
  if (!date || day === undefined || other !== undefined || !/\d{4}/.test(date.text)) return undefined
  const time = plain.slice(date.text.length).trim()
  if (time === '')
    return new Date(Date.parse(startOfDay(addDays(day, 1), timeZone)) - BEFORE_MIDNIGHT_MS).toISOString()
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(time) ?? []
  if (hours === undefined) return undefined
  return instantOf(`${day}T${hours.padStart(2, '0')}:${minutes}`, timeZone) ?? undefined
}
