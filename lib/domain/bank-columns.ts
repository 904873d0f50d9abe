import { type AmountContext, type BankAmount, isSurelyAmount, readBankAmount } from './bank-amount'
import { bookingScore, foldedTerm, type HeadingRole, isIncomingTerm, roleOf } from './bank-terms'
import { isCurrency } from './currencies'
import { decimalSignBeside, type Notation, notationOf } from './parse-amount'
import { findDate } from './typed-date'

export type BankRow = { row: number; text: string; cells: readonly string[] }
type Cells = readonly string[]
type Minor = bigint | null

/** A way to read movements: from the amounts of the columns `at`, and perhaps from other cells of the row. */
type Way = {
  at: readonly number[]
  /** Returns the movement, negative for outgoing money; null without an amount. */
  read: (amounts: readonly Minor[], cells: Cells, row: number) => Minor
  /** How well headings and cells fit. */
  score: number
  /** True if signs, headings or terms show which movements are incoming. */
  isProven: boolean
}

/** Meaning of the columns of a table of bank lines. */
export type BankColumns = Pick<Way, 'at' | 'read' | 'isProven'> & {
  headingAt: number | null
  dateAt: number
  /** Column of currency codes; null if there is none. */
  currencyAt: number | null
  /** Row without a balance before it, to which a proof by balances does not extend. */
  unprovenRow: number | null
  notation: Notation
}

export type ColumnContext = { currency: string; places: number; today: string }

/** A column with its amounts by row; null for an empty cell and for one that is no amount. */
type Column = { at: number; role: HeadingRole; cells: Cells; minors: readonly Minor[]; isMinus: boolean }

/** Rows from which the columns are recognized. */
const SAMPLE_ROWS = 200
/** Score of a way that only balances can prove. */
const ONLY_BY_BALANCE = -9

/**
 * Recognizes the columns of a table: the column of dates, those of amounts by heading and cells, then every way to read a
 * movement from them with a score. Balances that change by the movements prove a way. Null if no row has a date and a number.
 */
export function findColumns(
  rows: readonly BankRow[],
  delimiter: string,
  context: ColumnContext,
): BankColumns | null {
  const first = rows.findIndex(({ cells }) => isShaped(cells, context))
  const above = rows[first - 1]?.cells ?? []
  const isDate = (cell: string | undefined) => isDateCell(cell ?? '', context.today)
  const isHeading =
    above.filter(Boolean).length > 1 && !above.some((cell) => isDate(cell) || isSurelyAmount(cell))
  const headings = isHeading ? above.map(foldedTerm) : []
  const all = first === -1 ? [] : rows.slice(first, first + SAMPLE_ROWS)
  const positions = Array.from(
    { length: Math.max(0, ...all.map(({ cells }) => cells.length)) },
    (_, at) => at,
  )
  const dates = positions.map((at) => all.filter(({ cells }) => isDate(cells[at])).length)
  const [dateAt] = positions
    .filter((at) => dates[at] && (dates[at] ?? 0) * 10 >= Math.max(...dates) * 9)
    .toSorted((one, other) => bookingScore(headings[other] ?? '') - bookingScore(headings[one] ?? ''))
  if (dateAt === undefined) return null

  const body = all.filter(({ cells }) => isDate(cells[dateAt]))
  const fitting = positions.flatMap((at) => {
    const role = roleOf(headings[at] ?? '')
    const cells = body.map((row) => row.cells[at] ?? '')
    return at !== dateAt && role !== 'other' && isMostly(cells, (cell) => isNumber(cell, context))
      ? [{ at, role, cells }]
      : []
  })
  // Whole numbers are amounts only below a heading of money, or if nothing else is.
  const sure = fitting.filter(({ role, cells }) => role !== null || isMostly(cells, isSurelyAmount))
  const money = context.places > 0 || sure.some(({ role }) => role !== 'balance') ? sure : fitting
  const notation = notationOf(
    money.flatMap(({ cells }) => cells),
    decimalSignBeside(delimiter),
  )
  const columns = money.map((column): Column => {
    const minors = column.cells.map((cell) => minorOf(cell, { ...context, notation }))
    const negatives = minors.filter((minor) => minor !== null && minor < 0n).length
    return { ...column, minors, isMinus: negatives * 2 > minors.filter(Boolean).length }
  })
  const way = bestWay(columns, body)
  if (!way) return null
  const { at, read, isProven } = way
  const codes = positions.filter((one) =>
    isMostly(
      body.map(({ cells }) => cells[one] ?? ''),
      isCurrency,
    ),
  )
  const full = codes.filter((one) => body.filter(({ cells }) => cells[one]).length * 10 >= body.length * 9)
  const nearest = full.toSorted((one, other) => distance(one, at) - distance(other, at))[0]
  const found = { headingAt: isHeading ? first - 1 : null, dateAt, currencyAt: nearest ?? null, notation }
  const unsigned = isProven ? [] : [...at, ...columns.map((column) => column.at)]
  const [bySteps] = unsigned.flatMap(
    (one) => signsByBalance(one, columns, rows, { ...context, notation }) ?? [],
  )
  return { ...found, ...(bySteps ?? { at, read, isProven, unprovenRow: null }) }
}

