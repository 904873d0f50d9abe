'use client'

import { usePathname } from 'next/navigation'
import { accountOf, screenPath } from '@/lib/dashboard/schema/account-address'

/** Returns the slug of the account in the page's URL; empty outside an account. */
export function useAccount(): string {
  return accountOf(usePathname()) ?? ''
}

/** Returns the path of the page below its account, such as `/payments`; `/` is Home. */
export function useScreenPath(): string {
  return screenPath(usePathname() ?? '/')
}
