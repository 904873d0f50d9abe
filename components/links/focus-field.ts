const WRONG = '[aria-invalid="true"]'

/** Puts the focus on a field of a form; of one in several parts on the first that is wrong, which its name need not be. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const named = form?.querySelector<HTMLElement>(`[name="${name}"]`)
  const wrong = named?.matches(WRONG) ? named : named?.closest('fieldset')?.querySelector<HTMLElement>(WRONG)
  const target = wrong ?? named
  target?.focus()
}
