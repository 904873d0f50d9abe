import { isCurrency } from '@/lib/contract/currencies'
import { parseAmount } from '@/lib/contract/parse-amount'
import { payments } from '@/lib/messages/payments'

export type AmountEnd = 'min' | 'max'
export const amountEnds = ['min', 'max'] as const satisfies AmountEnd[]

/** Plain decimals, or for each field what is wrong with it. */
export type AmountRange =
  | { ok: true; min?: string; max?: string }
  | { ok: false; problems: { [E in AmountEnd]?: string } }

/** Whether a plain decimal narrows anything from below: every amount is at least nought. */
export function isLowerEnd(min: string | undefined): min is string {
  return Number(min ?? 0) > 0
}

/** Reads what was typed into both ends of an amount filter; nought is an amount here, and no lower end. */
export function readAmountRange(
  typed: Readonly<Record<AmountEnd, string>>,
  { currency, locale }: { currency: string; locale: string },
): AmountRange {
  const [min, max] = amountEnds.map((end) => readEnd(typed[end].trim(), currency, locale))
  const problems = {
    ...(min === null ? { min: payments.amountWrong } : {}),
    ...(max === null ? { max: payments.amountWrong } : {}),
  }
  if (min === null || max === null) return { ok: false, problems }
  if (!min && !max) return { ok: false, problems: { min: payments.amountNone } }
  // The end that was typed last is the one to look at again.
  if (min && max && Number(min) > Number(max)) return { ok: false, problems: { max: payments.amountTwisted } }
  return { ok: true, ...(isLowerEnd(min) ? { min } : {}), ...(max ? { max } : {}) }
}

/** The plain decimal, undefined for nothing, null for what is no amount. */
function readEnd(text: string, currency: string, locale: string): string | undefined | null {
  if (text === '') return undefined
  if (!isCurrency(currency)) return /^\d+(\.\d+)?$/.test(text) ? text : null
  if (/^0+([.,]0*)?$/.test(text)) return '0'
  const parsed = parseAmount(text, currency, locale)
  return parsed.ok ? String(parsed.major) : null
}
