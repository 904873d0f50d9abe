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
  /** Address of the page to which the badge's row links. */
  href?: string
  /** True for a badge without an explanation, such as in an option of a list. */
  plain?: boolean
}

/** Renders a payment's state. Hover explains its effect on the money; so does focus, except in rows. */
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
