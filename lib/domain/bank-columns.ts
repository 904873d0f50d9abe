import {
  type AmountContext,
  type BankAmount,
  isSurelyAmount,
  namesOtherCurrency,
  readBankAmount,
} from './bank-amount'
import {
  bookingScore,
  directionsOf,
  foldedTerm,
  type HeadingRole,
  namesBothDirections,
  roleOf,
} from './bank-terms'
import { isCurrency } from './currencies'
import { decimalSignBeside, type Notation, notationOf } from './parse-amount'
import { findDate, typedDay } from './typed-date'

export type BankRow = { row: number; text: string; cells: readonly string[] }
type Cells = readonly string[]

/** A movement, negative for outgoing money; `isSure` if signs, headings, terms or balances show its direction. */
type Move = { minor: bigint; isSure: boolean } | null
type Amount = { minor: bigint; isSigned: boolean } | null

/** A way to read movements: from the amounts of the columns `at`, and perhaps from other cells of the row. */
type Way = {
  at: readonly number[]
  /** Returns the movement of a row; null without an amount. */
  read: (amounts: readonly Amount[], row: Pick<BankRow, 'row' | 'cells'>) => Move
  /** How well headings and cells fit. */
  score: number
  /** True for two columns, one of each direction, where nothing shows which is which. */
  isEither?: boolean
}

/** Meaning of the columns of a table of bank lines. */
export type BankColumns = Pick<Way, 'at' | 'read'> & {
  isEither: boolean
  headingAt: number | null
  /** True if a heading of the amounts names another currency than the account's. */
  isForeign: boolean
  dateAt: number
  /** Column of currency codes; null if there is none. */
  currencyAt: number | null
  notation: Notation
}

export type ColumnContext = { currency: string; places: number; today: string }

/** A column of amounts; null for an empty cell and for one that is no amount. `isMinus`: most of them have a minus. */
type Column = {
  at: number
  role: HeadingRole
  amounts: readonly Amount[]
  hasMinus: boolean
  isMinus: boolean
}

/** Rows by which columns are recognized, and columns of amounts among which the movements are looked for. */
const SAMPLE_ROWS = 200
const COLUMNS_MAX = 8
/** Score of a way that only balances can prove, and what such a proof adds. */
const ONLY_BY_BALANCE = -50
const BALANCED = 100

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
  const sample = first === -1 ? [] : rows.slice(first, first + SAMPLE_ROWS)
  const positions = Array.from(
    { length: Math.max(0, ...sample.map(({ cells }) => cells.length)) },
    (_, at) => at,
  )
  const dates = positions.map((at) => sample.filter(({ cells }) => isDate(cells[at])).length)
  const [dateAt] = positions
    .filter((at) => dates[at] && (dates[at] ?? 0) * 10 >= Math.max(...dates) * 9)
    .toSorted((one, other) => bookingScore(headings[other] ?? '') - bookingScore(headings[one] ?? ''))
  if (dateAt === undefined) return null

  const body = rows.slice(first).filter(({ cells }) => isDate(cells[dateAt]))
  const cellsAt = (at: number, of: readonly BankRow[]) => of.map(({ cells }) => cells[at] ?? '')
  const fitting = positions.flatMap((at) => {
    const role = roleOf(headings[at] ?? '')
    const cells = cellsAt(at, body.slice(0, SAMPLE_ROWS))
    const fits = at !== dateAt && role !== 'other' && isMostly(cells, (cell) => isNumber(cell, context))
    return fits ? [{ at, role, isSure: isMostly(cells, isSurelyAmount) }] : []
  })
  // Whole numbers are amounts only below a heading of money, or if nothing else is.
  const sure = fitting.filter(({ role, isSure }) => role !== null || isSure)
  const money = context.places > 0 || sure.some(({ role }) => role !== 'balance') ? sure : fitting
  const notation = notationOf(
    money.flatMap(({ at }) => cellsAt(at, body)),
    decimalSignBeside(delimiter),
  )
  const columns = money.slice(0, COLUMNS_MAX).map(({ at, role }): Column => {
    const amounts = cellsAt(at, body).map((cell) => amountOf(cell, { ...context, notation }))
    const negatives = amounts.filter((amount) => amount !== null && amount.minor < 0n).length
    const isMinus = negatives * 2 > amounts.filter((amount) => amount?.minor).length
    return { at, role, amounts, hasMinus: negatives > 0, isMinus }
  })
  const orders = ordersOf(body, dateAt, context.today)
  const best = bestWay(columns, { body, headings, orders })
  if (!best) return null
  const way = best.isSure ? best : (signsByBalance(best, columns, { body, orders }) ?? best)
  const codes = positions.filter((at) => {
    const found = cellsAt(at, body).filter((cell) => isCurrency(cell.toUpperCase())).length
    return found * 10 >= body.length * 9 && roleOf(headings[at] ?? '') !== 'other'
  })
  const [currencyAt = null] = codes.toSorted((one, other) => distance(one, way.at) - distance(other, way.at))
  const { at, read, isEither = false } = way
  const isForeign = isHeading && at.some((one) => namesOtherCurrency(above[one] ?? '', context.currency))
  return {
    at,
    read,
    isEither,
    isForeign,
    headingAt: isHeading ? first - 1 : null,
    dateAt,
    currencyAt,
    notation,
  }
}

