'use client'

import { useEffect, useRef } from 'react'
import { addLayer } from './back-guards'

/** Under a thumb Back closes what is open, as its own button does, instead of leaving the page. How: `addLayer`. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open || !matchMedia('(pointer: coarse)').matches) return
    return addLayer({ close: () => latest.current() })
  }, [open])
}
