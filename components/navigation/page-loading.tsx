'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { watchBack } from '@/components/ui/back-guards'
import { Progress } from '@/components/ui/progress'
import { accountOf } from '@/lib/dashboard/schema/account-address'
import { common } from '@/lib/messages/common'
import { NAVIGATION_EVENT } from './network'

/** Time on a link before its page is prefetched: longer than a pass over it, shorter than the time before a click. */
const REST_MS = 80
/** Delay before the progress line appears. */
const SOON_MS = 150
/** Time after which the line disappears. */
const GIVEN_UP_MS = 15_000

type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>['prefetch']>[1]>
// The router's documented value; its enum is not exported.
const WHOLE = { kind: 'full' as PrefetchOptions['kind'] } satisfies PrefetchOptions

/** Prefetches the page of a link while the pointer or the focus rests on it. Visible rows alone fetch nothing. */
export function PrefetchLinks() {
  const router = useRouter()
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    const onRest = ({ target }: Event) => {
      clearTimeout(resting)
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
      const { origin, pathname, search } = link
      // Pages of other accounts are loaded without the router.
      if (origin !== location.origin || accountOf(pathname) !== accountOf(location.pathname)) return
      if (pathname + search === location.pathname + location.search) return
      // Offline, the router would cache the failure.
      resting = setTimeout(() => navigator.onLine && router.prefetch(pathname + search, WHOLE), REST_MS)
    }
    document.addEventListener('pointerover', onRest)
    document.addEventListener('focusin', onRest)
    return () => {
      clearTimeout(resting)
      document.removeEventListener('pointerover', onRest)
      document.removeEventListener('focusin', onRest)
    }
  }, [router])
  return null
}

/** Renders a line at the top edge while another page is loading. Mounted once, in the shell. */
export function NavigationProgress() {
  const here = `${usePathname()}?${useSearchParams()}`
  const [waitingAt, setWaitingAt] = useState<string | null>(null)
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    let over: ReturnType<typeof setTimeout> | undefined
    const stopTimers = () => {
      clearTimeout(soon)
      clearTimeout(over)
    }
    const wait = () => {
      stopTimers()
      soon = setTimeout(setWaitingAt, SOON_MS, here)
      over = setTimeout(setWaitingAt, GIVEN_UP_MS, null)
    }
    watchBack()
    reloadIfEmpty()
    window.addEventListener(NAVIGATION_EVENT, wait)
    return () => {
      stopTimers()
      // A return to this URL ends the wait.
      setWaitingAt(null)
      window.removeEventListener(NAVIGATION_EVENT, wait)
    }
  }, [here])

  // A pending state of another URL is ignored.
  return waitingAt === here ? <TopProgress /> : null
}

/** Reloads a page that the router shows empty: a prefetch that fails while the click waits counts as an answer (vercel/next.js#97807). */
function reloadIfEmpty(): void {
  if (document.getElementById('content')?.childElementCount !== 0) return
  const reload = () => location.reload()
  if (navigator.onLine) reload()
  else window.addEventListener('online', reload, { once: true })
}

/** Renders a line at the top edge while a pressed page or module is loading. */
export function TopProgress() {
  return (
    <Progress
      label={common.loading}
      done={null}
      className="fixed inset-x-0 top-0 z-50 animate-fade *:h-0.75 *:rounded-none *:bg-transparent"
    />
  )
}
