import { Ban, CheckCheck, CircleDot, Clock, TimerOff } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge } from '@/components/ui/badge'
import { type ShownLinkStatus, shownLinkTones } from '@/lib/contract/states'
import { links } from '@/lib/messages/links'

const icons = {
  ACTIVE: CircleDot,
  COMPLETED: CheckCheck,
  CANCELLED: Ban,
  EXPIRED: TimerOff,
} as const satisfies Record<ShownLinkStatus, unknown>

type Props = {
  status: ShownLinkStatus
  /** True while a cancellation is waiting or running. */
  isCancelling?: boolean
  /** Target of the row that contains the badge, if any. */
  href?: string
  /** True to omit the explanation, because an option of a list box cannot contain a second control. */
  plain?: boolean
}

/** Renders a link's state. Hover, or focus outside of rows, explains its meaning for payers. */
export function LinkBadge({ status, isCancelling = false, href, plain = false }: Props) {
  if (isCancelling) {
    return (
      <Badge tone="neutral" icon={<Clock aria-hidden strokeWidth={2.5} />}>
        {links.cancelling}
      </Badge>
    )
  }
  const Icon = icons[status]
  const look = { tone: shownLinkTones[status], icon: <Icon aria-hidden strokeWidth={2.5} /> }
  const word = links.status[status]
  if (plain) return <Badge {...look}>{word}</Badge>
  return (
    <ExplainedBadge {...look} meaning={links.meaning[status]} href={href}>
      {word}
    </ExplainedBadge>
  )
}
