import type { FieldError } from '@/lib/contract/errors'
import { brandOf, cardBrands, cardDigits } from '@/lib/domain/card'

/** Returns the errors in `number.too_short,cvc.required`, the format of the address to which a form without scripts is redirected. */
export function fieldsOfAddress(invalid: string | undefined): readonly Pick<FieldError, 'field' | 'code'>[] {
  return (invalid ?? '').split(',').flatMap((pair) => {
    const [field, code] = pair.split('.')
    return field && code ? [{ field, code }] : []
  })
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

const WAIT_MAX_S = 86_400

/** Returns the wait in whole seconds from the address of a form without scripts; null for any other value. */
export function waitOfAddress(wait: string | undefined): number | null {
  const seconds = /^[1-9]\d{0,4}$/.test(wait ?? '') ? Number(wait) : 0
  return seconds > 0 && seconds <= WAIT_MAX_S ? seconds : null
}
