import { Check, CircleDashed, CircleSlash, RotateCw, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge } from '@/components/ui/badge'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { deliveryStates } from '@/lib/contract/panel/deliveries'
import { deliveries } from '@/lib/messages/developer-deliveries'
import { deliveryState } from './delivery-text'

const icons = {
  PENDING: CircleDashed,
  RETRYING: RotateCw,
  SUCCEEDED: Check,
  FAILED: X,
  SKIPPED: CircleSlash,
} as const satisfies Record<ReturnType<typeof deliveryState>, unknown>

type Props = { of: Pick<ListedDelivery, 'status' | 'attempts'>; href?: string }

/** Renders a delivery's state. In a row it links to the row's page. */
export function DeliveryBadge({ of: delivery, href }: Props) {
  const state = deliveryState(delivery)
  const Icon = icons[state]
  return (
    <ExplainedBadge
      tone={deliveryStates[delivery.status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={deliveries.meaning[state]}
      href={href}
    >
      {deliveries.state[state]}
    </ExplainedBadge>
  )
}

/** Renders the label of a test event. */
export function TestMark() {
  return <Badge tone="muted">{deliveries.test}</Badge>
}
