'use client'

import { useSyncExternalStore } from 'react'

/** Below where Tailwind's `sm` begins: panels come from below, and take the width. */
export const ON_PHONE = '(width < 40rem)'

/** Where what hangs on a button would have no room below it: a phone, also on its side, and a desk's page at 200 %. */
export const IN_SHEET = `${ON_PHONE} or (height < 34rem)`

/** A finger, not a mouse. */
export const ON_TOUCH = '(pointer: coarse)'

/** Whether a media query holds; false while the server draws. */
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
