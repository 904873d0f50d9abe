import {
  type AmountContext,
  type BankAmount,
  isSurelyAmount,
  namesOtherCurrency,
  readBankAmount,
} from './bank-amount'
import { isCurrency } from './currencies'
import { decimalSignBeside, notationOf } from './parse-amount'
import { type FoundDate, readDate } from './typed-date'

export type BankRow = { row: number; cells: readonly string[] }
type Cells = readonly string[]
type Context = Omit<AmountContext, 'notation'>

type Amount = { minor: bigint; isSigned: boolean } | null
/** Reads the movement of a row from its amounts at `at`; `isSure` if a sign, a heading or a term shows its direction. */
type Way = {
  at: readonly number[]
  read: (amounts: readonly Amount[], cells: Cells) => { minor: bigint; isSure: boolean } | null
}

/** Meaning of the columns of a table of bank lines. */
export type BankColumns = {
  headingAt: number | null
  dateAt: number
  /** Columns of amounts, one of which may be money in. */
  amounts: readonly { at: number; name: string; example: string }[]
  /** Returns the movement of a row, negative for outgoing money, or the reason why it has none. */
  read: (cells: Cells, incomingAt: number | undefined) => BankAmount
}

/** A column of amounts; null for a cell that is no amount. `isMinus`: most of them have a minus. */
type Column = { at: number; role: Role; amounts: readonly Amount[]; hasMinus: boolean; isMinus: boolean }
type Role = 'balance' | 'other' | 'in' | 'out' | 'amount' | null

/** Rows by which columns are recognized, and columns of amounts among which the movements are looked for. */
const SAMPLE_ROWS = 200
const COLUMNS_MAX = 8

