import { brandOf, cardBrands } from '@/lib/domain/card'

/** Years until a test card expires; more than any test needs, and still a plausible expiry. */
const YEARS_AHEAD = 4
const CVC = '1234'

/**
 * Fills a form's card fields with input events, as typing does, so that they group digits and detect the brand. `name` is
 * filled in only if the form has an empty field for it.
 */
export function fillCard(
  form: HTMLFormElement,
  card: { number: string; name: string | null },
  now: Date,
): void {
  const brand = brandOf(card.number)
  const year = String((now.getFullYear() + YEARS_AHEAD) % 100).padStart(2, '0')
  type(form, 'number', card.number)
  type(form, 'expiry', `12 / ${year}`)
  type(form, 'cvc', CVC.slice(0, brand ? cardBrands[brand].cvcLength : 3))
  const named = form.elements.namedItem('name')
  if (card.name !== null && named instanceof HTMLInputElement && named.value.trim() === '')
    type(form, 'name', card.name)
}

function type(form: HTMLFormElement, name: string, text: string): void {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) return
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
