import { parseAmount } from '@/lib/contract/parse-amount'
import { codePoints } from '@/lib/contract/text'
import { linkBatches } from '@/lib/messages/link-batches'
import { cellPlaces, type TableRecord } from './read-records'

/** One press that mends the heading: what its button says, and the text as it would be then. */
export type TableMend = { label: string; text: string }

export type Heading = {
  /** The known column at each place; null where it is left out. */
  columns: readonly (string | null)[]
  /** Why no row can be read. */
  problems: readonly string[]
  /** What is nearly the name of a known column, told one by one. */
  doubts: readonly string[]
  /** The other names that are left out, as they were typed. */
  leftOut: readonly string[]
  mends: readonly TableMend[]
}

type Table = { text: string; heading: TableRecord; body: readonly TableRecord[]; delimiter: string }
type Context = { currency: string; locale: string }

const REQUIRED = ['title', 'amount'] as const
const KNOWN = [...REQUIRED, 'description', 'max_uses', 'expires_at'] as const
type Known = (typeof KNOWN)[number]
/** What begins with it becomes a reference. */
export const REFERENCE = 'metadata.'
/** Buttons for one missing column, and letters of a name that are repeated to its author. */
const OFFERS_MAX = 3
const NAME_SHOWN_MAX = 40
const words = linkBatches.problems

/** Words of other programs' columns. They are only ever offered: somebody says yes before one is taken. */
const otherNames: Readonly<Record<(typeof REQUIRED)[number], ReadonlySet<string>>> = {
  title: new Set(
    'name product item service article concept description nombre producto nom artikel'.split(' '),
  ),
  amount: new Set(
    'price total amount value sum cost due precio importe monto prix montant preis betrag'.split(' '),
  ),
}
/** With one of these a column is about something else: a customer's name, the tax in a price. */
const otherMatters =
  /(^|_)(customer|client|payer|buyer|billing|shipping|first|last|company|tax|vat|discount|id|code|type)(_|$)/

/** Reads the first row: which columns are taken, which are left out, and what could be meant by another name. */
export function readHeading({ text, heading, body, delimiter }: Table, context: Context): Heading {
  const names = heading.cells.map(columnOf)
  const columns = names.map((name) => (isKnown(name) ? name : null))
  if (isData(heading, context)) {
    const mends = namesInFront({ text, heading, body, delimiter }, context)
    return { columns, problems: [words.noHeading, words.noHeadingHint], doubts: [], leftOut: [], mends }
  }
  if (body.length === 0) return { columns, problems: [words.empty], doubts: [], leftOut: [], mends: [] }
  const places = cellPlaces(text, heading.place, delimiter)
  const mends: TableMend[] = []
  const offer = (index: number, known: Known) => {
    const place = places[index]
    if (!place) return
    const label = words.takeAs(typed(index), known)
    if (mends.some((mend) => mend.label === label)) return
    mends.push({ label, text: text.slice(0, place.from) + known + text.slice(place.to) })
  }
  const typed = (index: number) =>
    (heading.cells[index] ?? '').trim().slice(0, NAME_SHOWN_MAX) || words.unnamed(index + 1)
  const cellsOf = (index: number) => body.map(({ cells }) => (cells[index] ?? '').trim()).filter(Boolean)

  const doubts: string[] = []
  const leftOut: string[] = []
  for (const [index, name] of names.entries()) {
    // A separator at the end of each line makes a column of nothing.
    if (columns[index] !== null || (name === '' && cellsOf(index).length === 0)) continue
    const meant = KNOWN.find((known) => !names.includes(known) && isNearName(name, known))
    if (meant) {
      doubts.push(words.nearColumn(typed(index), meant))
      offer(index, meant)
    } else leftOut.push(typed(index))
  }
  const missing = REQUIRED.filter((name) => !names.includes(name))
  for (const name of missing) for (const index of offersFor(name, names, cellsOf, context)) offer(index, name)
  const twice = columns.filter((name, index) => name !== null && columns.indexOf(name) !== index)
  return {
    columns,
    problems: [
      ...(missing.length > 0 ? [words.missingColumns(missing)] : []),
      ...[...new Set(twice)].map((name) => words.twiceColumn(name ?? '')),
    ],
    doubts,
    leftOut: [...new Set(leftOut)],
    mends,
  }
}

