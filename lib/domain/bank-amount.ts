import { isCurrency } from './currencies'
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

const DIRECTION = /\s*(?<!\p{L})(CR|DR)\.?$/iu
const NUMBER = /^(\()?([+-])?\s*([\d.,'’\s]*\d)\s*([+-])?(\))?$/
/** Up to three letters, or a symbol, beside a number: `Bs`, `TL`, `R$`, `kr.`, `EUR`. */
const MARK_BEFORE = /^([-+(]?)\s*([\p{L}\p{Sc}]{1,3}(?!\p{L}))[./]?\s*(?=[-+(]?\d)/u
const MARK_AFTER = /(?<=\d)\s*([\p{L}\p{Sc}]{1,3})\.?(?=[-+)]?$)/u

/**
 * Returns an amount in minor units from any common notation of banks: `1,202.80`, `1.202,80`, `1 202,80`, `-12.50`,
 * `12.50-`, `(12.50)`, `12.50 DR`, with the code or sign of the account's currency.
 */
export function readBankAmount(text: string, { currency, places, notation }: AmountContext): BankAmount {
  const plain = text.normalize('NFKC').replace(/[−–—]/g, '-').trim()
  const direction = DIRECTION.exec(plain)?.[1]?.toUpperCase()
  const money = plain.replace(DIRECTION, '')
  const mark = MARK_BEFORE.exec(money)?.[2] ?? MARK_AFTER.exec(money)?.[1]
  const bare = money.replace(MARK_BEFORE, '$1').replace(MARK_AFTER, '')
  const [, open, sign, digits = '', signAfter, close] = NUMBER.exec(bare) ?? []
  const compact = Boolean(open) === Boolean(close) ? compactNumber(digits) : null
  const [first, second] = compact === null ? [] : readNumber(compact, places, notation)
  if (first === undefined) return { ok: false, reason: 'no_amount' }
  if (mark !== undefined && isCurrency(currency) && !isOwnMark(mark, currency))
    return { ok: false, reason: 'other_currency' }
  const exact = [first, second].filter((one) => one !== undefined && !hasMoreDecimals(one, places))
  if (exact.length > 1) return { ok: false, reason: 'two_readings' }
  // Without a proof, an amount that has one valid reading has that one.
  const [only] = second !== undefined && notation.decimal !== null ? [] : exact
  if (only === undefined) return { ok: false, reason: 'too_many_decimals' }
  const [whole = '', fraction = ''] = only.split('.')
  const minor = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const isOutgoing = Boolean(open) || sign === '-' || signAfter === '-' || direction === 'DR'
  const isIncoming = sign === '+' || signAfter === '+' || direction === 'CR'
  return { ok: true, minor: isOutgoing ? -minor : minor, isSigned: isOutgoing || isIncoming }
}

/** Returns whether a heading, such as `Amount (EUR)`, names another currency than the account's. */
export function namesOtherCurrency(heading: string, currency: string): boolean {
  const marks = heading.match(/[\p{L}\p{Sc}]+/gu) ?? []
  return (
    isCurrency(currency) &&
    marks.some((mark) => (isCurrency(mark) || /\p{Sc}/u.test(mark)) && !isOwnMark(mark, currency))
  )
}

function isOwnMark(mark: string, currency: string): boolean {
  const folded = (text: string) => text.replace(/[./]+$/, '').toLowerCase()
  return [currency, ...currencySigns(currency)].some((own) => folded(own) === folded(mark))
}

function hasMoreDecimals(plain: string, places: number): boolean {
  return /[1-9]/.test((plain.split('.')[1] ?? '').slice(places))
}

/** Returns whether a text is written as only money is: with decimals, groups, a sign, a code or a symbol of a currency. */
export function isSurelyAmount(text: string): boolean {
  const code = /(?<!\p{L})\p{Lu}{3}(?!\p{L})/u.exec(text)?.[0]
  if (!/\d/.test(text)) return false
  return (
    (code !== undefined && isCurrency(code)) ||
    /\d[.,]\d|\d['’ \u00a0\u202f]\d{3}|\p{Sc}|^[-+−–(]|[-−)]$|(?:CR|DR)$/u.test(text)
  )
}
