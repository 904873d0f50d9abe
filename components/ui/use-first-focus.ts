import { type RefObject, useEffect } from 'react'

/** Focuses the first wrong input of a form, or its first; after the dialog around it has noted where the focus was. */
export function useFirstFocus(form: RefObject<HTMLElement | null>, step?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its own first input
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const { current } = form
      const wrong = current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      const first = wrong ?? current?.querySelector('input')
      first?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [form, step])
}
