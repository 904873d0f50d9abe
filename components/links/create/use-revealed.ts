import { useCallback, useRef } from 'react'

/** Returns a ref that scrolls a field into view after a choice has revealed it, clear of the bar at the form's foot. */
export function useRevealed() {
  const chosen = useRef(false)
  const revealed = useCallback((element: HTMLElement | null) => {
    if (chosen.current) element?.scrollIntoView({ block: 'nearest' })
  }, [])
  const markChosen = () => {
    chosen.current = true
  }
  return { revealed, markChosen }
}
