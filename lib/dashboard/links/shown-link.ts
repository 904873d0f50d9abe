import { type PaymentLink, paymentLinkSchema } from '@/lib/contract/payment-link'
import { type ShownLinkStatus, shownLinkStatus } from '@/lib/contract/states'
import type { HostProblem, ReceivedEvent, RowMirror } from '@/lib/dashboard/reads/page'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/row-mirror'
import { FORM_MARK } from './form-mark'
import type { ShownCancel } from './link-cancel'
import type { ShareTrace } from './share-trace'

/** A link as pages show it: the host's object with what is derived from it. */
export type ShownLink = PaymentLink & { shown_status: ShownLinkStatus; mirror: RowMirror }

export interface LinkDetail {
  link: ShownLink
  /** False: the host did not answer, what is shown is the mirror's; `problem` says why. */
  confirmed: boolean | null
  problem: HostProblem | null
  events: ReceivedEvent[]
  /** The cancel that waits, runs or failed of late. */
  cancel: ShownCancel | null
  /** When a cancel that was asked for here was carried out; null where another system cancelled it. */
  cancelled_at: string | null
  /** What members did with its address, newest first. */
  shares: ShareTrace[]
}

/** The link of a mirror row. */
export function shownLink(row: MirroredRow, now: Date): ShownLink {
  const link = paymentLinkSchema.parse(row.snapshot)
  // The dashboard's own mark is nothing that the merchant wrote.
  const { [FORM_MARK]: _, ...metadata } = link.metadata
  return { ...link, metadata, shown_status: shownLinkStatus(link, now), mirror: rowMirror(row) }
}
