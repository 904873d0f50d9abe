import * as z from 'zod'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { type ShownLinkStatus, shownLinkStatuses } from '@/lib/contract/states'
import type { ShownCancel } from './link-cancel'
import { listFields } from './list'
import type { ObjectState, RowMirror } from './mirror'

/** A link as pages show it: the host's object with its derived state. */
export type ShownLink = PaymentLink & { shown_status: ShownLinkStatus; mirror: RowMirror }

/** A link of the list; `cancel` is the one that waits or runs. */
export type ListedLink = ShownLink & { cancel?: ShownCancel }

export type LinkDetail = ObjectState & {
  link: ShownLink
  /** Name of the link's customer, where the mirror has one. */
  customerName: string | null
  /** The dashboard's charge that made it. */
  chargeId: string | null
  /** The cancel that waits, runs or failed in the last day. */
  cancel: ShownCancel | null
  /** The end of a cancel that was requested here; null where another system canceled the link. */
  cancelled_at: string | null
  /** Newest first. */
  shares: ShareTrace[]
}

/** The ways to use a link's address here. None of them means that anything was sent. */
export const shareChannels = [
  'copied',
  'qr_png',
  'qr_svg',
  'whatsapp',
  'email',
  'sms',
  'share_sheet',
  'opened',
] as const
export type ShareChannel = (typeof shareChannels)[number]

/** One use of a link's address by a member. */
export type ShareTrace = {
  id: string
  channel: ShareChannel
  user: { id: string; name: string } | null
  created_at: string
}

/** The filters of the links list in its URL. */
export const linkFilterSchema = z.object({
  ...listFields('payment_link', shownLinkStatuses),
  /** Payable links that expire within days. */
  expiring: z.literal('soon').optional(),
})
export type LinkFilter = z.output<typeof linkFilterSchema>
