'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { type PaymentFilter, paymentsHref } from './payment-filter'

const KEY = 'payments-list'

/** Keeps, for this tab, the filters and the page of the list that is shown, so that the way back leads there. */
export function useRememberedList(filter: PaymentFilter): void {
  const href = paymentsHref(filter, { cursor: filter.cursor })
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, href)
    } catch {
      // A browser without storage leads back to the whole list.
    }
  }, [href])
}

/** The list as it was last shown in this tab; the whole list where none was. */
export function useListHref(): string {
  return useSyncExternalStore(never, remembered, () => '/payments')
}

const never = () => () => {}

function remembered(): string {
  try {
    // A row pressed before the list's script ran has kept nothing; then the browser knows where it came from.
    const href = sessionStorage.getItem(KEY) ?? cameFrom()
    return isList(href) ? href : '/payments'
  } catch {
    return '/payments'
  }
}

function cameFrom(): string {
  if (!URL.canParse(document.referrer)) return ''
  const { origin, pathname, search } = new URL(document.referrer)
  return origin === location.origin ? pathname + search : ''
}

function isList(href: string): boolean {
  return href === '/payments' || href.startsWith('/payments?')
}
