'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useSyncExternalStore } from 'react'

/** Somebody wanted to another page and stayed, because there is no network. */
export const STAYED_EVENT = 'checkout:stayed'

/** Whether the browser has a network; true where nobody can know, as on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/**
 * Whether another page can be asked for; where not, the notice that says so draws the eye. The router, left alone, gives
 * the screen away for the browser's error page when it cannot fetch what it wants.
 */
export function mayLeave(): boolean {
  if (navigator.onLine) return true
  window.dispatchEvent(new Event(STAYED_EVENT))
  return false
}

type How = {
  replace?: boolean
  scroll?: boolean
  /** Goes once there is a network again: for what was done already and has nothing left to show here. */
  whenBack?: boolean
}
type Go = (href: string, how?: How) => boolean

/** Returns the router's `push`, which answers whether it went: without a network nobody goes anywhere. */
export function useGo(): Go {
  const router = useRouter()
  return useCallback(
    (href, { replace = false, scroll = true, whenBack = false } = {}) => {
      const move = () => (replace ? router.replace(href, { scroll }) : router.push(href, { scroll }))
      const goes = mayLeave()
      if (goes) move()
      else if (whenBack) window.addEventListener('online', move, { once: true })
      return goes
    },
    [router],
  )
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
