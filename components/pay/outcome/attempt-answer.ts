import type { FieldError } from '@/lib/contract/errors'
import { brandOf, cardBrands, cardDigits } from '@/lib/domain/card'

/** The response of the attempt route to a page with scripts, as far as the form uses it. */
export type AttemptAnswer =
  | { status: 'invalid'; fields: readonly FieldError[] }
  | { status: 'declined'; message?: string }
  | { status: 'unavailable' | 'wrong_address' }
  | { status: 'confirm'; confirm_url: string }
  | { status: 'too_many'; retry_after_s: number }
  | { status: 'approved' | 'annulled' | 'refused' | 'unresolved' }

export type CardField = 'number' | 'expiry' | 'cvc' | 'name' | 'email'

/** Fields in the order of the form. The first wrong one receives the focus. */
export const cardFields: readonly CardField[] = ['number', 'expiry', 'cvc', 'name', 'email']

/**
 * Returns the errors in `number.too_short,cvc.required`, the format in which the address carries them to a form without
 * scripts.
 */
export function fieldsOfAddress(invalid: string | undefined): readonly Pick<FieldError, 'field' | 'code'>[] {
  return (invalid ?? '')
    .split(',')
    .map((pair) => pair.split('.'))
    .flatMap(([field, code]) =>
      cardFields.some((known) => known === field) && field && code ? [{ field, code }] : [],
    )
}

/**
 * Returns errors in the format of `fieldsOfAddress`. The page behind that address has no card number, so an error of the
 * security code carries the number of digits that the card requires.
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

/** Returns whether a number was refused because it is no test card. The form then expands the list of test cards. */
export function isNonTestCard(errors: readonly Pick<FieldError, 'code'>[]): boolean {
  return errors.some(({ code }) => code === 'not_test_card')
}

const WAIT_MAX_S = 86_400

/** Returns the wait in whole seconds from the address of a form without scripts; null for any other value. */
export function waitOfAddress(wait: string | undefined): number | null {
  const seconds = /^[1-9]\d{0,4}$/.test(wait ?? '') ? Number(wait) : 0
  return seconds > 0 && seconds <= WAIT_MAX_S ? seconds : null
}
