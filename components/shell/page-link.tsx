'use client'

import Link, { useLinkStatus } from 'next/link'
import type { ComponentProps } from 'react'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import { useAccount } from './use-account'

type Props = Omit<ComponentProps<typeof Link>, 'prefetch' | 'href'> & {
  /** A screen's path, such as `/payments`, leads into the account of the page; any other stays as it is. */
  href: string
  /** Has a mark in it from its press until its page is there, for the `here:` variant and `has-data-pending:`. */
  marksPending?: boolean
}

/**
 * The house's link to a page of its own. It fetches nothing when it comes into sight: a click that overtakes such a fetch
 * shows an empty page until the answer is there (the router takes "not asked for" for "empty"). What is rested on is
 * fetched whole instead, by the shell's `AheadOfClick`.
 */
export function PageLink({ href, marksPending = false, children, ...link }: Props) {
  const account = useAccount()
  return (
    <Link {...link} href={accountPath(account || null, href)} prefetch={false}>
      {children}
      {marksPending ? <PendingMark /> : null}
    </Link>
  )
}

function PendingMark() {
  return useLinkStatus().pending ? <span hidden data-pending /> : null
}
