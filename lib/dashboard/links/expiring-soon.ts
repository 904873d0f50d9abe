import type { Cursor } from '@/lib/contract/cursor'
import { afterCursor, newestFirst, oldestFirst, upToCursor } from '@/lib/dashboard/reads/keyset'
import type { Prisma } from '@/lib/platform/prisma/client'

const EXPIRING_HOURS = 72

/** Until when a link that can be paid counts as about to expire. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_HOURS * 3_600_000)
}

type Row = { createdAt: Date; expiresAt: Date | null }

/** An order of the links' list: forwards, backwards, what lies after a cursor and up to it, and the moment a cursor holds. */
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

/** The next to end first; a cursor's moment is an end. */
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

/** Links that expire soon stand in the order in which they do, all others by when they were made, the newest first. */
export function linkOrder(expiring: 'soon' | undefined): LinkOrder {
  return expiring ? byEnd : byCreation
}
