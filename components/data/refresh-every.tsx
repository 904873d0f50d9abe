'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Asks the server for the page again every `ms`, as long as it is mounted and somebody looks. */
export function RefreshEvery({ ms }: { ms: number }) {
  const router = useRouter()
  useEffect(() => {
    const poll = setInterval(() => document.hidden || router.refresh(), ms)
    return () => clearInterval(poll)
  }, [router, ms])
  return null
}