/** Returns the movement of a row, or the reason why it has none. A cell that is no amount is passed over. */
export function readMovement(
  { cells, row }: BankRow,
  columns: BankColumns,
  context: AmountContext,
): BankAmount {
  const code = columns.currencyAt === null ? '' : (cells[columns.currencyAt] ?? '')
  if (code !== context.currency && isCurrency(code)) return { ok: false, reason: 'other_currency' }
  const amounts = columns.at.map((at) => readBankAmount(cells[at] ?? '', context))
  for (const amount of amounts) if (!amount.ok && amount.reason !== 'no_amount') return amount
  const minor = columns.read(
    amounts.map((amount) => (amount.ok ? amount.minor : null)),
    cells,
    row,
  )
  const isSigned = columns.isProven && row !== columns.unprovenRow
  return minor === null ? { ok: false, reason: 'no_amount' } : { ok: true, minor, isSigned }
}

/** Returns the way with the best score, first of all one that agrees with balances. Ways that disagree prove nothing. */
function bestWay(columns: readonly Column[], body: readonly BankRow[]): Way | null {
  const moving = columns.filter(({ role }) => role !== 'balance')
  const ways = [...signedWays(moving), ...splitWays(moving), ...termWays(moving, body)].map((way) => {
    const used = way.at.map((at) => columns.find((column) => column.at === at)?.minors ?? [])
    const moves = body.map(({ cells, row }, index) =>
      way.read(
        used.map((minors) => minors[index] ?? null),
        cells,
        row,
      ),
    )
    const isBalanced = columns.some(({ at, minors }) => !way.at.includes(at) && balances(minors, moves))
    return { ...way, score: way.score + (isBalanced ? 100 : 0), isProven: way.isProven || isBalanced, moves }
  })
  const [best, ...others] = ways.toSorted((one, other) => other.score - one.score)
  if (!best) return null
  // Without a heading or balances, another way to prove the movements is a doubt.
  const isNamed = best.score > 100 || columns.some(({ at, role }) => role !== null && best.at.includes(at))
  const rivals = others.filter(
    ({ score, isProven }) => score === best.score || (!isNamed && isProven && score > 0),
  )
  const isOpen = rivals.some(({ moves }) => moves.some((minor, index) => minor !== best.moves[index]))
  return { ...best, isProven: best.isProven && !isOpen }
}

/** Amounts of one column with their own signs. Balances may prove that outgoing money has none. */
function signedWays(moving: readonly Column[]): Way[] {
  return moving.flatMap(({ at, role, minors }): Way[] => {
    const hasSigns = minors.some((minor) => minor !== null && minor < 0n)
    const filled = minors.filter(Boolean).length / minors.length
    if (role === 'in' || role === 'out') {
      const read = ([minor = null]: readonly Minor[]) =>
        role === 'out' && minor && minor > 0n ? -minor : minor
      return [{ at: [at], read, score: 3 + filled, isProven: true }]
    }
    const score = (role === 'amount' ? 4 : 0) + (hasSigns ? 2 : 0) + filled
    return [
      { at: [at], read: ([minor = null]) => minor, score, isProven: hasSigns },
      { at: [at], read: ([minor = null]) => minor && -minor, score: ONLY_BY_BALANCE, isProven: true },
    ]
  })
}

/** Two columns filled by turns, one for each direction. A zero counts as empty. */
function splitWays(moving: readonly Column[]): Way[] {
  return moving.flatMap((incoming) =>
    moving.flatMap((outgoing): Way[] => {
      const pairs = incoming.minors.map((minor, index) => [minor, outgoing.minors[index]] as const)
      const isUsed = pairs.some(([one]) => one) && pairs.some(([, other]) => other)
      if (incoming === outgoing || !isUsed || pairs.some(([one, other]) => one && other)) return []
      const agrees = Number(incoming.role === 'in') + Number(outgoing.role === 'out')
      const differs = Number(incoming.role === 'out') + Number(outgoing.role === 'in')
      const hasSigns = !incoming.isMinus && outgoing.isMinus
      return [
        {
          at: [incoming.at, outgoing.at],
          read: ([one = null, other = null]) =>
            one || other === null ? one : outgoing.isMinus ? other : -other,
          score: 2 + 3 * agrees - 6 * differs + Number(hasSigns),
          isProven: (agrees > 0 && differs === 0) || hasSigns,
        },
      ]
    }),
  )
}

