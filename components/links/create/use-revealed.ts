import { useCallback, useRef } from 'react'

/** Brings into sight what a choice reveals, clear of the bar at the form's foot; what is there from the start stays put. */
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
