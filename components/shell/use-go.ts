'use client'

import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import { mayLeave, WENT_EVENT } from './network'
import { useAccount } from './use-account'

type How = {
  replace?: boolean
  scroll?: boolean
  /** Goes once there is a network again: for what was done already and has nothing left to show here. */
  whenBack?: boolean
}
type Go = (href: string, how?: How) => boolean

/** Returns the router's `push` into the page's account, which answers whether it went: without a network nobody goes anywhere. */
export function useGo(): Go {
  const router = useRouter()
  const account = useAccount()
  return useCallback(
    (path, { replace = false, scroll = true, whenBack = false } = {}) => {
      const href = accountPath(account || null, path)
      const move = () => {
        // Where one is already, nothing is waited for.
        if (new URL(href, location.href).href !== location.href) window.dispatchEvent(new Event(WENT_EVENT))
        if (replace) router.replace(href, { scroll })
        else router.push(href, { scroll })
      }
      const goes = mayLeave()
      if (goes) move()
      else if (whenBack) window.addEventListener('online', move, { once: true })
      return goes
    },
    [router, account],
  )
}
