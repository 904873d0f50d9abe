'use client'

import { useEffect } from 'react'

/** Minimum time for which a person sees the page. Previews and scanners never show it. */
const VISIBLE_MS = 2_000

/** Reports once that this page was visible to a person (decisions: opening a link). Renders nothing. */
export function CountOpen({ linkId }: { linkId: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        stop()
        // A failed request is ignored, because a missing count does no harm.
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
