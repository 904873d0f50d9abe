'use client'

import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { ensureOnline, NAVIGATION_EVENT } from '@/components/shell/health/network'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import { useAccount } from './use-account'

type How = {
  replace?: boolean
  scroll?: boolean
  /** True to navigate when the network is back, for a page whose action is complete. */
  whenBack?: boolean
}
type Go = (href: string, how?: How) => boolean

/** Returns a `push` within the page's account. It returns whether it navigated; offline it does not. */
export function useGo(): Go {
  const router = useRouter()
  const account = useAccount()
  return useCallback(
    (path, { replace = false, scroll = true, whenBack = false } = {}) => {
      const href = accountPath(account || null, path)
      const move = () => {
        // A navigation to the current URL loads nothing.
        if (new URL(href, location.href).href !== location.href)
          window.dispatchEvent(new Event(NAVIGATION_EVENT))
        if (replace) router.replace(href, { scroll })
        else router.push(href, { scroll })
      }
      const goes = ensureOnline()
      if (goes) move()
      else if (whenBack) window.addEventListener('online', move, { once: true })
      return goes
    },
    [router, account],
  )
}
