const WRONG = '[aria-invalid="true"]'

/** Puts the focus on a field of a form; of one in several parts on the first that is wrong, which its name need not be. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const named = form?.querySelector<HTMLElement>(`[name="${name}"]`)
  const wrong = named?.matches(WRONG) ? named : named?.closest('fieldset')?.querySelector<HTMLElement>(WRONG)
  const target = wrong ?? named
  target?.focus()
}

/** Puts the caret behind what a field holds, for whoever came to write; a finger is not met by a keyboard over the page. */
export function beginAt(form: HTMLFormElement | null, name: string): void {
  if (!matchMedia('(pointer: fine)').matches || document.activeElement !== document.body) return
  const field = form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(field.value.length, field.value.length)
}
