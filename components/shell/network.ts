import { useSyncExternalStore } from 'react'

/** Somebody wanted to another page, or a part of this one, and stayed, because there is no network. */
export const STAYED_EVENT = 'checkout:stayed'

/** The router was asked for another page or another state of this one; its answer is on the way. */
export const WENT_EVENT = 'checkout:went'

/** Whether the browser has a network; true where nobody can know, as on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/**
 * Whether another page can be asked for, or a form sent; where not, the notice that says so draws the eye. The router,
 * left alone, gives the screen away for the browser's error page when it cannot fetch what it wants.
 */
export function mayLeave(): boolean {
  if (navigator.onLine) return true
  window.dispatchEvent(new Event(STAYED_EVENT))
  return false
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
