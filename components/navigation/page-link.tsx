'use client'

import Link, { useLinkStatus } from 'next/link'
import type { ComponentProps } from 'react'
import { accountPath } from '@/lib/dashboard/account-address'
import { startNavigation } from './network'
import { useAccount } from './use-go'

type Props = Omit<ComponentProps<typeof Link>, 'prefetch' | 'href' | 'onNavigate'> & {
  /** Path of a screen, such as `/payments`, which is resolved in the page's account; any other URL is unchanged. */
  href: string
  /** True to render a mark while the page is loading, for the `here:` variant and `has-data-pending:`. */
  marksPending?: boolean
}

/**
 * Renders a link to a page of the dashboard, which stays on its page without a network. Next's own prefetch would fetch
 * every page in sight; `PrefetchLinks` prefetches the link under the pointer instead.
 */
export function PageLink({ href, marksPending = false, children, ...link }: Props) {
  const account = useAccount()
  const address = accountPath(account || null, href)
  return (
    <Link
      {...link}
      href={address}
      prefetch={false}
      onNavigate={(event) => {
        // Pages without an account have no notice of a lost network.
        if (!startNavigation(address) && account) event.preventDefault()
      }}
    >
      {children}
      {marksPending ? <PendingMark /> : null}
    </Link>
  )
}

function PendingMark() {
  return useLinkStatus().pending ? <span hidden data-pending /> : null
}
