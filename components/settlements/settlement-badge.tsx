import { Check, CircleHelp, Send, TriangleAlert } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge } from '@/components/ui/badge'
import { type SettlementStatus, settlementStates } from '@/lib/contract/states'
import { mirror } from '@/lib/messages/mirror'
import { settlements } from '@/lib/messages/settlements'

const icons = { PENDING: Send, PAID: Check, DEBT: TriangleAlert } as const satisfies Record<
  SettlementStatus,
  unknown
>

type Props = {
  status: SettlementStatus
  /** Address of the page to which the badge's row links. */
  href?: string
  /** True for a badge without an explanation, such as in an option of the palette. */
  plain?: boolean
}

/** Renders a settlement's state with its effect on the money. */
export function SettlementBadge({ status, href, plain = false }: Props) {
  const Icon = icons[status]
  const look = { tone: settlementStates[status].tone, icon: <Icon aria-hidden strokeWidth={2.5} /> }
  const label = settlements.status[status]
  if (plain) return <Badge {...look}>{label}</Badge>
  return (
    <ExplainedBadge {...look} meaning={settlements.meaning[status]} href={href}>
      {label}
    </ExplainedBadge>
  )
}

/** Renders the badge of a settlement that its host no longer has, instead of its state. */
export function MissingBadge({ status, href }: { status: SettlementStatus; href: string }) {
  const meaning = `${mirror.unconfirmedBy.object_missing} ${settlements.lastState(settlements.status[status])}`
  return (
    <ExplainedBadge
      tone="warning"
      icon={<CircleHelp aria-hidden strokeWidth={2.5} />}
      meaning={meaning}
      href={href}
    >
      {settlements.missing}
    </ExplainedBadge>
  )
}
