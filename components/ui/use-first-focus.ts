import { type RefObject, useEffect } from 'react'

/** Focuses the first wrong input of a form, or its first. */
export function useFirstFocus(form: RefObject<HTMLElement | null>, step?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its own first input
  useEffect(() => {
    // The focus moves one frame later, after the dialog has recorded the element to restore it to.
    const frame = requestAnimationFrame(() => {
      const { current } = form
      const wrong = current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      const first = wrong ?? current?.querySelector('input')
      first?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [form, step])
}
