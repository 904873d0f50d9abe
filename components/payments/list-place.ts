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
    const href = sessionStorage.getItem(KEY)
    return href?.startsWith('/payments') ? href : '/payments'
  } catch {
    return '/payments'
  }
}
