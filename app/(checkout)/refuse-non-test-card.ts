import type { FieldError } from '@/lib/contract/errors'
import { testCardOf } from '@/lib/contract/test-cards'
import { cardDigits } from '@/lib/domain/card'
import { pay } from '@/lib/messages/pay'

/**
 * Returns the error of a non-test card in test mode, in the form's order: the test bank would only decline
 * it, without a reason. Returns nothing if the number has an error of its own or is missing. The API declines
 * such a card, as the bank does.
 */
export function refuseNonTestCard(number: string, fields: readonly FieldError[]): readonly FieldError[] {
  const digits = cardDigits(number)
  if (digits === '' || testCardOf(digits) || fields.some(({ field }) => field === 'number')) return []
  const code = 'not_test_card'
  return [{ field: 'number', code, message: pay.problems[`number.${code}`] ?? code }]
}
