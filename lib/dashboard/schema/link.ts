import * as z from 'zod'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { type ShownLinkStatus, shownLinkStatuses } from '@/lib/contract/states'
import type { ShownCancel } from './link-cancel'
import { listFilter } from './list'
import type { ObjectState, RowMirror } from './mirror'

/** Link as pages show it: the host's object with its derived state. */
export type ShownLink = PaymentLink & { shown_status: ShownLinkStatus; mirror: RowMirror }

/** Link of the list; `cancel` is its waiting or running cancellation. */
export type ListedLink = ShownLink & { cancel?: ShownCancel }

export type LinkDetail = ObjectState & {
  link: ShownLink
  /** Name of the link's customer, if the mirror has one. */
  customerName: string | null
  /** Dashboard's charge that created it. */
  chargeId: string | null
  /** Cancellation that waits, runs or failed within the last day. */
  cancel: ShownCancel | null
  /** Completion time of a cancellation requested here; null if another system canceled the link. */
  cancelled_at: string | null
  /** Share trace, newest first. */
  shares: ShareTrace[]
}

/** Uses of a link's URL on this page. None of them means that anything was sent. */
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

/** One use of a link's URL by a member. */
export type ShareTrace = {
  id: string
  channel: ShareChannel
  user: { id: string; name: string } | null
  created_at: string
}

/** Filters of the links list in its URL. */
export const linkFilterSchema = listFilter('payment_link', shownLinkStatuses, {
  /** Payable links that expire within days. */
  expiring: z.literal('soon').optional(),
})
export type LinkFilter = z.output<typeof linkFilterSchema>
