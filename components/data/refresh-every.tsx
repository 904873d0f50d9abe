'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Asks the server for the page again every `ms`, as long as it is mounted and somebody looks. The first time at once:
 * Back shows a page as it was when it was left.
 */
export function RefreshEvery({ ms }: { ms: number }) {
  const router = useRouter()
  useEffect(() => {
    // Without a network the router would give the page away for the browser's error page.
    const refresh = () => document.hidden || !navigator.onLine || router.refresh()
    refresh()
    const poll = setInterval(refresh, ms)
    return () => clearInterval(poll)
  }, [router, ms])
  return null
}
