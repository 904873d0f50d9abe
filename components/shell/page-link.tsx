import Link from 'next/link'
import type { ComponentProps } from 'react'

/**
 * The house's link to a page of its own. It fetches nothing when it comes into sight: a click that overtakes such a fetch
 * shows an empty page until the answer is there (the router takes "not asked for" for "empty"). What is rested on is
 * fetched whole instead, by the shell's `AheadOfClick`.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  return <Link {...props} prefetch={false} />
}
