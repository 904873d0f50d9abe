import type { ConnectionContext } from '@/lib/dashboard/context'
import { listLinks, parseListLinks } from '@/lib/dashboard/links/list-links'
import { recordShare } from '@/lib/dashboard/links/share-trace'
import type { ShareChannel } from '@/lib/dashboard/schema/link'
import type { Random } from './random'

const MINUTE_MS = 60_000
/** Ways of sharing a link: copied into a mail, sent by WhatsApp, or printed on a card for the counter. */
const WAYS: readonly (readonly [readonly ShareChannel[], weight: number])[] = [
  [['copied'], 4],
  [['whatsapp'], 4],
  [['copied', 'email'], 3],
  [['opened', 'whatsapp'], 2],
  [['qr_png', 'copied'], 1],
]

/** Records the member's shares of the newest links, each soon after its creation. */
export async function makeLinkShares(ctx: ConnectionContext, random: Random): Promise<void> {
  const { data } = await listLinks(ctx, parseListLinks({}))
  for (const { id, created_at } of data) {
    let at = Date.parse(created_at)
    for (const channel of random.weighted(WAYS)) {
      at += random.int(MINUTE_MS / 2, 9 * MINUTE_MS)
      const done = new Date(Math.min(at, ctx.now().getTime()))
      await recordShare({ ...ctx, now: () => done }, { id, channel })
    }
  }
}
