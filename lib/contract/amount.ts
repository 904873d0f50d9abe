import type * as z from 'zod'
import { decimalsOf } from '@/lib/domain/currencies'
import {
  AMOUNT_MAX_MINOR,
  AMOUNT_MIN_MINOR,
  type AmountProblem,
  toDecimalString,
  toMinor,
} from '@/lib/domain/money'
import type { FieldError } from './errors'
import { parseRequestWith } from './field-errors'

/** An account's currency; `amountLiteral` is the amount's text in the JSON, if known. */
export type AmountContext = { currency: string; amountLiteral?: string | undefined }

/** Parses a request and adds the minor units of its amount. Throws 400 with all field errors at once. */
export function parseWithAmount<Schema extends z.ZodType<{ amount: number }>>(
  schema: Schema,
  body: unknown,
  { currency, amountLiteral }: AmountContext,
  more: (raw: Readonly<Record<string, unknown>>) => readonly FieldError[] = () => [],
): z.output<Schema> & { amountMinor: number } {
  const parsed = parseRequestWith(schema, body, (raw) => {
    // The schema refuses anything but a number.
    const amount = typeof raw.amount === 'number' ? toMinor(raw.amount, currency, amountLiteral) : null
    if (!amount || amount.ok || amount.code === 'not_a_number') return more(raw)
    const message = messages[amount.code](currency)
    return [{ field: 'amount', code: amount.code, message }, ...more(raw)]
  })
  return { ...parsed, amountMinor: amountToMinor(parsed.amount, currency) }
}

/** Returns the minor units of an amount that was checked before. Throws RangeError for any other. */
export function amountToMinor(amountMajor: number, currency: string): number {
  const parsed = toMinor(amountMajor, currency)
  if (!parsed.ok) throw new RangeError(`amount was not checked before: ${parsed.code}`)
  return parsed.minor
}

const messages: Readonly<Record<Exclude<AmountProblem, 'not_a_number'>, (currency: string) => string>> = {
  too_many_decimals: (currency) => `Must have at most ${decimalsOf(currency)} decimal places in ${currency}.`,
  amount_too_small: (currency) =>
    `Must be at least ${toDecimalString(AMOUNT_MIN_MINOR, currency)} ${currency}.`,
  amount_too_large: (currency) =>
    `Must be at most ${toDecimalString(AMOUNT_MAX_MINOR, currency)} ${currency}.`,
}
