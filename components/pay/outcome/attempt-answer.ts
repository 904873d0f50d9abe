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

const WAIT_MAX_S = 86_400

/** How long to wait, in whole seconds, as a form without scripts gets it in its address; null for anything else. */
export function waitOfAddress(wait: string | undefined): number | null {
  const seconds = /^[1-9]\d{0,4}$/.test(wait ?? '') ? Number(wait) : 0
  return seconds > 0 && seconds <= WAIT_MAX_S ? seconds : null
}
