'use client'

import Link, { useLinkStatus } from 'next/link'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof Link>, 'prefetch'> & {
  /** Has a mark in it from its press until its page is there, for the `here:` variant and `has-data-pending:`. */
  marksPending?: boolean
}

/**
 * The house's link to a page of its own. It fetches nothing when it comes into sight: a click that overtakes such a fetch
 * shows an empty page until the answer is there (the router takes "not asked for" for "empty"). What is rested on is
 * fetched whole instead, by the shell's `AheadOfClick`.
 */
export function PageLink({ marksPending = false, children, ...link }: Props) {
  return (
    <Link {...link} prefetch={false}>
      {children}
      {marksPending ? <PendingMark /> : null}
    </Link>
  )
}

function PendingMark() {
  return useLinkStatus().pending ? <span hidden data-pending /> : null
}
