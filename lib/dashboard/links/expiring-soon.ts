import { byCreation, type ListOrder } from '@/lib/dashboard/reads/keyset'
import type { Prisma } from '@/lib/platform/prisma/client'

const EXPIRING_HOURS = 72

/** Returns the instant before which a payable link counts as expiring soon. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_HOURS * 3_600_000)
}

type Row = { id: string; createdAt: Date; expiresAt: Date | null }

type LinkOrder = ListOrder<Row, Prisma.MirrorLinkWhereInput, Prisma.MirrorLinkOrderByWithRelationInput>

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
