import type { FieldError } from '@/lib/contract/errors'
import { testCardOf } from '@/lib/contract/test-cards'
import { cardDigits } from '@/lib/domain/card'
import { pay } from '@/lib/messages/pay'
import { readBody } from '@/lib/platform/read-body'

/** Longest form; a payer's has some hundred bytes. */
const FORM_BYTES_MAX = 16 * 1024

/** Returns the fields of a posted form; null if the body is too long to be one. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const bytes = await readBody(request, FORM_BYTES_MAX)
  return bytes && new URLSearchParams(bytes.toString('utf8'))
}

/**
 * Returns true unless a form came from a page of this deployment: every browser sends the origin of a POST.
 */
export function isCrossOrigin(request: Request, webUrl: string): boolean {
  return request.headers.get('origin') !== new URL(webUrl).origin
}

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
