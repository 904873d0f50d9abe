import { brandOf, cardBrands } from '@/lib/domain/card'

/** Long enough ahead for every test, and as an expiry is printed. */
const YEARS_AHEAD = 4
const CVC = '1234'

/**
 * Fills a form's card fields as a person would, so that they group digits and tell the brand by themselves. `name` goes
 * in only where the form asks for one and none was typed.
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