/** Returns the movement of a row, or the reason why it has none. A cell that is no amount is passed over. */
export function readMovement(row: BankRow, columns: BankColumns, context: AmountContext): BankAmount {
  const code = columns.currencyAt === null ? '' : (row.cells[columns.currencyAt] ?? '').toUpperCase()
  if (columns.isForeign || (code !== context.currency && isCurrency(code)))
    return { ok: false, reason: 'other_currency' }
  const read = columns.at.map((at) => readBankAmount(row.cells[at] ?? '', context))
  for (const amount of read) if (!amount.ok && amount.reason !== 'no_amount') return amount
  const move = columns.read(
    read.map((amount) => (amount.ok ? amount : null)),
    row,
  )
  return move === null
    ? { ok: false, reason: 'no_amount' }
    : { ok: true, minor: move.minor, isSigned: move.isSure }
}

type Table = { body: readonly BankRow[]; headings: Cells; orders: readonly Order[] }
type Order = 'oldest first' | 'newest first'

/** Returns the way with the best score, first of all one that agrees with balances. Ways that disagree are a doubt. */
function bestWay(
  columns: readonly Column[],
  { body, headings, orders }: Table,
): (Way & { isSure: boolean }) | null {
  const moving = columns.filter(({ role }) => role !== 'balance')
  const ways = [...ownSigns(moving), ...byTurns(moving), ...byTerms(moving, body, headings)].map((way) => {
    const used = way.at.map((at) => columns.find((column) => column.at === at)?.amounts ?? [])
    const moves = body.map((row, index) =>
      way.read(
        used.map((amounts) => amounts[index] ?? null),
        row,
      ),
    )
    const isBalanced = columns.some(
      ({ at, role, amounts }) =>
        !way.at.includes(at) && (role === null || role === 'balance') && agrees(amounts, moves, orders),
    )
    const isOfUnsigned = way.at.length === 1 && moves.every((move) => !move?.isSure)
    // Unsigned amounts that agree with some balances say nothing about the other rows.
    const isProven = isBalanced && !(isOfUnsigned && way.score > ONLY_BY_BALANCE)
    return { ...way, moves, isProven, score: way.score + (isProven ? BALANCED : 0) }
  })
  const [best, ...others] = ways.toSorted((one, other) => other.score - one.score)
  if (!best || best.score < 0) return null
  // Without a heading or balances, another way to prove the movements is a doubt.
  const isNamed = best.isProven || columns.some(({ at, role }) => role !== null && best.at.includes(at))
  const rivals = others.filter(
    ({ score, moves }) =>
      score === best.score || (!isNamed && score > 0 && moves.some((move) => move?.isSure)),
  )
  const isOpen = rivals.some(({ moves }) =>
    moves.some((move, index) => move?.minor !== best.moves[index]?.minor),
  )
  const { at, isEither } = best
  const isSureOf = (move: NonNullable<Move>) => !isOpen && (best.isProven || move.isSure)
  const read: Way['read'] = (amounts, row) => {
    const move = best.read(amounts, row)
    return move && { ...move, isSure: isSureOf(move) }
  }
  const isSure = best.moves.every((move) => move === null || isSureOf(move))
  return { at, read, score: best.score, isSure, isEither: isEither === true && !best.isProven }
}

