import { useSyncExternalStore } from 'react'
import { holdKeysFor } from '@/components/keyboard/held-keys'

/** Event on the window after the start of a navigation to another page. */
export const NAVIGATION_EVENT = 'checkout:navigation'

/** Returns whether the browser has a network; true if unknown, as on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, isOnline, () => true)
}

/** Returns whether there is a network for a submit. The shell shows a notice while there is none. Browser only. */
export function isOnline(): boolean {
  return navigator.onLine
}

/** Starts the progress line of a navigation, and holds keys for a form. Returns false offline, where the router would fail. */
export function startNavigation(href: string): boolean {
  if (!isOnline()) return false
  holdKeysFor(href)
  const [page] = new URL(href, location.href).href.split('#')
  // A navigation within the page loads nothing.
  if (page !== location.href.split('#')[0]) window.dispatchEvent(new Event(NAVIGATION_EVENT))
  return true
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