function columnOf(heading: string): string {
  const name = heading.trim()
  const plain = name.toLowerCase().replace(/[\s-]+/g, '_')
  if (plain.startsWith(REFERENCE)) return REFERENCE + name.slice(REFERENCE.length).trim()
  return plain
}

function isKnown(name: string): boolean {
  return (
    KNOWN.some((known) => known === name) || (name.startsWith(REFERENCE) && name.length > REFERENCE.length)
  )
}

/** Rows that were copied without their heading: no name that says anything, and an amount among them. */
function isData({ cells }: TableRecord, context: Context): boolean {
  const names = cells.map(columnOf)
  const saysSomething = (name: string) =>
    isKnown(name) ||
    KNOWN.some((known) => isNearName(name, known)) ||
    REQUIRED.some((known) => isOtherName(name, known))
  return !names.some(saysSomething) && cells.some((cell) => isAmount(cell, context))
}

/** Only where there is nothing to choose: two columns, of which one is the amount. */
function namesInFront({ text, heading, body, delimiter }: Table, context: Context): TableMend[] {
  const kinds = heading.cells.map((cell) => (isAmount(cell, context) ? 'amount' : 'title'))
  const isPair = kinds.length === 2 && kinds[0] !== kinds[1] && body.every(({ cells }) => cells.length <= 2)
  if (!isPair) return []
  const { from } = heading.place
  return [
    {
      label: words.putInFront(kinds.join(', ')),
      text: `${text.slice(0, from)}${kinds.join(delimiter)}\n${text.slice(from)}`,
    },
  ]
}

/** The places of columns that may be meant by a missing one: by their names first, else by what is in them. */
function offersFor(
  missing: (typeof REQUIRED)[number],
  names: readonly string[],
  cellsOf: (index: number) => readonly string[],
  context: Context,
): readonly number[] {
  const fitting = names.flatMap((name, index) => {
    const isFree = !isKnown(name) || (missing === 'title' && name === 'description')
    return isFree && fits(missing, cellsOf(index), context) ? [index] : []
  })
  const named = fitting.filter((index) => isOtherName(names[index] ?? '', missing))
  const exact = named.filter((index) => otherNames[missing].has(names[index] ?? ''))
  const sorted = [...new Set([...exact, ...named])]
  const byContent = fitting.filter((index) => !otherMatters.test(names[index] ?? ''))
  return (sorted.length > 0 ? sorted : byContent.length === 1 ? byContent : []).slice(0, OFFERS_MAX)
}

function isOtherName(name: string, known: (typeof REQUIRED)[number]): boolean {
  return !otherMatters.test(name) && name.split(/[\W_]+/).some((part) => otherNames[known].has(part))
}

function fits(name: (typeof REQUIRED)[number], cells: readonly string[], context: Context): boolean {
  if (cells.length === 0) return false
  return name === 'amount'
    ? cells.every((cell) => isAmount(cell, context))
    : cells.every((cell) => codePoints(cell) > 1 && !isAmount(cell, context))
}

function isAmount(text: string, { currency, locale }: Context): boolean {
  return parseAmount(text, currency, locale).ok
}

/** Letters that may differ in a long name, and in a short one. */
const MOST = 2
const MOST_OF_SHORT = 1
const SHORT = 6
/** A beginning of so many letters stands for the whole: `desc`, `expires`. */
const BEGINNING_MIN = 4

/** Whether a name is probably another one that was mistyped or cut short. Both in small letters. */
export function isNearName(typed: string, known: string): boolean {
  if (typed.length >= BEGINNING_MIN && known.startsWith(typed)) return true
  const most = known.length > SHORT ? MOST : MOST_OF_SHORT
  return Math.abs(typed.length - known.length) <= most && changesBetween(typed, known) <= most
}

/** Letters to add, drop, replace or swap with their neighbour until one word is the other. */
function changesBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      table[row]?.splice(column, 1, least)
    }
  }
  return at(one.length, other.length)
}
