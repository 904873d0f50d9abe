import type { HostProblem, ReceivedEvent, RowMirror } from '@/components/data/list-page'
import type { Payment } from '@/lib/contract/payment'

/** A payment as the dashboard's data routes answer it. */
export type ShownPayment = Payment & { mirror: RowMirror }

/** `confirmed` is null before the service was asked, false when it could not be asked; `problem` then says why. */
export type PaymentDetail = {
  payment: ShownPayment
  confirmed: boolean | null
  problem: HostProblem | null
  events: ReceivedEvent[]
  /** How often the account is settled, where the service tells it. */
  settlementSchedule: string | null
  /** What the same payer paid by the same link after this one was declined or ran out of time. */
  paidLater: { id: string; at: string } | null
}
