import { isCurrency } from '@/lib/domain/currencies'

/** Decimal sign of the amounts; null if a paste does not reveal it. */
export type DecimalSign = '.' | ',' | null

export type AmountContext = { currency: string; places: number; decimal: DecimalSign }

export type BankAmount =
  | { ok: true; minor: bigint }
  | { ok: false; reason: 'no_amount' | 'other_currency' | 'too_many_decimals' }

const OUTGOING = /(?<![\p{L}\p{N}])(?:DR|DB|D|S|DEBIT|SOLL)\.?$/iu
const INCOMING = /(?<![\p{L}\p{N}])(?:CR|C|H|CREDIT|HABEN)\.?$/iu
const CODE = /(?<!\p{L})\p{Lu}{3}(?!\p{L})/u
const NO_AMOUNT = { ok: false, reason: 'no_amount' } as const

/**
 * Returns an amount in minor units from any common notation of banks: `1,202.80`, `1.202,80`, `1 202,80`, `-12.50`,
 * `12.50-`, `(12.50)`, `12.50 DR`, with a currency code or symbol. Outgoing money is negative.
 */
export function readBankAmount(text: string, { currency, places, decimal }: AmountContext): BankAmount {
  const plain = plainText(text)
  const direction = OUTGOING.test(plain) ? -1n : INCOMING.test(plain) ? 1n : null
  const bare = plain
    .replace(OUTGOING, '')
    .replace(INCOMING, '')
    .replace(/\p{Sc}/gu, '')
  const code = CODE.exec(bare)?.[0]
  if (code !== undefined && code !== currency && isCurrency(code))
    return { ok: false, reason: 'other_currency' }
  const signed = bare.replace(CODE, '').replace(/\s/g, '')
  const [, open, before, digits, after, close] =
    /^(\()?([+-])?([\d.,'’]*\d[.,]?)([+-])?(\))?$/.exec(signed) ?? []
  if (digits === undefined || Boolean(open) !== Boolean(close)) return NO_AMOUNT
  const number = withPoint(digits.replace(/['’]/g, ''), places, decimal)
  if (number === null) return NO_AMOUNT
  const [whole = '', fraction = ''] = number.split('.')
  if (/[1-9]/.test(fraction.slice(places))) return { ok: false, reason: 'too_many_decimals' }
  const minor = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const isNegative = Boolean(open) || before === '-' || after === '-'
  return { ok: true, minor: isNegative ? -minor : minor * (direction ?? 1n) }
}

/** Returns the decimal sign that most of the amounts use. */
export function decimalSign(texts: readonly string[], places: number): DecimalSign {
  let balance = 0
  for (const text of texts) {
    const signs = [...plainText(text).matchAll(/(?<=\d)[.,](?=\d)/g)].map(([sign]) => sign)
    const last = signs.at(-1)
    if (last === undefined) continue
    const decimals = /[.,](\d+)\D*$/.exec(plainText(text))?.[1]?.length ?? 0
    const isMixed = signs.some((sign) => sign !== last)
    // Several signs in one amount group digits (`1.234.567`). A single one in `1.234` may group or be decimal, so it is
    // no evidence.
    const groups = !isMixed && signs.length > 1
    if (!isMixed && !groups && (decimals === 3 || (places === 0 && decimals > 2))) continue
    const sign = groups ? (last === '.' ? ',' : '.') : last
    balance += sign === '.' ? 1 : -1
  }
  return balance === 0 ? null : balance > 0 ? '.' : ','
}

/** Returns the digits with a decimal point; null if the separators form no number. */
function withPoint(digits: string, places: number, decimal: DecimalSign): string | null {
  const signs = digits.replace(/\d/g, '')
  const last = signs.at(-1)
  if (last === undefined) return digits
  const at = digits.lastIndexOf(last)
  const decimals = digits.length - at - 1
  const isMixed = [...signs].some((sign) => sign !== last)
  const isDecimal = isMixed
    ? signs.indexOf(last) === signs.length - 1
    : signs.length === 1 && isDecimalSign(digits, last, { decimals, places, decimal })
  const whole = isDecimal ? digits.slice(0, at) : digits
  if (isMixed && !isDecimal) return null
  if (!/^\d*$|^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)) return null
  return whole.replace(/[.,]/g, '') + (isDecimal ? `.${digits.slice(at + 1)}` : '')
}

function isDecimalSign(
  digits: string,
  sign: string,
  { decimals, places, decimal }: { decimals: number; places: number; decimal: DecimalSign },
): boolean {
  if (decimals !== 3 || /^0?[.,]/.test(digits) || digits.length > 7) return true
  if (decimal !== null) return decimal === sign
  return places === 3
}

function plainText(text: string): string {
  return text.normalize('NFKC').replace(/[−–—]/g, '-').trim()
}
