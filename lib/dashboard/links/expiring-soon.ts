import type { Cursor } from '@/lib/contract/cursor'
import { afterCursor, newestFirst, oldestFirst, upToCursor } from '@/lib/dashboard/reads/keyset'
import type { Prisma } from '@/lib/platform/prisma/client'

const EXPIRING_HOURS = 72

/** Returns the instant before which a payable link counts as expiring soon. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_HOURS * 3_600_000)
}

type Row = { createdAt: Date; expiresAt: Date | null }

/** Order of the links' list: forwards, backwards, the conditions after and up to a cursor, and the cursor's instant. */
interface LinkOrder {
  forwards: Prisma.MirrorLinkOrderByWithRelationInput[]
  backwards: Prisma.MirrorLinkOrderByWithRelationInput[]
  after(cursor: Cursor): Prisma.MirrorLinkWhereInput
  upTo(cursor: Cursor): Prisma.MirrorLinkWhereInput
  momentOf(row: Row): Date
}

const byCreation: LinkOrder = {
  forwards: newestFirst,
  backwards: oldestFirst,
  after: afterCursor,
  upTo: upToCursor,
  momentOf: ({ createdAt }) => createdAt,
}

/** Order by expiry, soonest first; a cursor contains an expiry. */
const byEnd: LinkOrder = {
  forwards: [{ expiresAt: 'asc' }, { id: 'asc' }],
  backwards: [{ expiresAt: 'desc' }, { id: 'desc' }],
  after: ({ createdAt: end, id }) => ({
    expiresAt: { gte: end },
    OR: [{ expiresAt: { gt: end } }, { expiresAt: end, id: { gt: id } }],
  }),
  upTo: ({ createdAt: end, id }) => ({
    expiresAt: { lte: end },
    OR: [{ expiresAt: { lt: end } }, { expiresAt: end, id: { lte: id } }],
  }),
  momentOf: ({ expiresAt, createdAt }) => expiresAt ?? createdAt,
}

/** Returns the order of a list: by expiry for links that expire soon, otherwise by creation, newest first. */
export function linkOrder(expiring: 'soon' | undefined): LinkOrder {
  return expiring ? byEnd : byCreation
}
