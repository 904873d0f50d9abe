import { type PaymentLink, paymentLinkSchema } from '@/lib/contract/payment-link'
import { type ShownLinkStatus, shownLinkStatus } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { RowMirror } from '@/lib/dashboard/mirror/shape'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/read-object'
import { Refusal } from '@/lib/dashboard/refusal'
import { isStorable } from '@/lib/domain/text'

/** Link as pages show it: the host's object with its derived state. */
export type ShownLink = PaymentLink & { shown_status: ShownLinkStatus; mirror: RowMirror }

/** Key in a link's metadata by which the link of a lost response is found: the contract has no idempotency key here. */
export const FORM_METADATA_KEY = 'dashboard_form'

export function shownLink(row: MirroredRow, now: Date): ShownLink {
  const link = paymentLinkSchema.parse(row.snapshot)
  // The dashboard's own key is not part of the merchant's metadata.
  const { [FORM_METADATA_KEY]: _, ...metadata } = link.metadata
  return { ...link, metadata, shown_status: shownLinkStatus(link, now), mirror: rowMirror(row) }
}

/** Returns a mirrored link; fetches one that the mirror lacks from the host. Throws Refusal `resource_not_found`. */
export async function mirroredLink(ctx: ConnectionContext, id: string): Promise<ShownLink> {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorLink.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const row = (await read()) ?? ((await fetchObject(ctx, 'links', id)) === 'unknown' ? null : await read())
  if (!row) throw new Refusal('resource_not_found')
  return shownLink(row, ctx.now())
}
