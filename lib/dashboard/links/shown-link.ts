import { paymentLinkSchema } from '@/lib/contract/payment-link'
import { shownLinkStatus } from '@/lib/contract/states'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/read-object'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { FORM_METADATA_KEY } from './form-metadata-key'

/** Returns the link of a mirror row. */
export function shownLink(row: MirroredRow, now: Date): ShownLink {
  const link = paymentLinkSchema.parse(row.snapshot)
  // The dashboard's own key is not part of the merchant's metadata.
  const { [FORM_METADATA_KEY]: _, ...metadata } = link.metadata
  return { ...link, metadata, shown_status: shownLinkStatus(link, now), mirror: rowMirror(row) }
}
