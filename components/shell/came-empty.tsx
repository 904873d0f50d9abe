'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Loads a page whole that came empty. The router takes a fetch ahead of a click that fails (a deploy, a lost line) while
 * the click waits for it for an answer with nothing in it, and would show that until somebody reloads.
 */
export function CameEmpty() {
  const path = usePathname()
  const query = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is looked at
  useEffect(() => {
    if (document.getElementById('content')?.childElementCount !== 0) return
    const load = () => window.location.reload()
    if (navigator.onLine) return load()
    // The browser's own error page would be no better.
    window.addEventListener('online', load, { once: true })
    return () => window.removeEventListener('online', load)
  }, [path, query])
  return null
}
