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
  /** A cancel of it waits out its seconds or runs. */
  isCancelling?: boolean
  /** Where it stands in a row that leads somewhere: that place. */
  href?: string
  /** Only the word, where nothing can be explained: in an option, which is one thing to press. */
  plain?: boolean
}

/** A link's state; hovering, or the focus outside of rows, says what it means for payers. */
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
