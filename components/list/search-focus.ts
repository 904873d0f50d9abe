'use client'

import { useSearchParams } from 'next/navigation'
import { type RefObject, useEffect } from 'react'
import { FOCUS_PARAM } from './list-href'

/** Puts the cursor into a list's search where the address asks for it, once: the parameter leaves the address. */
export function useSearchFocus(field: RefObject<HTMLInputElement | null>): void {
  const asked = useSearchParams().get(FOCUS_PARAM) === 'search'
  useEffect(() => {
    if (!asked) return
    // A menu or palette that led here gives the focus back as it closes.
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      const url = new URL(location.href)
      url.searchParams.delete(FOCUS_PARAM)
      window.history.replaceState(null, '', url)
    })
    return () => cancelAnimationFrame(frame)
  }, [asked, field])
}