/** Unsigned amounts beside a column of direction terms. Unknown terms need a proof by balances. */
function termWays(moving: readonly Column[], body: readonly BankRow[]): Way[] {
  const unsigned = moving.filter(({ minors }) => !minors.some((minor) => minor !== null && minor < 0n))
  const positions = (body[0]?.cells ?? []).map((_, at) => at)
  return unsigned.flatMap(({ at, role, minors }) =>
    positions.flatMap((termAt): Way[] => {
      const used = body.flatMap(({ cells }, index) =>
        minors[index] == null ? [] : [foldedTerm(cells[termAt] ?? '')],
      )
      const terms = [...new Set(used)].filter(Boolean)
      const isTerm = (term: string) => /^(?:[+-]|\p{L}[\p{L} /._-]{0,19})$/u.test(term)
      const isFull = used.filter(Boolean).length * 10 >= used.length * 9
      if (termAt === at || !isFull || terms.length > 2 || !terms.every(isTerm)) return []
      const [one, other] = terms.map(isIncomingTerm)
      // One letter in every row may mean anything, and so may a term beside one of another kind, such as `fee`.
      const isKnown =
        terms.length === 1
          ? one !== null && (terms[0] ?? '').length > 1
          : one !== other && ((one !== null && other !== null) || terms.every(({ length }) => length < 3))
      const incoming = isKnown
        ? [one === true || other === false ? terms[0] : terms[1]]
        : terms.length === 2
          ? terms
          : []
      const isOnly = role === 'amount' || moving.length === 1
      const fit = (isOnly ? 4 : 0) + terms.length / 2 + 1 / (2 + distance(termAt, [at]))
      const score = isKnown ? fit : ONLY_BY_BALANCE
      return incoming.map((term) => ({
        at: [at],
        read: ([minor = null], cells) => (minor && foldedTerm(cells[termAt] ?? '') !== term ? -minor : minor),
        score: score + (role === 'amount' ? 4 : 0),
        isProven: true,
      }))
    }),
  )
}

/** Returns the distance of a column from the one right of the amounts. */
function distance(one: number, [at = 0]: readonly number[]): number {
  return Math.abs(one - at - 1)
}

/** Returns whether balances change by the movements, from the first row to the last or the other way. */
function balances(totals: readonly Minor[], moves: readonly Minor[]): boolean {
  const steps = totals.map((total, index) => ({ total, move: moves[index] ?? null }))
  return [steps, steps.toReversed()].some((ordered) => {
    let [last, sum]: [Minor, Minor] = [null, null]
    const agrees: boolean[] = []
    for (const { total, move } of ordered) {
      if (move) sum = (sum ?? 0n) + move
      if (total === null) continue
      if (last !== null && (sum !== null || total !== last)) agrees.push(total - last === (sum ?? 0n))
      ;[last, sum] = [total, null]
    }
    return agrees.length > 0 && agrees.filter(Boolean).length * 5 >= agrees.length * 4
  })
}

/** Returns the signs of unsigned amounts by the balance after each of them; null if the balances prove none. */
function signsByBalance(
  at: number,
  columns: readonly Column[],
  rows: readonly BankRow[],
  context: AmountContext,
): Pick<BankColumns, 'at' | 'read' | 'isProven' | 'unprovenRow'> | null {
  for (const balance of columns.filter((column) => column.at !== at)) {
    const steps = rows.flatMap(({ row, cells }) => {
      const total = minorOf(cells[balance.at] ?? '', context)
      return total === null ? [] : [{ row, total, minor: minorOf(cells[at] ?? '', context) }]
    })
    for (const ordered of [steps, steps.toReversed()]) {
      const changes = ordered
        .slice(1)
        .map((step, index) => ({ ...step, change: step.total - (ordered[index]?.total ?? 0n) }))
      const isProof = changes.every(({ minor, change }) => minor === (change < 0n ? -change : change))
      if (changes.length === 0 || !isProof) continue
      const outgoing = new Set(changes.filter(({ change }) => change < 0n).map(({ row }) => row))
      const read: Way['read'] = ([minor = null], _, row) => (minor && outgoing.has(row) ? -minor : minor)
      return { at: [at], read, isProven: true, unprovenRow: ordered[0]?.minor ? ordered[0].row : null }
    }
  }
  return null
}

function isMostly(cells: Cells, test: (cell: string) => boolean): boolean {
  const filled = cells.filter(Boolean)
  return filled.length > 0 && filled.filter(test).length * 5 >= filled.length * 4
}

function minorOf(cell: string, context: AmountContext): Minor {
  const amount = cell === '' ? null : readBankAmount(cell, context)
  return amount?.ok ? amount.minor : null
}

/** Returns whether a cell is a number, even one that is no valid amount of the account. */
function isNumber(cell: string, context: ColumnContext): boolean {
  const amount = readBankAmount(cell, { ...context, notation: notationOf([]) })
  return amount.ok || amount.reason !== 'no_amount'
}

/** Returns whether a cell is a date, perhaps with a time. */
export function isDateCell(cell: string, today: string): boolean {
  const date = findDate(cell, today)
  return (
    date !== null &&
    cell.startsWith(date.text) &&
    /^(?:[T ]\s*\d{1,2}[:.]\d{2}\S*)?$/.test(cell.slice(date.text.length))
  )
}

/** Returns whether a row has a date and a number of its own. */
export function isShaped(cells: Cells, context: ColumnContext): boolean {
  const others = cells.filter((cell) => !isDateCell(cell, context.today))
  return others.length < cells.length && others.some((cell) => isNumber(cell, context))
}
