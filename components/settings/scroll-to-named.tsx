'use client'

import { useEffect } from 'react'

/**
 * Brings the section that the address names into sight. A move inside the dashboard looks for it in the outline, which
 * has the first sections alone.
 */
export function ScrollToNamed() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return null
}
