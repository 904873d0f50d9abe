'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { accountOf } from '@/lib/dashboard/schema/account-address'
import { linkedPage } from './linked-page'

/** Time on a link before its page is prefetched: longer than a pass over it, shorter than the time before a click. */
const REST_MS = 80

type Options = NonNullable<Parameters<ReturnType<typeof useRouter>['prefetch']>[1]>
// The router's documented value; its enum is not exported.
const WHOLE = { kind: 'full' as Options['kind'] } satisfies Options

/**
 * Prefetches the page of a link while the pointer or the focus rests on it, at the latest on pointerdown. Visible rows alone
 * fetch nothing. Mounted once, in the shell.
 */
export function PrefetchLinks() {
  const router = useRouter()
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    const fetchPage = (href: string) => {
      // Pages of other accounts are loaded without the router. Offline, the router would cache the failure.
      if (accountOf(href) === accountOf(location.pathname) && navigator.onLine) router.prefetch(href, WHOLE)
    }
    const onRest = ({ target }: Event) => {
      clearTimeout(resting)
      const href = linkedPage(target)
      if (href) resting = setTimeout(fetchPage, REST_MS, href)
    }
    const onPress = (event: PointerEvent) => {
      const href = event.button === 0 ? linkedPage(event.target) : null
      if (href) fetchPage(href)
    }
    document.addEventListener('pointerover', onRest)
    document.addEventListener('focusin', onRest)
    document.addEventListener('pointerdown', onPress)
    return () => {
      clearTimeout(resting)
      document.removeEventListener('pointerover', onRest)
      document.removeEventListener('focusin', onRest)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [router])
  return null
}
