'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { watchBack } from '@/components/ui/back-guards'
import { Progress } from '@/components/ui/progress'
import { accountOf } from '@/lib/dashboard/account-address'
import { NAVIGATION_EVENT } from './network'

/** Time on a link before its page is prefetched: longer than a pass over it, shorter than the time before a click. */
const REST_MS = 80
/** Delay after which a first page is at rest. */
const AT_REST_MS = 1_500
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
    const onRest = ({ type, target }: Event) => {
      clearTimeout(resting)
      // A press fetches the page itself, and the router would not wait for a prefetch under way.
      if (type === 'pointerdown') return
      if (type === 'focusin' && target instanceof Element && !target.matches(':focus-visible')) return
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
      const { origin, pathname, search } = link
      // Pages of other accounts are loaded without the router.
      if (origin !== location.origin || accountOf(pathname) !== accountOf(location.pathname)) return
      if (pathname + search === location.pathname + location.search) return
      // Offline, the router would cache the failure.
      resting = setTimeout(() => navigator.onLine && router.prefetch(pathname + search, WHOLE), REST_MS)
    }
    const stopped = new AbortController()
    for (const type of ['pointerover', 'focusin', 'pointerdown'])
      document.addEventListener(type, onRest, { signal: stopped.signal })
    return () => {
      clearTimeout(resting)
      stopped.abort()
    }
  }, [router])
  return null
}

type Line = { saveData?: boolean; effectiveType?: string }

/** Fetches the scripts of the navigation's screens once the first page is at rest; not on a slow or metered line. */
export function PrefetchScripts({ urls }: { urls: readonly string[] }) {
  useEffect(() => {
    // The type lacks the property, and so do some browsers.
    const { saveData, effectiveType } = (navigator as { connection?: Line }).connection ?? {}
    if (saveData || effectiveType?.endsWith('2g')) return
    const fetchOthers = async () => {
      for (const url of urls) {
        const { length } = performance.getEntriesByName(new URL(url, location.href).href)
        if (length === 0) await fetch(url, { priority: 'low' }).then((answer) => answer.blob())
      }
    }
    const timer = setTimeout(() => void fetchOthers().catch(() => {}), AT_REST_MS)
    return () => clearTimeout(timer)
  }, [urls])
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

export function TopProgress() {
  const t = useTexts()
  return (
    <Progress
      label={t('common.loading')}
      done={null}
      className="fixed inset-x-0 top-0 z-50 animate-fade *:h-0.75 *:rounded-none *:bg-transparent"
    />
  )
}
