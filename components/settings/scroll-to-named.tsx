'use client'

import { useEffect } from 'react'

/**
 * Scrolls to the section that the address names. Client-side navigation looks for it in the outline, which contains only
 * the first sections.
 */
export function ScrollToNamed() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return null
}
