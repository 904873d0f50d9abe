'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { watchBack } from '@/components/ui/back-guards'
import { WENT_EVENT } from './network'
import { pageBehind } from './page-behind'
import { TopProgress } from './top-progress'

/** A page that comes sooner needs no word of it. */
const SOON_MS = 150
/** Whoever has waited so long goes on by hand. */
const GIVEN_UP_MS = 15_000

/** A line at the top edge while the page behind a pressed link, or one that `useGo` leads to, is on its way. Mounted once, in the shell. */
export function OnTheWay() {
  const here = `${usePathname()}?${useSearchParams()}`
  const [waitingAt, setWaitingAt] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is taken note of.
  useEffect(watchBack, [here])

  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    let over: ReturnType<typeof setTimeout> | undefined
    const onClick = (event: MouseEvent) => {
      const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!elsewhere && pageBehind(event.target)) wait()
    }
    function wait() {
      clearTimeout(soon)
      clearTimeout(over)
      soon = setTimeout(() => setWaitingAt(here), SOON_MS)
      over = setTimeout(() => setWaitingAt(null), GIVEN_UP_MS)
    }
    // Before the router takes the click.
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener(WENT_EVENT, wait)
    return () => {
      clearTimeout(soon)
      clearTimeout(over)
      // Who comes back here waits for nothing any more.
      setWaitingAt(null)
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener(WENT_EVENT, wait)
    }
  }, [here])

  // Who has arrived is somewhere else than where they waited.
  if (waitingAt !== here) return null
  return <TopProgress />
}
