import { cardDigits } from '@/lib/contract/card'
import type { FieldError } from '@/lib/contract/errors'
import { testCardOf } from '@/lib/contract/test-cards'
import { pay } from '@/lib/messages/pay'

/**
 * What these pages say of a card that is none of the test bank's, in the order of the form: it would only be declined,
 * and whoever tries the house would not learn why. Nothing where the number has an error of its own or is missing. The
 * API is as the bank is: it declines such a card.
 */
export function refuseForeignCard(number: string, fields: readonly FieldError[]): readonly FieldError[] {
  const digits = cardDigits(number)
  if (digits === '' || testCardOf(digits) || fields.some(({ field }) => field === 'number')) return []
  const code = 'not_test_card'
  return [{ field: 'number', code, message: pay.problems[`number.${code}`] ?? code }]
}
