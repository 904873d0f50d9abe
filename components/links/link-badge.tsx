import { Ban, CheckCheck, CircleDot, Clock, TimerOff } from 'lucide-react'
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
}

/** A link's state; hovering says what it means for payers. */
export function LinkBadge({ status, isCancelling = false }: Props) {
  if (isCancelling) {
    return (
      <Badge tone="neutral" icon={<Clock aria-hidden strokeWidth={2.5} />}>
        {links.cancelling}
      </Badge>
    )
  }
  const Icon = icons[status]
  return (
    <span title={links.meaning[status]} className="inline-flex">
      <Badge tone={shownLinkTones[status]} icon={<Icon aria-hidden strokeWidth={2.5} />}>
        {links.status[status]}
      </Badge>
    </span>
  )
}
