'use client'

import { useEffect, useRef } from 'react'
import { addLayer } from './back-guards'

/** Makes Back close an open layer on a touch device, instead of leaving the page (`addLayer`). */
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
