import type { FieldError } from '@/lib/contract/errors'
import { brandOf, cardBrands, cardDigits } from '@/lib/domain/card'

/** What the attempt route answers to a page with scripts, as far as the form reacts to it. */
export type AttemptAnswer =
  | { status: 'invalid'; fields: readonly FieldError[] }
  | { status: 'declined'; message?: string }
  | { status: 'unavailable' | 'wrong_address' }
  | { status: 'confirm'; confirm_url: string }
  | { status: 'too_many'; retry_after_s: number }
  | { status: 'approved' | 'annulled' | 'refused' | 'unresolved' }

export type CardField = 'number' | 'expiry' | 'cvc' | 'name' | 'email'

/** In the order of the form: the first wrong one takes the focus. */
export const cardFields: readonly CardField[] = ['number', 'expiry', 'cvc', 'name', 'email']

/** The fields' errors from `number.too_short,cvc.required`, as a form without scripts gets them in its address. */
export function fieldsOfAddress(invalid: string | undefined): readonly Pick<FieldError, 'field' | 'code'>[] {
  return (invalid ?? '')
    .split(',')
    .map((pair) => pair.split('.'))
    .flatMap(([field, code]) =>
      cardFields.some((known) => known === field) && field && code ? [{ field, code }] : [],
    )
}

/**
 * The errors as `fieldsOfAddress` reads them. The page that is led to has no number any more: of a security code it is
 * told how many digits the card has, which is all that the page then says.
 */
export function addressOfFields(
  errors: readonly Pick<FieldError, 'field' | 'code'>[],
  number: string,
): string {
  const brand = brandOf(cardDigits(number))
  return errors
    .map(({ field, code }) =>
      brand && code === 'invalid_cvc' ? `${field}.digits_${cardBrands[brand].cvcLength}` : `${field}.${code}`,
    )
    .join(',')
}

/** Whether a number was refused for being none of the test bank's: then the numbers that are lie open. */
export function isNonTestCard(errors: readonly Pick<FieldError, 'code'>[]): boolean {
  return errors.some(({ code }) => code === 'not_test_card')
}

const WAIT_MAX_S = 86_400

/** How long to wait, in whole seconds, as a form without scripts gets it in its address; null for anything else. */
export function waitOfAddress(wait: string | undefined): number | null {
  const seconds = /^[1-9]\d{0,4}$/.test(wait ?? '') ? Number(wait) : 0
  return seconds > 0 && seconds <= WAIT_MAX_S ? seconds : null
}
