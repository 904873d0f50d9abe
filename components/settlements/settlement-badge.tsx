import { Check, Send, TriangleAlert } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { type SettlementStatus, settlementStates } from '@/lib/contract/states'
import { settlements } from '@/lib/messages/settlements'

const icons = { PENDING: Send, PAID: Check, DEBT: TriangleAlert } as const satisfies Record<
  SettlementStatus,
  unknown
>

type Props = {
  status: SettlementStatus
  /** In a row that leads somewhere: that place. */
  href?: string
}

/** A settlement's state with its meaning for the money. */
export function SettlementBadge({ status, href }: Props) {
  const Icon = icons[status]
  return (
    <ExplainedBadge
      tone={settlementStates[status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={settlements.meaning[status]}
      href={href}
    >
      {settlements.status[status]}
    </ExplainedBadge>
  )
}
