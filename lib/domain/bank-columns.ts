import {
  type AmountContext,
  type BankAmount,
  isSurelyAmount,
  namesOtherCurrency,
  readBankAmount,
} from './bank-amount'
import { isCurrency } from './currencies'
import { decimalSignBeside, type Notation, notationOf } from './parse-amount'
import { findDate } from './typed-date'

export type BankRow = { row: number; text: string; cells: readonly string[] }
type Cells = readonly string[]

/** A movement, negative for outgoing money; `isSure` if a sign, a heading or a term shows its direction. */
type Move = { minor: bigint; isSure: boolean } | null
type Amount = { minor: bigint; isSigned: boolean } | null
/** A way to read movements from the amounts of the columns `at`, and perhaps from another cell of the row. */
type Way = { at: readonly number[]; read: (amounts: readonly Amount[], cells: Cells) => Move }

/** Meaning of the columns of a table of bank lines. */
export type BankColumns = Way & {
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
type HeadingRole = 'balance' | 'other' | 'in' | 'out' | 'amount' | null

/** Rows by which columns are recognized, and columns of amounts among which the movements are looked for. */
const SAMPLE_ROWS = 200
const COLUMNS_MAX = 8

/** Matches one of the given folded terms as a whole word of Latin letters, or anywhere in Japanese. */
function terms(spaced: string, joined: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${spaced})(?!\\p{L})|${joined}`, 'u')
}

const BALANCE = terms('balance|bal|\\p{L}*saldo\\p{L}*|solde|kontostand|bakiye', '残高')
const OTHER_MONEY =
  /(?<!\p{L})(?:fees?|exchange|rate|original|local|cards?|available|(?:kredi|debi|credi|deb)tor\p{L}*|\p{L}*gebuhr\p{L}*|\p{L}*ursprung\p{L}*|auslagen\p{L}*|fremd\p{L}*)(?!\p{L})/u
const AMOUNT = terms(
  'amount|amt|value|importe|monto|valor|importo|betrag|einzelbetrag|umsatz|wert|montant|bedrag|tutar|belop',
  '金額',
)
const INCOMING = terms(
  'credits?|crdt|cr|(?:paid|money) in|deposits?|haben|gutschrift|eingang|abonos?|ingresos?|depositos?|creditos?|entradas?|entrate|avere|bij|inn',
  '入金|預り',
)
const OUTGOING = terms(
  'debits?|dbit|dr|(?:paid|money) out|withdrawals?|soll|debe|lastschrift|belastung|ausgang|cargos?|retiros?|egresos?|salidas?|saidas?|debitos?|uscite|dare|debet|af|ut',
  '出金|支払',
)
/** Single letters mean a direction only in pairs: outgoing, incoming. */
const LETTERS = ['dc', 'dk', 'sh', 'oi']

/** Returns the role that a folded heading names; null for any other heading. */
function roleOf(heading: string): HeadingRole {
  if (OTHER_MONEY.test(heading)) return 'other'
  if (BALANCE.test(heading)) return 'balance'
  if (INCOMING.test(heading)) return OUTGOING.test(heading) ? 'amount' : 'in'
  if (OUTGOING.test(heading)) return 'out'
  return AMOUNT.test(heading) ? 'amount' : null
}

/** Returns how well a folded heading names the date of the booking: 0 for a value date, 2 for the booking. */
function bookingScore(heading: string): number {
  if (/book|buch|post|transac|tran\b|txn|opera|contab|complet|mov/.test(heading)) return 2
  return /val|wert|rente/.test(heading) ? 0 : 1
}

/**
 * Recognizes the columns of a table: the column of dates, those of amounts by heading and cells, and the way to read a
 * movement from them. Null if no row has a date and a number.
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
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length))
  const positions = Array.from({ length: width }, (_, at) => at)
  const dates = positions.map((at) => sample.filter(({ cells }) => isDate(cells[at])).length)
  const [dateAt] = positions
    .filter((at) => dates[at] && (dates[at] ?? 0) * 10 >= Math.max(...dates) * 9)
    .toSorted((one, other) => bookingScore(headings[other] ?? '') - bookingScore(headings[one] ?? ''))
  if (dateAt === undefined) return null

  const body = rows.slice(first).filter(({ cells }) => isDate(cells[dateAt]))
  const cellsAt = (at: number) => body.map(({ cells }) => cells[at] ?? '')
  const fitting = positions.flatMap((at) => {
    const role = roleOf(headings[at] ?? '')
    const cells = cellsAt(at).slice(0, SAMPLE_ROWS)
    const fits = at !== dateAt && role !== 'other' && isMostly(cells, (cell) => isNumber(cell, context))
    return fits ? [{ at, role, isSure: isMostly(cells, isSurelyAmount) }] : []
  })
  // Whole numbers are amounts only below a heading of money, or if nothing else is.
  const sure = fitting.filter(({ role, isSure }) => role !== null || isSure)
  const isMoney = context.places > 0 || sure.some(({ role }) => role !== 'balance')
  const money = (isMoney ? sure : fitting).slice(0, COLUMNS_MAX)
  const numbers = money.flatMap(({ at }) => cellsAt(at))
  const notation = notationOf(numbers, decimalSignBeside(delimiter))
  const columns = money.map(({ at, role }): Column => {
    const amounts = cellsAt(at).map((cell) => amountOf(cell, { ...context, notation }))
    const negatives = amounts.filter((amount) => amount !== null && amount.minor < 0n).length
    const isMinus = negatives * 2 > amounts.filter((amount) => amount?.minor).length
    return { at, role, amounts, hasMinus: negatives > 0, isMinus }
  })
  const way = wayOf(
    columns.filter(({ role }) => role !== 'balance'),
    body,
    headings,
  )
  if (!way) return null
  const [at = 0] = way.at
  const [currencyAt = null] = positions
    .filter((one) => roleOf(headings[one] ?? '') !== 'other')
    .filter((one) => isMostly(cellsAt(one), (cell) => isCurrency(cell.toUpperCase())))
    .toSorted((one, other) => distance(one, at) - distance(other, at))
  const isForeign = isHeading && way.at.some((one) => namesOtherCurrency(above[one] ?? '', context.currency))
  return { ...way, isForeign, headingAt: isHeading ? first - 1 : null, dateAt, currencyAt, notation }
}

/** Returns the movement of a row, or the reason why it has none. A cell that is no amount is passed over. */
export function readMovement(row: BankRow, columns: BankColumns, context: AmountContext): BankAmount {
  const code = columns.currencyAt === null ? '' : (row.cells[columns.currencyAt] ?? '').toUpperCase()
  if (columns.isForeign || (code !== context.currency && isCurrency(code)))
    return { ok: false, reason: 'other_currency' }
  const read = columns.at.map((at) => readBankAmount(row.cells[at] ?? '', context))
  for (const amount of read) if (!amount.ok && amount.reason !== 'no_amount') return amount
  const amounts = read.map((amount) => (amount.ok ? amount : null))
  const move = columns.read(amounts, row.cells)
  return move === null
    ? { ok: false, reason: 'no_amount' }
    : { ok: true, minor: move.minor, isSigned: move.isSure }
}

/**
 * Returns the way to read movements, in this order: two columns that headings name, a named column of signed amounts, two
 * columns of opposite signs, the first column if it alone is signed, amounts beside terms, a single named direction. What is
 * left has no proven direction, and the user is asked.
 */
function wayOf(moving: readonly Column[], body: readonly BankRow[], headings: Cells): Way | null {
  const pairs = byTurns(moving)
  const amount = moving.find(({ role }) => role === 'amount')
  const signed = moving.filter(({ hasMinus }) => hasMinus)
  const only = amount ?? (moving.length === 1 ? moving[0] : undefined)
  const [first] = moving
  if (!first) return null
  const isOneSigned = signed.length === 1 && signed[0] === first
  return (
    pairs.find(({ isNamed }) => isNamed) ??
    (amount?.hasMinus ? ownSigns(amount) : undefined) ??
    pairs.find(({ isSure }) => isSure) ??
    (isOneSigned && !amount ? ownSigns(first) : undefined) ??
    (only && !only.hasMinus ? besideTerms(only, body, headings) : undefined) ??
    (moving.length === 1 ? ofOneDirection(first) : undefined) ??
    pairs[0] ??
    ownSigns(amount ?? first, false)
  )
}

/** Amounts of one column with their own signs. Beside amounts with a plus, one without a sign may be outgoing. */
function ownSigns({ at, amounts, hasMinus }: Column, isSure = true): Way {
  const hasPlus = amounts.some((amount) => amount?.isSigned && amount.minor > 0n)
  return {
    at: [at],
    read: ([amount = null]) =>
      amount && {
        minor: amount.minor,
        isSure: amount.isSigned ? isSure || !hasMinus : isSure && hasMinus && !hasPlus,
      },
  }
}

/** Amounts of the only column, whose heading names the only direction. */
function ofOneDirection({ at, role, isMinus }: Column): Way | undefined {
  if (role !== 'in' && role !== 'out') return undefined
  const isNegated = role === 'out' && !isMinus
  return {
    at: [at],
    read: ([amount = null]) => amount && { minor: isNegated ? -amount.minor : amount.minor, isSure: true },
  }
}

/**
 * Two columns filled by turns, one for each direction. A zero counts as empty; a row that has both is left to the user, and
 * so is every row if neither headings nor signs show which is which.
 */
function byTurns(moving: readonly Column[]): (Way & { isNamed: boolean; isSure: boolean })[] {
  return moving.flatMap((incoming) =>
    moving.flatMap((outgoing) => {
      const filled = incoming.amounts.map(
        (amount, index) => [amount?.minor, outgoing.amounts[index]?.minor] as const,
      )
      const both = filled.filter(([one, other]) => one && other).length
      const either = filled.filter(([one, other]) => one || other).length
      const isUsed = filled.some(([one]) => one) && filled.some(([, other]) => other)
      if (incoming === outgoing || !isUsed || both * 4 > either) return []
      if (incoming.role === 'out' || outgoing.role === 'in') return []
      const isNamed = incoming.role === 'in' || outgoing.role === 'out'
      const isSure = isNamed || (!incoming.hasMinus && outgoing.isMinus)
      const read: Way['read'] = ([one = null, other = null]) => {
        const spent = other && (outgoing.isMinus ? other.minor : -other.minor)
        if (one?.minor && spent) return { minor: one.minor + spent, isSure: false }
        const minor = one?.minor || spent === null ? one?.minor : spent
        return minor === undefined ? null : { minor, isSure }
      }
      return [{ at: [incoming.at, outgoing.at], read, isNamed, isSure }]
    }),
  )
}

/** Unsigned amounts beside the nearest column of terms that show the direction, such as `Af` and `Bij`. */
function besideTerms({ at, amounts }: Column, body: readonly BankRow[], headings: Cells): Way | undefined {
  const total = amounts.filter(Boolean).length
  const positions = (body[0]?.cells ?? [])
    .map((_, position) => position)
    .filter((position) => position !== at && roleOf(headings[position] ?? '') !== 'other')
    .toSorted((one, other) => distance(one, at) - distance(other, at))
  for (const termAt of positions) {
    const found = body.flatMap(({ cells }, index) =>
      amounts[index] && cells[termAt] ? [foldedTerm(cells[termAt])] : [],
    )
    const isOutgoing = directionsOf(found)
    const count = found.filter((term) => isOutgoing.has(term)).length
    const heading = headings[termAt] ?? ''
    const isBoth = new Set(isOutgoing.values()).size === 2
    if (count * 5 < total * 4) continue
    // One term in every row shows a direction only below a heading that names both.
    if (!isBoth && !(INCOMING.test(heading) && OUTGOING.test(heading))) continue
    return {
      at: [at],
      read: ([amount = null], cells) => {
        const isOut = isOutgoing.get(foldedTerm(cells[termAt] ?? ''))
        return (
          amount && {
            minor: isOut ? -amount.minor : amount.minor,
            isSure: isOut !== undefined || amount.isSigned,
          }
        )
      },
    }
  }
  return undefined
}

/** Returns the terms that show a direction, and whether it is outgoing. */
function directionsOf(found: readonly string[]): ReadonlyMap<string, boolean> {
  const letters = [...new Set(found)].sort().join('')
  const pair = LETTERS.find((both) => both.split('').sort().join('') === letters)
  if (pair) return new Map([...pair].map((letter, index) => [letter, index === 0]))
  const isWhole = (expression: RegExp, term: string) => expression.exec(term)?.[0] === term
  const known = new Map<string, boolean>()
  for (const term of found) {
    if (isWhole(OUTGOING, term)) known.set(term, true)
    else if (isWhole(INCOMING, term)) known.set(term, false)
  }
  return known
}

/** Returns the distance of a column from the one right of the amounts. */
function distance(one: number, at: number): number {
  return Math.abs(one - at - 1)
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

const BALANCE_NOUN = /^(?:balance|saldo|solde|kontostand)$/
const QUALIFIER =
  /^(?:opening|closing|beginning|ending|previous|as|of|am|vom|anterior|inicial|final|do|del|dia|total|brought|carried|forward|b|f)$/

/** Returns whether a text only names a balance or a total, such as `S A L D O` or `Beginning balance as of 11/01/2026`. */
export function isBalanceText(text: string): boolean {
  if (!/\p{L}/u.test(text)) return false
  const parts = foldedTerm(text).match(/\p{L}+/gu) ?? []
  if (/^(?:s a l d o|kontostand|total|totals|total credits|total debits)$/.test(parts.join(' '))) return true
  // A mere `Solde` is also what people call a final payment.
  return (
    parts.length > 1 &&
    parts.some((part) => BALANCE_NOUN.test(part)) &&
    parts.every((part) => BALANCE_NOUN.test(part) || QUALIFIER.test(part) || isCurrency(part.toUpperCase()))
  )
}

/** Returns a text in lower case without accents. */
function foldedTerm(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
