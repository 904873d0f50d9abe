'use client'

import { useSearchParams } from 'next/navigation'
import { type RefObject, useEffect } from 'react'
import { FOCUS_PARAM } from '@/components/navigation/query-string'

/** Focuses a list's search once if the URL has the parameter, which is then removed. */
export function useSearchFocus(field: RefObject<HTMLInputElement | null>): void {
  const asked = useSearchParams().get(FOCUS_PARAM) === 'search'
  useEffect(() => {
    if (!asked) return
    // A menu or palette that led here restores the focus when it closes.
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      const url = new URL(location.href)
      url.searchParams.delete(FOCUS_PARAM)
      window.history.replaceState(null, '', url)
    })
    return () => cancelAnimationFrame(frame)
  }, [asked, field])
}
