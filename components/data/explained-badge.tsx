import type { ComponentProps } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { Badge } from '@/components/ui/badge'
import { Tooltip } from '@/components/ui/tooltip'

type Props = Omit<ComponentProps<typeof Badge>, 'className'> & {
  /** Meaning of the state for the money. */
  meaning: string
  /** Target of the row that contains the badge, if the row is a link. */
  href?: string | undefined
  /** True for a badge without an explanation, because an option of a list contains no second control. */
  plain?: boolean
}

/** Renders a badge with an explanation on hover and focus; in a row as a link for the pointer only, since a row has one tab stop. */
export function ExplainedBadge({ meaning, href, plain = false, children, ...badge }: Props) {
  if (plain) return <Badge {...badge}>{children}</Badge>
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
