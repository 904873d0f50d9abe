'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { NAVIGATION_EVENT } from '@/components/shell/health/network'
import { watchBack } from '@/components/ui/back-guards'
import { linkedPage } from './linked-page'
import { TopProgress } from './top-progress'

/** Delay before the line appears. */
const SOON_MS = 150
/** Time after which the line disappears. */
const GIVEN_UP_MS = 15_000

/** Renders a line at the top edge while the page of a pressed link or of `useGo` is loading. Mounted once, in the shell. */
export function NavigationProgress() {
  const here = `${usePathname()}?${useSearchParams()}`
  const [waitingAt, setWaitingAt] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for each URL
  useEffect(watchBack, [here])

  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    let over: ReturnType<typeof setTimeout> | undefined
    const onClick = (event: MouseEvent) => {
      const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!elsewhere && linkedPage(event.target)) wait()
    }
    function wait() {
      clearTimeout(soon)
      clearTimeout(over)
      soon = setTimeout(() => setWaitingAt(here), SOON_MS)
      over = setTimeout(() => setWaitingAt(null), GIVEN_UP_MS)
    }
    // The capture phase precedes the router.
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener(NAVIGATION_EVENT, wait)
    return () => {
      clearTimeout(soon)
      clearTimeout(over)
      // A return to this URL ends the wait.
      setWaitingAt(null)
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener(NAVIGATION_EVENT, wait)
    }
  }, [here])

  // A pending state of another URL is ignored.
  if (waitingAt !== here) return null
  return <TopProgress />
}
