import { useSyncExternalStore } from 'react'

/** Event on the window after a navigation or a lazy module was prevented while offline. */
export const OFFLINE_EVENT = 'checkout:offline'

/** Event on the window after a navigation of `useGo` has begun. */
export const NAVIGATION_EVENT = 'checkout:navigation'

/** Returns whether the browser has a network; true if unknown, as on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/**
 * Returns whether there is a network for a navigation or a submit; otherwise highlights the offline notice. The router alone
 * would replace the screen by the browser's error page.
 */
export function ensureOnline(): boolean {
  if (navigator.onLine) return true
  window.dispatchEvent(new Event(OFFLINE_EVENT))
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
