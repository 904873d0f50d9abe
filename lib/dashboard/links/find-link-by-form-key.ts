import * as z from 'zod'
import { unparsedListSchema } from '@/lib/contract/list'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { usableId } from '@/lib/dashboard/mirror/quarantine'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { FORM_METADATA_KEY } from './form-metadata-key'

/** Tolerance for the host's clock, which may differ from ours. */
const CLOCK_MARGIN_MS = 3_600_000
const PAGE_SIZE = 100
/** Pages that are read; a lost link is among the newest. */
const PAGES_MAX = 5

/** Location of the key in a link of any form. */
const keyedSchema = z.object({ metadata: z.object({ [FORM_METADATA_KEY]: z.string() }) })

export interface FoundLink {
  /** Null for a link without a usable id. */
  id: string | null
}

/**
 * Looks at the host for the link that a form's lost call may have created, by the key in its metadata. Mirrors it, or
 * quarantines an unreadable one.
 * @returns null if the host has none
 */
export async function findLinkByFormKey(
  ctx: ConnectionContext,
  key: string,
  sentAt: Date,
): Promise<FoundLink | null> {
  const created_after = new Date(sentAt.getTime() - CLOCK_MARGIN_MS).toISOString()
  let starting_after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_SIZE, created_after, starting_after }
    const { data, at } = await ctx.client.callAs('listPaymentLinks', unparsedListSchema, { query })
    for (const raw of data.data) {
      if (keyedSchema.safeParse(raw).data?.metadata[FORM_METADATA_KEY] !== key) continue
      await writeObjects(ctx, 'links', { raws: [raw], at, source: 'list' })
      return { id: usableId(raw) }
    }
    if (!data.has_more || data.next_cursor === null) return null
    starting_after = data.next_cursor
  }
  return null
}
