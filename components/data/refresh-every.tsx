'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Refreshes the page every `ms` while it is mounted and visible. The first refresh is immediate, since Back shows an old
 * page.
 */
export function RefreshEvery({ ms }: { ms: number }) {
  const router = useRouter()
  useEffect(() => {
    // The router would replace the page by the browser's error page without a network.
    const refresh = () => document.hidden || !navigator.onLine || router.refresh()
    refresh()
    const poll = setInterval(refresh, ms)
    return () => clearInterval(poll)
  }, [router, ms])
  return null
}
