'use client'

import { useMember } from '@/components/data/member'
import { PageLink } from '@/components/navigation/page-link'
import { useScreenPath } from '@/components/navigation/account'
import { Tooltip } from '@/components/ui/tooltip'
import { shell } from '@/lib/messages/shell'
import { isWithin, offeredItems } from '@/components/navigation/nav-items'

/** Renders the items of the left rail. A narrow rail shows their labels on hover and focus, and to screen readers. */
export function RailNav() {
  const { granted } = useMember()
  const pathname = useScreenPath()
  return (
    <nav aria-label={shell.mainNavigation} data-places="main">
      <ul className="flex flex-col gap-0.5 pointer-coarse:[@media(height<27rem)]:gap-0">
        {offeredItems(granted).map(({ href, label, Icon, holds }) => (
          <li key={href}>
            <Tooltip content={label} side="right" className="rail:hidden">
              <PageLink
                href={href}
                marksPending
                aria-current={isWithin(pathname, href, holds) ? 'page' : undefined}
                className="hit flex items-center gap-2.5 rounded-md px-2.5 font-medium text-muted transition-colors hover:bg-hover hover:text-text here:bg-accent-soft here:text-accent-text max-rail:pointer-fine:min-h-9 max-rail:justify-center max-rail:px-0"
              >
                <Icon aria-hidden className="size-4 shrink-0 max-rail:size-4.5" strokeWidth={1.9} />
                <span className="max-rail:sr-only">{label}</span>
              </PageLink>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
