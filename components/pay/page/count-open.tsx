'use client'

import { useEffect } from 'react'

/** A person looks at least so long; previews and scanners do not look at all. */
const VISIBLE_MS = 2_000

/** Tells once that this page was really seen (decisions: opening a link). Shows nothing. */
export function CountOpen({ linkId }: { linkId: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        stop()
        // An open that is not counted harms nobody.
        fetch(`/pay/${encodeURIComponent(linkId)}/open`, { method: 'POST', keepalive: true }).catch(() => {})
      }, VISIBLE_MS)
    }
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return stop
  }, [linkId])
  return null
}
