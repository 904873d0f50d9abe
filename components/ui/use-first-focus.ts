import { type RefObject, useEffect } from 'react'

/** Focuses a form's first wrong field, or its first. On a touch device nothing is focused: a keyboard would open unasked. */
export function useFirstFocus(form: RefObject<HTMLElement | null>, step?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its own first field
  useEffect(() => {
    // The focus moves one frame later, after the dialog has recorded the element to restore it to.
    const frame = requestAnimationFrame(() => {
      const { current } = form
      if (!current || !matchMedia('(pointer: fine)').matches) return
      const fields = 'input:not([type="hidden"], [type="file"]), textarea'
      const wrong = current.querySelector<HTMLInputElement>('[aria-invalid="true"]')
      const first = wrong ?? current.querySelector<HTMLInputElement>(fields)
      // A field that has the focus already was chosen by the user.
      if (!first || current.contains(document.activeElement)) return
      first.focus({ preventScroll: true })
      if (first.closest('[role="dialog"]')) first.select?.()
    })
    return () => cancelAnimationFrame(frame)
  }, [form, step])
}
