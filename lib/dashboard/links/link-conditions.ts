import type { ShownLinkStatus } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { LinkFilter } from '@/lib/dashboard/schema/link'
import type { Prisma } from '@/lib/platform/prisma/client'
import { expiringUntil } from './expiring-soon'
import { linkMatches } from './link-matches'

/** Returns the conditions of a list of links, and the ids of those that only resemble its search. */
export async function linkConditions(
  ctx: ConnectionContext,
  { status, q, expiring }: LinkFilter,
): Promise<{ listed: Prisma.MirrorLinkWhereInput[]; near: string[] }> {
  const { connectionId } = ctx
  const now = ctx.now()
  const matches = q === undefined ? null : await linkMatches(ctx, searchedText(q))
  const listed: Prisma.MirrorLinkWhereInput[] = [
    { connectionId },
    ...(expiring ? [{ status: 'ACTIVE', expiresAt: { gt: now, lte: expiringUntil(now) } }] : []),
    ...(matches ? [{ OR: matches.anyOf }] : []),
    ...(status === undefined ? [] : [shownAs(status, now)]),
  ]
  return { listed, near: matches?.near ?? [] }
}

/** Returns the condition of a displayed status: ACTIVE with a past expiry is displayed as EXPIRED (decisions: links). */
function shownAs(status: ShownLinkStatus, now: Date): Prisma.MirrorLinkWhereInput {
  if (status === 'EXPIRED') return { status: 'ACTIVE', expiresAt: { lte: now } }
  if (status === 'ACTIVE') return { status, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  return { status }
}
