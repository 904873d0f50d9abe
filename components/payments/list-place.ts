'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { useAccount } from '@/components/shell/use-account'
import { accountOf, screenPath } from '@/lib/dashboard/schema/account-address'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { paymentsHref } from './payment-filter'

/** Key of the tab's storage, one for each account. */
const keyOf = (account: string) => `payments-list:${account}`

/** Keeps, for this tab, the filters and the page of the list that is shown, so that the way back leads there. */
export function useRememberedList(filter: PaymentFilter): void {
  const account = useAccount()
  const href = paymentsHref(filter, { cursor: filter.cursor })
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(account), href)
    } catch {
      // A browser without storage leads back to the whole list.
    }
  }, [account, href])
}

/** Returns the list as it was last shown in this tab; the whole list where none was. */
export function useListHref(): string {
  const account = useAccount()
  return useSyncExternalStore(
    never,
    () => remembered(account),
    () => '/payments',
  )
}

const never = () => () => {}

function remembered(account: string): string {
  try {
    // A row pressed before the list's script ran has kept nothing; then the browser knows where it came from.
    const href = sessionStorage.getItem(keyOf(account)) ?? cameFrom(account)
    return isList(href) ? href : '/payments'
  } catch {
    return '/payments'
  }
}

function cameFrom(account: string): string {
  if (!URL.canParse(document.referrer)) return ''
  const { origin, pathname, search } = new URL(document.referrer)
  return origin === location.origin && accountOf(pathname) === account ? screenPath(pathname) + search : ''
}

function isList(href: string): boolean {
  return href === '/payments' || href.startsWith('/payments?')
}
