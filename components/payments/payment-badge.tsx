import { Ban, Check, CircleDashed, TimerOff, X } from 'lucide-react'
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

/** A payment's state; hovering says what it means for the money. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const Icon = icons[status]
  return (
    <span title={payments.meaning[status]} className="inline-flex">
      <Badge tone={paymentStates[status].tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
        {payments.status[status]}
      </Badge>
    </span>
  )
}