/** Matches one of the given folded terms as a whole word of Latin letters, or anywhere in Japanese. */
function terms(spaced: string, joined: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${spaced})(?!\\p{L})|${joined}`, 'u')
}

const BALANCE = terms('bal(?:ance)?|\\p{L}*saldo\\p{L}*|solde|kontostand|bakiye', '残高')
const VALUE_DATE = /val|wert|rente/
const OTHER_MONEY =
  /(?<!\p{L})(?:fees?|exchange|rate|original|local|cards?|available|(?:kredi|debi|credi|deb)tor\p{L}*|\p{L}*gebuhr\p{L}*|\p{L}*ursprung\p{L}*|auslagen\p{L}*)(?!\p{L})/u
const AMOUNT = terms(
  'amount|amt|value|importe|monto|valor|importo|(?:einzel)?betrag|umsatz|montant|bedrag|tutar',
  '金額',
)
const INCOMING = terms(
  'credits?|crdt|cr|(?:paid|money) in|deposits?|haben|gutschrift|depositos?|creditos?|entradas?|entrate|avere|bij|inn',
  '入金|預り',
)
const OUTGOING = terms(
  'debits?|dbit|dr|(?:paid|money) out|withdrawals?|soll|lastschrift|belastung|retiros?|saidas?|debitos?|uscite|dare|debet|af|ut',
  '出金|支払',
)
/** Single letters mean a direction only in pairs: outgoing, incoming. */
const LETTERS = ['dc', 'dk', 'sh', 'oi']

/** Returns the role that a folded heading names; null for any other heading. */
function roleOf(heading = ''): Role {
  if (OTHER_MONEY.test(heading)) return 'other'
  if (BALANCE.test(heading)) return 'balance'
  if (INCOMING.test(heading)) return OUTGOING.test(heading) ? 'amount' : 'in'
  if (OUTGOING.test(heading)) return 'out'
  return AMOUNT.test(heading) ? 'amount' : null
}

/**
 * Recognizes the columns of a table: the column of dates, those of amounts by heading and cells, and the way to read a
 * movement from them. Null if no row has a date and a number.
 */
export function findColumns(
  rows: readonly BankRow[],
  delimiter: string,
  context: Context,
): BankColumns | null {
  const first = rows.findIndex(({ cells }) => isShaped(cells, context))
  if (first === -1) return null
  const above = rows[first - 1]?.cells ?? []
  const isHeading =
    above.filter(Boolean).length > 1 && !above.some((cell) => dateIn(cell) || isSurelyAmount(cell))
  const names = isHeading ? above : []
  const headings = names.map(foldedTerm)
  const sample = rows.slice(first, first + SAMPLE_ROWS).map(({ cells }) => cells)
  const positions = Array.from({ length: Math.max(...sample.map(({ length }) => length)) }, (_, at) => at)
  const dates = positions.map((at) => sample.filter((cells) => dateIn(cells[at])).length)
  const full = positions.filter((at) => dates[at] && (dates[at] ?? 0) * 10 >= Math.max(...dates) * 9)
  const dateAt = full.find((at) => !VALUE_DATE.test(headings[at] ?? '')) ?? full[0] ?? 0

  const body = rows.slice(first).filter(({ cells }) => dateIn(cells[dateAt]))
  const cellsAt = (at: number) => body.map(({ cells }) => cells[at] ?? '')
  const isMoney = (at: number) => {
    const role = roleOf(headings[at])
    const cells = cellsAt(at).slice(0, SAMPLE_ROWS)
    if (at === dateAt || role === 'other' || role === 'balance') return false
    // Whole numbers are amounts only below a heading of money.
    return (
      isMostly(cells, (cell) => isNumber(cell, context)) && (role !== null || isMostly(cells, isSurelyAmount))
    )
  }
  const money = positions.filter(isMoney).slice(0, COLUMNS_MAX)
  const notation = notationOf(money.flatMap(cellsAt), decimalSignBeside(delimiter))
  const readCell = (cell = '') => readBankAmount(cell, { ...context, notation })
  const way = wayOf(
    money.map((at) => columnOf(at, roleOf(headings[at]), cellsAt(at).map(readCell))),
    body,
    headings,
  )
  const isForeign = way.at.some((at) => namesOtherCurrency(names[at] ?? '', context.currency))
  return {
    headingAt: isHeading ? first - 1 : null,
    dateAt,
    amounts: money.map((at) => ({ at, name: names[at] ?? '', example: cellsAt(at).find(Boolean) ?? '' })),
    read(cells, incomingAt) {
      const codes = cells.filter(
        (cell, at) => isCurrency(cell.toUpperCase()) && roleOf(headings[at]) !== 'other',
      )
      const isOther = codes.length > 0 && !codes.some((code) => code.toUpperCase() === context.currency)
      if (isForeign || isOther) return { ok: false, reason: 'other_currency' }
      const read = way.at.map((at) => readCell(cells[at]))
      const refused = read.find((amount) => !amount.ok && amount.reason !== 'no_amount')
      if (refused) return refused
      const move = way.read(read.map(amountOf), cells)
      const chosen = move?.isSure || incomingAt === undefined ? null : amountOf(readCell(cells[incomingAt]))
      if (chosen) return { ok: true, minor: chosen.minor, isSigned: true }
      return move
        ? { ok: true, minor: move.minor, isSigned: move.isSure }
        : { ok: false, reason: 'no_amount' }
    },
  }
}

function columnOf(at: number, role: Role, cells: readonly BankAmount[]): Column {
  const amounts = cells.map(amountOf)
  const filled = amounts.filter((amount) => amount?.minor)
  const minus = filled.filter((amount) => amount && amount.minor < 0n).length
  return { at, role, amounts, hasMinus: minus > 0, isMinus: minus * 2 > filled.length }
}

function amountOf(amount: BankAmount | undefined): Amount {
  return amount?.ok ? amount : null
}

/**
 * Returns the way to read movements, in this order: two columns that headings name, a named column of signed amounts,
 * columns of one sign each, the first column if it alone is signed, amounts beside terms. What is left has no proven
 * direction, and the user is asked.
 */
function wayOf(moving: readonly Column[], body: readonly BankRow[], headings: Cells): Way {
  const [incoming, outgoing, amount] = (['in', 'out', 'amount'] as const).map((role) =>
    moving.find((column) => column.role === role),
  )
  if (incoming && outgoing) return byTurns(incoming, outgoing)
  const [first, ...others] = moving
  const isSplit =
    moving.every(({ hasMinus, isMinus }) => hasMinus === isMinus) &&
    body.every((_, index) => moving.filter(({ amounts }) => amounts[index]?.minor).length < 2)
  const isAlone = first?.hasMinus && !others.some(({ hasMinus }) => hasMinus)
  const own = amount ? [amount] : isSplit ? moving : first && isAlone ? [first] : []
  if (own.some(({ hasMinus }) => hasMinus)) return ownSigns(own, true)
  const only = amount ?? (others.length === 0 ? first : undefined)
  return (only && besideTerms(only, body, headings)) ?? ownSigns(moving, false)
}

/** Amounts with their own signs. Beside amounts with a plus, one without a sign may be outgoing, even if some have a minus. */
function ownSigns(columns: readonly Column[], hasMinus: boolean): Way {
  const hasPlus = columns.some(({ amounts }) => amounts.some((one) => one?.isSigned && one.minor > 0n))
  return {
    at: columns.map(({ at }) => at),
    read: (amounts) => {
      const amount = amounts.find((one) => one !== null)
      return amount ? { minor: amount.minor, isSure: amount.isSigned || (hasMinus && !hasPlus) } : null
    },
  }
}

/** Two columns filled by turns, one for each direction. A zero counts as empty; a row that has both is left to the user. */
function byTurns(incoming: Column, outgoing: Column): Way {
  return {
    at: [incoming.at, outgoing.at],
    read: ([income, expense]) => {
      const [one, other] = [income?.minor, expense?.minor]
      const spent = other === undefined || outgoing.isMinus ? other : -other
      if (one && spent) return { minor: one + spent, isSure: false }
      const minor = one || spent === undefined ? one : spent
      return minor === undefined ? null : { minor, isSure: true }
    },
  }
}

/** Unsigned amounts beside the nearest column of terms that show the direction, such as `Af` and `Bij`. */
function besideTerms({ at, amounts }: Column, body: readonly BankRow[], headings: Cells): Way | undefined {
  const total = amounts.filter(Boolean).length
  const positions = (body[0]?.cells ?? [])
    .map((_, position) => position)
    .filter((position) => position !== at && roleOf(headings[position]) !== 'other')
    .toSorted((one, other) => Math.abs(one - at - 1) - Math.abs(other - at - 1))
  for (const termAt of positions) {
    const found = body.flatMap(({ cells }, index) =>
      amounts[index] && cells[termAt] ? [foldedTerm(cells[termAt])] : [],
    )
    const isOutgoing = directionsOf(found)
    const count = found.filter((term) => isOutgoing.has(term)).length
    const heading = headings[termAt] ?? ''
    // One term in every row shows a direction only below a heading that names both.
    const isBoth =
      new Set(isOutgoing.values()).size === 2 || (INCOMING.test(heading) && OUTGOING.test(heading))
    if (count * 5 < total * 4 || !isBoth) continue
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

function isMostly(cells: Cells, test: (cell: string) => boolean): boolean {
  const filled = cells.filter(Boolean)
  return filled.length > 0 && filled.filter(test).length * 5 >= filled.length * 4
}

/** Returns whether a cell is a number, even one that is no valid amount of the account. */
function isNumber(cell: string, context: Context): boolean {
  const amount = readBankAmount(cell, { ...context, notation: notationOf([]) })
  return amount.ok || amount.reason !== 'no_amount'
}

/** Returns the date of a cell that is a date, perhaps with a time; null for any other. */
export function dateIn(cell = ''): FoundDate | null {
  const date = readDate(cell)
  return date && /^(?:[T ]\s*\d{1,2}[:.]\d{2}\S*)?$/.test(cell.slice(date.text.length)) ? date : null
}

/** Returns whether a row has a date and a number of its own. */
export function isShaped(cells: Cells, context: Context): boolean {
  const others = cells.filter((cell) => !dateIn(cell))
  return others.length < cells.length && others.some((cell) => isNumber(cell, context))
}

/** A mere `Solde` is also what people call a final payment. */
const BALANCE_TEXT =
  /^(?:s a l d o|saldo (?:anterior|inicial|final|do dia)|kontostand.*|(?:opening|closing|beginning|ending|previous) balance.*|balance [bc] f|totals?(?: credits| debits)?)$/

/** Returns whether a text only names a balance or a total, such as `S A L D O` or `Beginning balance as of 11/01/2026`. */
export function isBalanceText(text: string): boolean {
  return BALANCE_TEXT.test((foldedTerm(text).match(/\p{L}+/gu) ?? []).join(' '))
}

function foldedTerm(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
