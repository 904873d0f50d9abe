import { Check, CircleDashed, CircleSlash, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge } from '@/components/ui/badge'
import { type DeliveryStatus, deliveryStates } from '@/lib/contract/deliveries'
import { deliveries } from '@/lib/messages/developer-deliveries'

const icons = {
  PENDING: CircleDashed,
  SUCCEEDED: Check,
  FAILED: X,
  SKIPPED: CircleSlash,
} as const satisfies Record<DeliveryStatus, unknown>

/** A delivery's result; in a row it leads where the row leads. */
export function DeliveryBadge({ status, href }: { status: DeliveryStatus; href?: string }) {
  const Icon = icons[status]
  return (
    <ExplainedBadge
      tone={deliveryStates[status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={deliveries.meaning[status]}
      href={href}
    >
      {deliveries.status[status]}
    </ExplainedBadge>
  )
}

/** The mark of a test event. */
export function TestMark() {
  return <Badge tone="muted">{deliveries.test}</Badge>
}
