import { brandOf, cardBrands } from '@/lib/domain/card'
import { payForm } from '@/lib/messages/pay-form'

/** Years until a test card expires; more than any test needs, and still a plausible expiry. */
const YEARS_AHEAD = 4
const CVC = '1234'

/**
 * Fills a form's card fields with input events, as typing does, so that they group digits and detect the brand. The name on
 * the card is filled in only if it is empty.
 */
export function fillCard(form: HTMLFormElement, number: string, now: Date): void {
  const brand = brandOf(number)
  const year = String((now.getFullYear() + YEARS_AHEAD) % 100).padStart(2, '0')
  type(form, 'number', number)
  type(form, 'expiry', `12 / ${year}`)
  type(form, 'cvc', CVC.slice(0, brand ? cardBrands[brand].cvcLength : 3))
  const holder = form.elements.namedItem('name')
  if (holder instanceof HTMLInputElement && holder.autocomplete === 'cc-name' && holder.value.trim() === '')
    type(form, 'name', payForm.testName)
}

function type(form: HTMLFormElement, name: string, text: string): void {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) return
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