/** Amounts of one column with their own signs, or of one whose heading names the only direction. */
function ownSigns(moving: readonly Column[]): Way[] {
  return moving.flatMap(({ at, role, amounts, hasMinus, isMinus }): Way[] => {
    const filled = amounts.filter((amount) => amount?.minor).length / amounts.length
    if (role === 'in' || role === 'out') {
      if (moving.some((other) => other.at !== at && other.role !== null)) return []
      const isNegated = role === 'out' && !isMinus
      const read: Way['read'] = ([amount = null]) =>
        amount && { minor: isNegated ? -amount.minor : amount.minor, isSure: true }
      return [{ at: [at], read, score: 3 + filled }]
    }
    // Beside amounts with a plus, an amount without a sign may be an outgoing one.
    const hasPlus = amounts.some((amount) => amount?.isSigned && amount.minor > 0n)
    const score = (role === 'amount' ? 4 : 0) + (hasMinus ? 2 : 0) + filled
    const isSure = (amount: NonNullable<Amount>) => amount.isSigned || (hasMinus && !hasPlus)
    const own: Way['read'] = ([amount = null]) => amount && { minor: amount.minor, isSure: isSure(amount) }
    const inverted: Way['read'] = ([amount = null]) => amount && { minor: -amount.minor, isSure: true }
    return [
      { at: [at], read: own, score },
      ...(hasMinus ? [{ at: [at], read: inverted, score: ONLY_BY_BALANCE }] : []),
    ]
  })
}

/** Two columns filled by turns, one for each direction. A zero counts as empty; a few rows may have both. */
function byTurns(moving: readonly Column[]): Way[] {
  return moving.flatMap((incoming) =>
    moving.flatMap((outgoing): Way[] => {
      const pairs = incoming.amounts.map(
        (amount, index) => [amount?.minor, outgoing.amounts[index]?.minor] as const,
      )
      const both = pairs.filter(([one, other]) => one && other).length
      const either = pairs.filter(([one, other]) => one || other).length
      const isUsed = pairs.some(([one]) => one) && pairs.some(([, other]) => other)
      if (incoming === outgoing || !isUsed || both * 4 > either) return []
      const fits = Number(incoming.role === 'in') + Number(outgoing.role === 'out')
      const differs = Number(incoming.role === 'out') + Number(outgoing.role === 'in')
      const hasSigns = !incoming.hasMinus && outgoing.isMinus
      const isKnown = (fits > 0 && differs === 0) || hasSigns
      const read: Way['read'] = ([one = null, other = null]) => {
        const spent = other && (outgoing.isMinus ? other.minor : -other.minor)
        if (one?.minor && spent) return { minor: one.minor + spent, isSure: false }
        const minor = one?.minor || spent === null ? one?.minor : spent
        return minor === undefined ? null : { minor, isSure: isKnown }
      }
      const score = 2 + 3 * fits - 6 * differs + Number(hasSigns)
      return [{ at: [incoming.at, outgoing.at], read, score, isEither: !isKnown }]
    }),
  )
}

/** Unsigned amounts beside a column of terms that show the direction, such as `Af` and `Bij`. */
function byTerms(moving: readonly Column[], body: readonly BankRow[], headings: Cells): Way[] {
  const unsigned = moving.filter(({ hasMinus }) => !hasMinus)
  const positions = (body[0]?.cells ?? []).map((_, at) => at)
  return unsigned.flatMap(({ at, role, amounts }) =>
    positions.flatMap((termAt): Way[] => {
      const heading = headings[termAt] ?? ''
      const counts = new Map<string, number>()
      for (const [index, { cells }] of body.entries()) {
        const term = foldedTerm(cells[termAt] ?? '')
        if (amounts[index] && term) counts.set(term, (counts.get(term) ?? 0) + 1)
      }
      const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one)
      const used = (first?.[1] ?? 0) + (second?.[1] ?? 0)
      const isFull = used * 5 >= amounts.filter(Boolean).length * 4
      if (!first || termAt === at || !isFull || roleOf(heading) === 'other') return []
      // One term in every row shows a direction only below a heading that names both.
      if (!second && !namesBothDirections(heading)) return []
      const directions = directionsOf([first[0], ...(second ? [second[0]] : [])])
      if (!directions) return []
      const isOnly = role === 'amount' || moving.length === 1
      const read: Way['read'] = ([amount = null], { cells }) => {
        const term = foldedTerm(cells[termAt] ?? '')
        const isOut = directions.outgoing.includes(term)
        const isSure = isOut || directions.incoming.includes(term) || amount?.isSigned === true
        return amount && { minor: isOut ? -amount.minor : amount.minor, isSure }
      }
      const score =
        (isOnly ? 4 : 0) + (role === 'amount' ? 4 : 0) + (second ? 1 : 0.5) + 1 / (2 + distance(termAt, [at]))
      return [{ at: [at], read, score }]
    }),
  )
}

/** Returns the distance of a column from the one right of the amounts. */
function distance(one: number, [at = 0]: readonly number[]): number {
  return Math.abs(one - at - 1)
}

