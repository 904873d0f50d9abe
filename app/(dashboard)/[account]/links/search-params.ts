import { z } from 'zod'
import type { LinkFilter } from '@/components/links/link-filter'
import { decodeCursor } from '@/lib/contract/cursor'
import { QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { shownLinkStatuses } from '@/lib/contract/states'

const schema = z.object({
  status: z.enum(shownLinkStatuses).optional().catch(undefined),
  q: z.string().trim().min(1).max(QUERY_TEXT_MAX).optional().catch(undefined),
  expiring: z.literal('soon').optional().catch(undefined),
  cursor: z
    .string()
    .refine((cursor) => decodeCursor('payment_link', cursor) !== null)
    .optional()
    .catch(undefined),
})

/** The links page's filters from its address; what cannot be read is left out, so that an old address still works. */
export function parseLinkFilter(params: Readonly<Record<string, string | string[] | undefined>>): LinkFilter {
  const parsed = schema.parse(params)
  // Absent keys, not undefined ones: the filter is part of a query key and of an address.
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined))
}
