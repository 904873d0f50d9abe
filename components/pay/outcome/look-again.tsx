'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** The reconciler closes an unresolved payment within seconds; ask gently, and give up after some minutes. */
const FIRST_MS = 2_000
const LONGEST_MS = 15_000
const TRIES = 30

/** Looks again by itself, unless `paused`, while an outcome is not known; without scripts the page's own link does it. */
export function LookAgain({ paused = false }: { paused?: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (paused) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      timer = setTimeout(
        () => {
          tries += 1
          // Left alone without a network, the router gives the page away for the browser's own.
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
