import type { ComponentProps } from 'react'
import { cn } from '@/lib/ui/cn'
import { PageLink } from './page-link'

/** Width of a count that is loading. */
const PENDING = '00,000'

type LinkProps = ComponentProps<typeof PageLink> & { current: boolean; count?: string | 'pending' | null }

/** Renders the link to one subset; `count` is its size, null if unknown. */
export function TabLink({ current, count, children, ...link }: LinkProps) {
  return (
    <li>
      <PageLink
        {...link}
        marksPending
        aria-current={current ? 'page' : undefined}
        className={cn(
          'hit -mb-px inline-flex items-center gap-1.5 border-transparent border-b-2 px-2.5 pb-0.5 font-medium text-base text-muted hover:text-text',
          'focus-visible:-outline-offset-2 here:border-accent here:text-text',
          'group-data-chips/tabs:mb-0 group-data-chips/tabs:rounded-full group-data-chips/tabs:border-0 group-data-chips/tabs:pb-0',
          'group-data-chips/tabs:text-sm group-data-chips/tabs:here:bg-accent-soft group-data-chips/tabs:here:text-accent-text',
        )}
      >
        {children}
        {count === undefined || count === null ? null : (
          <span className="tnum rounded-sm bg-sunken px-1.5 font-normal text-muted text-xs">
            {count === 'pending' ? (
              <span aria-hidden className="invisible">
                {PENDING}
              </span>
            ) : (
              count
            )}
          </span>
        )}
      </PageLink>
    </li>
  )
}
