'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Reloads a page that the router commits empty: a prefetch that fails while the click waits for it counts as an answer
 * (vercel/next.js#97807). Without a network the reload waits for it. Mounted once, in the shell.
 */
export function ReloadEmptyPage() {
  const path = usePathname()
  const query = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on each navigation
  useEffect(() => {
    if (document.getElementById('content')?.childElementCount !== 0) return
    const load = () => window.location.reload()
    if (navigator.onLine) return load()
    window.addEventListener('online', load, { once: true })
    return () => window.removeEventListener('online', load)
  }, [path, query])
  return null
}
