import { usePathname, useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { accountOf, accountPath, screenPath } from '@/lib/dashboard/account-address'
import { startNavigation } from './network'

type How = {
  replace?: boolean
  scroll?: boolean
  /** True to navigate when the network is back, for a form whose action is complete. */
  whenBack?: boolean
}

/** Returns a `push` within the page's account. It returns whether it navigated; offline it does not. */
export function useGo(): (path: string, how?: How) => boolean {
  const router = useRouter()
  const account = useAccount()
  return useCallback(
    (path, { replace = false, scroll = true, whenBack = false } = {}) => {
      const href = accountPath(account || null, path)
      const move = () => router[replace ? 'replace' : 'push'](href, { scroll })
      const goes = startNavigation(href)
      if (goes) move()
      else if (whenBack) window.addEventListener('online', move, { once: true })
      return goes
    },
    [router, account],
  )
}

/** Returns the slug of the account in the page's URL; empty outside an account. */
export function useAccount(): string {
  return accountOf(usePathname()) ?? ''
}

/** Returns the path of the page below its account, such as `/payments`; `/` is Home. */
export function useScreenPath(): string {
  return screenPath(usePathname() ?? '/')
}
