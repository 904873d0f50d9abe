import type { HostProblem, ReceivedEvent, RowMirror } from '@/components/data/list-page'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { ShownLinkStatus } from '@/lib/contract/states'

/** A link as the dashboard's data routes answer it. */
export type ShownLink = PaymentLink & { shown_status: ShownLinkStatus; mirror: RowMirror }

/** `confirmed` is false when the service could not be asked; `problem` then says why. */
export type LinkDetail = {
  link: ShownLink
  confirmed: boolean
  problem: HostProblem | null
  events: ReceivedEvent[]
}
