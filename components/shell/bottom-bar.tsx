'use client'

import { Plus } from 'lucide-react'
import { shell } from '@/lib/messages/shell'
import { isWithin, navItems } from './nav-items'
import { PageLink } from './page-link'
import { useScreenPath } from './use-account'

const BEFORE_PLUS = 2

/** Four places and a plus under the thumb. */
export function BottomBar({ mayCreate }: { mayCreate: boolean }) {
  const pathname = useScreenPath()
  const items = navItems.map(({ href, label, Icon, holds }) => (
    <li key={href} className="flex-1">
      <PageLink
        href={href}
        marksPending
        aria-current={isWithin(pathname, href, holds) ? 'page' : undefined}
        className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-muted text-xs focus-visible:-outline-offset-2 here:font-medium here:text-accent-text"
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.8} />
        {label}
      </PageLink>
    </li>
  ))
  return (
    <nav
      aria-label={shell.mainNavigation}
      data-places="main"
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex items-center">
        {items.slice(0, BEFORE_PLUS)}
        {mayCreate ? (
          <li className="flex flex-1 justify-center">
            <PageLink
              href="/links/new"
              aria-label={shell.newLink}
              className="flex size-11 items-center justify-center rounded-full bg-accent text-on-accent"
            >
              <Plus aria-hidden className="size-5" />
            </PageLink>
          </li>
        ) : null}
        {items.slice(BEFORE_PLUS)}
      </ul>
    </nav>
  )
}
