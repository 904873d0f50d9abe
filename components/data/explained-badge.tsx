import type { ComponentProps } from 'react'
import { PageLink } from '@/components/shell/page-link'
import { Badge } from '@/components/ui/badge'
import { Tooltip } from '@/components/ui/tooltip'

type Props = Omit<ComponentProps<typeof Badge>, 'className'> & {
  /** What the state means for the money. */
  meaning: string
  /** Where the badge stands in a row that is a link as a whole: what it leads to. */
  href?: string | undefined
}

/**
 * A badge with what it means, on hover and on focus. In a row it lies above the link that covers the row, so it is that
 * link again, for the pointer only: a list gets no second tab stop a row.
 */
export function ExplainedBadge({ meaning, href, children, ...badge }: Props) {
  if (href === undefined) {
    return (
      <Tooltip content={meaning}>
        <button type="button" className="inline-flex cursor-help rounded-sm">
          <Badge {...badge}>{children}</Badge>
        </button>
      </Tooltip>
    )
  }
  return (
    <Badge {...badge} className="relative">
      {children}
      <Tooltip content={meaning}>
        <PageLink aria-hidden tabIndex={-1} href={href} className="absolute inset-0 z-[1]" />
      </Tooltip>
    </Badge>
  )
}
