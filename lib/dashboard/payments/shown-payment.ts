import { type Payment, paymentSchema } from '@/lib/contract/payment'
import type { HostProblem, ReceivedEvent, RowMirror } from '@/lib/dashboard/reads/page'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/row-mirror'

/** A payment as pages show it: the host's object with what is derived from it. */
export type ShownPayment = Payment & { mirror: RowMirror }

export interface PaymentDetail {
  payment: ShownPayment
  /** False: the host did not answer, what is shown is the mirror's; `problem` says why. */
  confirmed: boolean | null
  problem: HostProblem | null
  events: ReceivedEvent[]
  /** How often the account is settled, where the host tells it. */
  settlementSchedule: string | null
  /** What the same payer paid by the same link after this one was declined or ran out of time. */
  paidLater: { id: string; at: string } | null
}

/** The payment of a mirror row. */
export function shownPayment(row: MirroredRow): ShownPayment {
  return { ...paymentSchema.parse(row.snapshot), mirror: rowMirror(row) }
}
