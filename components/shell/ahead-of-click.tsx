'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { accountOf } from '@/lib/dashboard/schema/account-address'
import { pageBehind } from './page-behind'

/** Shorter than anybody's way from resting on a link to pressing it, longer than passing over it. */
const REST_MS = 80

type Options = NonNullable<Parameters<ReturnType<typeof useRouter>['prefetch']>[1]>
// The router's documented word; the enum that it belongs to is not exported.
const WHOLE = { kind: 'full' as Options['kind'] } satisfies Options

/**
 * Fetches the page behind a link while the pointer or the focus rests on it, and at the latest when the button goes
 * down: the click then finds it there. Rows therefore fetch nothing when they come into sight. Mounted once, in the shell.
 */
export function AheadOfClick() {
  const router = useRouter()
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    const fetchPage = (href: string) => {
      // Another account's page is loaded whole. What fails is kept as the answer.
      if (accountOf(href) === accountOf(location.pathname) && navigator.onLine) router.prefetch(href, WHOLE)
    }
    const onRest = ({ target }: Event) => {
      clearTimeout(resting)
      const href = pageBehind(target)
      if (href) resting = setTimeout(fetchPage, REST_MS, href)
    }
    const onPress = (event: PointerEvent) => {
      const href = event.button === 0 ? pageBehind(event.target) : null
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