/** Returns the orders of the rows that their dates allow. */
function ordersOf(body: readonly BankRow[], dateAt: number, today: string): readonly Order[] {
  const [first, last] = [body[0], body.at(-1)].map((row) => findDate(row?.cells[dateAt] ?? '', today))
  const both = ['oldest first', 'newest first'] as const
  const found = (['dmy', 'mdy'] as const).flatMap((order) => {
    const [from, to] = [first && typedDay(first, order), last && typedDay(last, order)]
    return from && to && from !== to ? [from < to ? both[0] : both[1]] : []
  })
  return new Set(found).size === 1 ? found.slice(0, 1) : both
}

/** Returns whether every change between two balances is the sum of the movements between them. */
function agrees(totals: readonly Amount[], moves: readonly Move[], orders: readonly Order[]): boolean {
  const steps = totals.map((total, index) => ({
    total: total?.minor ?? null,
    move: moves[index]?.minor ?? null,
  }))
  return orders.some((order) => {
    let [last, sum]: [bigint | null, bigint | null] = [null, null]
    let changes = 0
    for (const { total, move } of order === 'oldest first' ? steps : steps.toReversed()) {
      if (move) sum = (sum ?? 0n) + move
      if (total === null) continue
      if (last !== null && (sum !== null || total !== last)) {
        if (total - last !== (sum ?? 0n)) return false
        changes += 1
      }
      ;[last, sum] = [total, null]
    }
    return changes > 0
  })
}

/**
 * Returns a way to read unsigned amounts whose direction the balance after each of them proves; null if none does. A row
 * without a balance before and after it stays unproven.
 */
function signsByBalance(
  best: Way,
  columns: readonly Column[],
  { body, orders }: Pick<Table, 'body' | 'orders'>,
): Way | null {
  if (best.at.length > 1) return null
  const unsigned = columns.filter(({ role, hasMinus }) => role !== 'balance' && !hasMinus)
  const ofBest = unsigned.filter(({ at }) => best.at.includes(at))
  for (const { at, amounts } of new Set([...ofBest, ...unsigned])) {
    const proofs = columns.flatMap((balance) =>
      balance.at === at
        ? []
        : orders.flatMap((order) => changesOf(body, amounts, balance.amounts, order) ?? []),
    )
    const [outgoing, ...others] = proofs
    const isOne = others.every((other) =>
      [...other].every(([row, isOut]) => (outgoing?.get(row) ?? isOut) === isOut),
    )
    if (!outgoing || !isOne) continue
    const read: Way['read'] = ([amount = null], { row }) => {
      const isOut = outgoing.get(row)
      return amount && { minor: isOut ? -amount.minor : amount.minor, isSure: isOut !== undefined }
    }
    return { at: [at], read, score: BALANCED }
  }
  return null
}

/** Returns whether money went out, by row, where a balance changes by the row's amount; null if another one changes otherwise. */
function changesOf(
  body: readonly BankRow[],
  amounts: readonly Amount[],
  totals: readonly Amount[],
  order: Order,
): Map<number, boolean> | null {
  const steps = body.map(({ row }, index) => ({
    row,
    minor: amounts[index]?.minor,
    total: totals[index]?.minor,
  }))
  const ordered = order === 'oldest first' ? steps : steps.toReversed()
  const found = new Map<number, boolean>()
  for (const [index, { row, minor, total }] of ordered.entries()) {
    const before = ordered[index - 1]?.total
    if (!minor || total === undefined || before === undefined) continue
    if (total - before !== minor && before - total !== minor) return null
    found.set(row, total < before)
  }
  return found.size > 0 ? found : null
}

function isMostly(cells: Cells, test: (cell: string) => boolean): boolean {
  const filled = cells.filter(Boolean)
  return filled.length > 0 && filled.filter(test).length * 5 >= filled.length * 4
}

function amountOf(cell: string, context: AmountContext): Amount {
  const amount = cell === '' ? null : readBankAmount(cell, context)
  return amount?.ok ? amount : null
}

/** Returns whether a cell is a number, even one that is no valid amount of the account. */
function isNumber(cell: string, context: ColumnContext): boolean {
  const amount = readBankAmount(cell, { ...context, notation: notationOf([]) })
  return amount.ok || amount.reason !== 'no_amount'
}

/** Returns whether a cell is a date, perhaps with a time. */
export function isDateCell(cell: string, today: string): boolean {
  const date = findDate(cell, today)
  const rest = date?.text === cell.slice(0, date?.text.length) ? cell.slice(date.text.length) : null
  return rest !== null && /^(?:[T ]\s*\d{1,2}[:.]\d{2}\S*)?$/.test(rest)
}

/** Returns whether a row has a date and a number of its own. */
export function isShaped(cells: Cells, context: ColumnContext): boolean {
  const others = cells.filter((cell) => !isDateCell(cell, context.today))
  return others.length < cells.length && others.some((cell) => isNumber(cell, context))
}
