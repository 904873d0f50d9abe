'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * First interval of the refreshes. The reconciler resolves a payment within seconds; the intervals grow and end after
 * some minutes.
 */
const FIRST_MS = 2_000
const LONGEST_MS = 15_000
const TRIES = 30

/** Refreshes the page while an outcome is unknown, unless `paused`. Without scripts the page's own link does this. */
export function RefreshUntilKnown({ paused = false }: { paused?: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (paused) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      timer = setTimeout(
        () => {
          tries += 1
          // The router would replace the page with the browser's error page without a network.
          if (navigator.onLine) router.refresh()
          if (tries < TRIES) schedule()
        },
        Math.min(FIRST_MS * 1.3 ** tries, LONGEST_MS),
      )
    }
    schedule()
    return () => clearTimeout(timer)
  }, [router, paused])
  return null
}
