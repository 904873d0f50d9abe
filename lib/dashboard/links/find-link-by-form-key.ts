import * as z from 'zod'
import { unparsedListSchema } from '@/lib/contract/list'
import { CLOCK_MARGIN_MS } from '@/lib/dashboard/client/host-clock'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { usableId } from '@/lib/dashboard/mirror/parse-object'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { FORM_METADATA_KEY } from './form-metadata-key'

const PAGE_SIZE = 100
/** Pages that are read; few merchants create more links in half an hour. */
const PAGES_MAX = 10

/** Location of the key in a link of any form. */
const keyedSchema = z.object({ metadata: z.object({ [FORM_METADATA_KEY]: z.string() }) })

export interface FoundLink {
  /** Null for a link without a usable id. */
  id: string | null
}

/**
 * Looks at the host for the link that a form's lost call may have created, by the key in its metadata. Mirrors it, or
 * quarantines an unreadable one. Returns `none` only if every link of the call's time was read, else `unsearched`.
 */
export async function findLinkByFormKey(
  ctx: ConnectionContext,
  key: string,
  sentAt: Date,
): Promise<FoundLink | 'none' | 'unsearched'> {
  const called = ctx.clock.at(sentAt).getTime()
  const created_after = new Date(called - CLOCK_MARGIN_MS).toISOString()
  const created_before = new Date(called + CLOCK_MARGIN_MS).toISOString()
  let starting_after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_SIZE, created_after, created_before, starting_after }
    const { data, at } = await ctx.client.callAs('listPaymentLinks', unparsedListSchema, { query })
    for (const raw of data.data) {
      if (keyedSchema.safeParse(raw).data?.metadata[FORM_METADATA_KEY] !== key) continue
      await writeObjects(ctx, 'links', { raws: [raw], at, source: 'list' })
      return { id: usableId(raw) }
    }
    // The response may have shown that the host's clock is another one than the window's.
    if (!data.has_more) return ctx.clock.at(sentAt).getTime() === called ? 'none' : 'unsearched'
    if (data.next_cursor === null) break
    starting_after = data.next_cursor
  }
  return 'unsearched'
}
