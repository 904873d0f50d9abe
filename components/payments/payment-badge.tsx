import { Ban, Check, CircleDashed, TimerOff, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge } from '@/components/ui/badge'
import { type PaymentStatus, paymentStates } from '@/lib/contract/states'
import { payments } from '@/lib/messages/payments'

const icons = {
  PENDING: CircleDashed,
  APPROVED: Check,
  FAILED: X,
  VOIDED: Ban,
  TIMEOUT: TimerOff,
} as const satisfies Record<PaymentStatus, unknown>

type Props = {
  status: PaymentStatus
  /** Where it stands in a row that leads somewhere: that place. */
  href?: string
  /** Only the word, where nothing can be explained: in an option, which is one thing to press. */
  plain?: boolean
}

/** A payment's state; hovering, or the focus outside of rows, says what it means for the money. */
export function PaymentBadge({ status, href, plain = false }: Props) {
  const Icon = icons[status]
  const look = { tone: paymentStates[status].tone, icon: <Icon aria-hidden strokeWidth={2.5} /> }
  const word = payments.status[status]
  if (plain) return <Badge {...look}>{word}</Badge>
  return (
    <ExplainedBadge {...look} meaning={payments.meaning[status]} href={href}>
      {word}
    </ExplainedBadge>
  )
}
