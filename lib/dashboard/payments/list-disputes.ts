import type * as z from 'zod'
import { disputeStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  byCreation,
  type ListOrder,
  listTotals,
  newestFirst,
  PAGE_SIZE,
  readCursor,
  readPage,
} from '@/lib/dashboard/reads/keyset'
import { type ListPage, listFilter } from '@/lib/dashboard/reads/list'
import { searchResult } from '@/lib/dashboard/reads/search-mirror'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import type { Prisma } from '@/lib/platform/prisma/client'
import { paymentConditions } from './payment-filter'
import { laterDisputes } from './shape'
import { payerLabel, type ShownPayment, shownPayment, wholePayment } from './shown-payment'

/** Filters of the disputes in their URL. */
export const disputeFilterSchema = listFilter('payment', laterDisputes, {})

export type DisputeFilter = z.output<typeof disputeFilterSchema>

type Row = { id: string; createdAt: Date; disputeDueAt: Date | null }
type DisputeOrder = ListOrder<
  Row,
  Prisma.MirrorPaymentWhereInput,
  Prisma.MirrorPaymentOrderByWithRelationInput
>

/** Deadline in the cursor of a dispute without one: Postgres sorts nulls last. */
const NO_DEADLINE = new Date('9999-12-31T00:00:00.000Z')

/** Order by deadline, the next one first; a cursor contains a deadline. */
const byDeadline: DisputeOrder = {
  forwards: [{ disputeDueAt: 'asc' }, { id: 'asc' }],
  backwards: [{ disputeDueAt: 'desc' }, { id: 'desc' }],
  after: ({ createdAt: due, id }) =>
    due < NO_DEADLINE
      ? {
          OR: [{ disputeDueAt: { gt: due } }, { disputeDueAt: due, id: { gt: id } }, { disputeDueAt: null }],
        }
      : { disputeDueAt: null, id: { gt: id } },
  upTo: ({ createdAt: due, id }) =>
    due < NO_DEADLINE
      ? { OR: [{ disputeDueAt: { lt: due } }, { disputeDueAt: due, id: { lte: id } }] }
      : { OR: [{ disputeDueAt: { not: null } }, { disputeDueAt: null, id: { lte: id } }] },
  momentOf: ({ disputeDueAt }) => disputeDueAt ?? NO_DEADLINE,
}

/**
 * Returns one page of the disputed payments as `role` sees them, with their counts: those that need a response by their
 * deadline, the others by the payment's creation, newest first. Disputes are few, so that counting them is quick.
 */
export async function listDisputes(
  ctx: ConnectionContext,
  { status, q, cursor: place }: DisputeFilter,
  { role, limit = PAGE_SIZE }: { role: MemberRole; limit?: number },
): Promise<ListPage<ShownPayment>> {
  const { inAnyStatus, near } = await paymentConditions(ctx, { q })
  const disputed = [...inAnyStatus, { missingAt: null, disputeStatus: { not: null } }]
  const listed = [...disputed, { disputeStatus: status ?? 'NEEDS_RESPONSE' }]
  const order: DisputeOrder = status ? byCreation : byDeadline
  const cursor = readCursor('payment', place)
  const { mirrorPayment } = ctx.prisma
  const [{ shown, ...page }, groups, newer] = await Promise.all([
    readPage('payment', { cursor: place, limit, listed, order }, (args) => mirrorPayment.findMany(args)),
    mirrorPayment.groupBy({ by: ['disputeStatus'], where: { AND: disputed }, _count: { _all: true } }),
    cursor ? mirrorPayment.count({ where: { AND: [...listed, order.upTo(cursor)] } }) : 0,
  ])
  const countOf = (known: string) => groups.find((group) => group.disputeStatus === known)?._count._all ?? 0
  const counts: Record<string, number> = { ALL: countOf('NEEDS_RESPONSE') }
  for (const known of disputeStatuses) counts[known] = countOf(known)
  return {
    data: shown.map((row) => shownPayment(row, role)),
    ...page,
    totals: listTotals(ctx, { status }, { counts, newer }),
    search: searchResult(q, shown, near),
  }
}

/** Number of disputes that Home shows; the inbox has the rest. */
const SHOWN_MAX = 3

export type OpenDisputes = Awaited<ReturnType<typeof openDisputes>>

/** Returns the number of disputes that need a response, and those whose deadline is next, from the mirror only. */
export async function openDisputes({ connectionId, prisma }: ConnectionContext, role: MemberRole) {
  const where = { connectionId, missingAt: null, disputeStatus: 'NEEDS_RESPONSE' }
  const [rows, count, known] = await Promise.all([
    prisma.mirrorPayment.findMany({ where, orderBy: byDeadline.forwards, take: SHOWN_MAX }),
    prisma.mirrorPayment.count({ where }),
    prisma.mirrorPayment.findFirst({
      where: { connectionId, disputeStatus: { not: null } },
      select: { id: true },
    }),
  ])
  const next = rows.flatMap((row) => {
    const { id, payer, dispute } = wholePayment(row)
    if (!dispute) return []
    const { amount, currency, evidence_due_at: due_at } = dispute
    return [{ id, payer: payerLabel(payer, role), amount, currency, due_at }]
  })
  // The host has refunds and disputes once it has reported a dispute in any state.
  return { count, isKnown: known !== null, next }
}

/** Earlier payments that the evidence names; a bank reads few. */
const EARLIER_MAX = 5

/** Returns the payments of the same customer that were approved before a payment, newest first, as its evidence names them. */
export async function earlierApproved(
  { connectionId, prisma }: ConnectionContext,
  { customer_id: customerId, created_at: at }: Pick<ShownPayment, 'customer_id' | 'created_at'>,
) {
  if (customerId === null) return []
  const rows = await prisma.mirrorPayment.findMany({
    where: { connectionId, customerId, status: 'APPROVED', createdAt: { lt: new Date(at) } },
    orderBy: newestFirst,
    take: EARLIER_MAX,
  })
  return rows.map(wholePayment).map(({ id, amount, currency, approved_at, created_at }) => ({
    id,
    amount,
    currency,
    at: approved_at ?? created_at,
  }))
}
