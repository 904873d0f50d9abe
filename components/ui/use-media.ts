import { useSyncExternalStore } from 'react'

/** Below Tailwind's `sm`: panels are at the bottom edge and have the full width. */
export const ON_PHONE = '(width < 40rem)'

/** Screens without space for a panel below a button: phones, also in landscape, and desktops at 200 % zoom. */
export const IN_SHEET = `${ON_PHONE} or (height < 34rem)`

export const ON_TOUCH = '(pointer: coarse)'

/** Returns whether a media query matches; false on the server. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
