'use client'

import Link, { useLinkStatus } from 'next/link'
import type { ComponentProps } from 'react'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import { useAccount } from './use-account'

type Props = Omit<ComponentProps<typeof Link>, 'prefetch' | 'href'> & {
  /** Path of a screen, such as `/payments`, which is resolved in the page's account; any other URL is unchanged. */
  href: string
  /** True to render a mark while the page is loading, for the `here:` variant and `has-data-pending:`. */
  marksPending?: boolean
}

/**
 * Renders a link to a page of the dashboard, without Next's prefetch: a click that overtakes it would show an empty page
 * until the response arrives. `PrefetchLinks` prefetches the link under the pointer instead.
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
