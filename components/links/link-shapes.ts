import type { HostProblem, ReceivedEvent, RowMirror } from '@/components/data/list-page'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { ShownLinkStatus } from '@/lib/contract/states'

/** A link as the dashboard's data routes answer it; lists also tell the cancel that waits or runs. */
export type ShownLink = PaymentLink & {
  shown_status: ShownLinkStatus
  mirror: RowMirror
  cancel?: ShownCancel
}

/** `confirmed` is null before the service was asked, false when it could not be asked; `problem` then says why. */
export type LinkDetail = {
  link: ShownLink
  confirmed: boolean | null
  problem: HostProblem | null
  events: ReceivedEvent[]
  cancel: ShownCancel | null
  /** When a cancel that was asked for here was carried out. */
  cancelled_at: string | null
  shares: ShareTrace[]
}

/** A cancel that waits out its seconds, runs, or failed of late. */
export type ShownCancel = {
  id: string
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'UNDONE' | 'FAILED'
  due_at: string
  problem: string | null
}

/** What can be done with a link's address here. */
export type ShareChannel =
  | 'copied'
  | 'qr_png'
  | 'qr_svg'
  | 'whatsapp'
  | 'email'
  | 'sms'
  | 'share_sheet'
  | 'opened'

/** One thing that a member did with it. */
export type ShareTrace = {
  id: string
  channel: ShareChannel
  user: { id: string; name: string } | null
  created_at: string
}

/** Records what was done; a trace that is lost disturbs nobody. */
export type RecordShare = (input: { id: string; channel: ShareChannel }) => Promise<unknown>
