import { currencyCodes, isCurrency } from './currencies'
import { currencySigns } from './currency-signs'
import { compactNumber, type Notation, readNumber } from './parse-amount'

export type AmountContext = { currency: string; places: number; notation: Notation }

export type UnreadAmount =
  | 'no_amount'
  | 'pending'
  | 'balance'
  | 'other_currency'
  | 'too_many_decimals'
  | 'two_readings'
/** `isSigned`: the text itself shows whether money came in. Outgoing money is negative. */
export type BankAmount = { ok: true; minor: bigint; isSigned: boolean } | { ok: false; reason: UnreadAmount }

const OUTGOING = /(?<![\p{L}\p{N}])(?:DR|DB|D|S|DEBIT|SOLL)\.?$/iu
const INCOMING = /(?<![\p{L}\p{N}])(?:CR|C|H|CREDIT|HABEN)\.?$/iu
/** The same before the amount. One letter there may be part of a currency. */
const DIRECTION_BEFORE = /^(?:(DR|DEBIT)|CR|CREDIT)\.?(?=\s*[^\p{L}\s])/iu
const CODE = /(?<!\p{L})\p{Lu}{3}(?!\p{L})/u
/** Letters of a currency, such as `R$`, `Bs`, `S/`, `kr.` and `Ft`; the symbols are gone by then. */
const MARK_BEFORE = /^([-+(]?)\s*\p{L}{1,3}[./]?\s*(?=[-+(]?[\d.,])/u
const MARK_AFTER = /(?<=[\d.,])\s*\p{L}{1,3}\.?(?=[-+)]?$)/u
/** `1.200,-`: no cents. */
const NO_CENTS = /(?<=\d)[.,]-{1,2}$/
const NO_AMOUNT = { ok: false, reason: 'no_amount' } as const

/**
 * Returns an amount in minor units from any common notation of banks: `1,202.80`, `1.202,80`, `1 202,80`, `-12.50`,
 * `12.50-`, `(12.50)`, `12.50 DR`, with the code or sign of the account's currency.
 */
export function readBankAmount(text: string, { currency, places, notation }: AmountContext): BankAmount {
  const plain = text.normalize('NFKC').replace(/[−–—]/g, '-').trim().replace(NO_CENTS, '')
  const [before, outgoingBefore] = DIRECTION_BEFORE.exec(plain) ?? []
  const isOutgoing = OUTGOING.test(plain) || outgoingBefore !== undefined
  const isIncoming = !isOutgoing && (INCOMING.test(plain) || before !== undefined)
  const marked = plain.replace(DIRECTION_BEFORE, '').replace(OUTGOING, '').replace(INCOMING, '')
  if (hasOtherCurrency(marked, currency)) return { ok: false, reason: 'other_currency' }
  const bare = marked
    .replace(/\p{Sc}/gu, '')
    .replace(CODE, '')
    .trim()
    .replace(MARK_BEFORE, '$1')
    .replace(MARK_AFTER, '')
  const [, open, sign, digits = '', signAfter, close] =
    /^(\()?([+-])?\s*([\d.,'’\s]*\d[.,]?)\s*([+-])?(\))?$/.exec(bare) ?? []
  const compact = Boolean(open) === Boolean(close) ? compactNumber(digits) : null
  const [first, second] = compact === null ? [] : readNumber(compact, places, notation)
  if (first === undefined) return NO_AMOUNT
  const exact = [first, second].filter((one) => one !== undefined && !hasMoreDecimals(one, places))
  if (exact.length > 1) return { ok: false, reason: 'two_readings' }
  // Without a proof, an amount that has one valid reading has that one.
  const [only] = second !== undefined && notation.decimal !== null ? [] : exact
  if (only === undefined) return { ok: false, reason: 'too_many_decimals' }
  const [whole = '', fraction = ''] = only.split('.')
  const minor = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const isNegative = Boolean(open) || sign === '-' || signAfter === '-'
  const isPositive = isIncoming || sign === '+' || signAfter === '+'
  return {
    ok: true,
    minor: isNegative || isOutgoing ? -minor : minor,
    isSigned: isNegative || isOutgoing || isPositive,
  }
}

/** Parts of letters and symbols: `R$`, `S/`, `kr.`. */
const MARKS = /[\p{L}\p{Sc}][\p{L}\p{Sc}./]*/gu

/** Returns whether a number has the code or a sign of another currency than the account's. */
function hasOtherCurrency(text: string, currency: string): boolean {
  const found = /\d/.test(text) ? (text.match(MARKS) ?? []) : []
  return found.some((mark) => isOtherCurrency(mark, currency) || isOtherSign(mark, currency))
}

/** Returns whether a heading, such as `Amount (EUR)`, names another currency than the account's. */
export function namesOtherCurrency(heading: string, currency: string): boolean {
  return (heading.match(MARKS) ?? []).some((mark) => isOtherCurrency(mark, currency))
}

function isOtherCurrency(mark: string, currency: string): boolean {
  if (!isCurrency(currency) || isOwnSign(mark, currency)) return false
  return isCurrency(mark) || /\p{Sc}/u.test(mark)
}

function isOtherSign(mark: string, currency: string): boolean {
  const sign = plainSign(mark)
  return sign.length > 1 && isCurrency(currency) && !isOwnSign(mark, currency) && everySign().has(sign)
}

function isOwnSign(mark: string, currency: string): boolean {
  return [currency, ...currencySigns(currency)].some((own) => plainSign(own) === plainSign(mark))
}

function plainSign(mark: string): string {
  return mark.replace(/\.+$/, '').toLowerCase()
}

let signs: ReadonlySet<string> | null = null

/** Returns the signs of all currencies. */
function everySign(): ReadonlySet<string> {
  signs ??= new Set(currencyCodes.flatMap((code) => currencySigns(code).map(plainSign)))
  return signs
}

function hasMoreDecimals(plain: string, places: number): boolean {
  return /[1-9]/.test((plain.split('.')[1] ?? '').slice(places))
}

/** Returns whether a text is written as only money is: with decimals, groups, a sign, a code or a symbol of a currency. */
export function isSurelyAmount(text: string): boolean {
  const code = CODE.exec(text)?.[0]
  if (!/\d/.test(text)) return false
  return (
    (code !== undefined && isCurrency(code)) ||
    /\d[.,]\d|\d['’ \u00a0\u202f]\d{3}|\p{Sc}|^[-+−–(]|[-−)]$|(?:CR|DR)$/u.test(text)
  )
}
