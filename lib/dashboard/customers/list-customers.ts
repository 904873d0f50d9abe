import * as z from 'zod'
import { customerStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import {
  byCreation,
  countsOf,
  countWithTimeout,
  createdWithin,
  isQuicklyCounted,
  listTotals,
  PAGE_SIZE,
  readCursor,
  readPage,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import {
  dayFields,
  type ListCount,
  type ListPage,
  type ListTotals,
  listFilter,
} from '@/lib/dashboard/reads/list'
import { periodBounds } from '@/lib/dashboard/reads/period'
import { fetchMissingId, type MirroredRow } from '@/lib/dashboard/reads/read-object'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { dayIn } from '@/lib/domain/calendar-days'
import type { TypedPhone } from '@/lib/domain/phone'
import type { Prisma } from '@/lib/platform/prisma/client'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { sql } from '@/lib/platform/sql'
import { type CustomerSearch, customerSearch } from './customer-matches'
import { fetchCustomerByPhone } from './known-customers'
import {
  bestFirst,
  type CardState,
  cardStates,
  EXPIRING_DAYS,
  type FoundCustomer,
  foundCustomer,
} from './shown-customer'

/** Filters of the customers list in its URL. */
export const customerFilterSchema = listFilter('customer', customerStatuses, {
  card: z.enum(cardStates).optional(),
  ...dayFields,
})

export type CustomerFilter = z.output<typeof customerFilterSchema>

export type ListedCustomer = FoundCustomer & {
  /** Approved payments in the account's currency, in major units. */
  collected: number
  /** Creation time of the newest approved payment. */
  last_payment_at: string | null
}

/** One page of customers; `newPhone` is the searched phone in international notation, if no customer has it. */
export type CustomersPage = ListPage<ListedCustomer> & { newPhone: string | null }

/**
 * Returns one page of the mirrored customers as `role` sees them, newest first, with the totals that are quick to
 * compute. The customer who has a searched phone is first on the first page, and is fetched from the host if the mirror
 * has none.
 */
export async function listCustomers(
  ctx: ConnectionContext,
  query: CustomerFilter,
  { role, limit = PAGE_SIZE }: { role: MemberRole; limit?: number },
): Promise<CustomersPage> {
  const { search, owner } = await searched(ctx, query)
  const conditions = customerConditions(ctx, query, search)
  const { listed } = conditions
  const { mirrorCustomer } = ctx.prisma
  const isFirst = query.cursor === undefined
  const [{ shown, ...page }, totals, first] = await Promise.all([
    readPage('customer', { cursor: query.cursor, limit, listed, order: byCreation }, (args) =>
      mirrorCustomer.findMany(args),
    ),
    isQuicklyCounted((take) =>
      mirrorCustomer.count({ where: { connectionId: ctx.connectionId }, take }),
    ).then((isQuick) => (isQuick ? countedTotals(ctx, ctx.prisma, query, conditions) : null)),
    owner && isFirst ? mirrorCustomer.findFirst({ where: { AND: [...listed, { id: owner.id }] } }) : null,
  ])
  const all: MirroredRow[] = first ? [first, ...shown.filter(({ id }) => id !== first.id)] : shown
  const phone = search?.phone ?? null
  return {
    data: bestFirst(await listedCustomers(ctx, all, { role, searched: phone })),
    ...page,
    totals,
    search: search && { as: search.as, near: onlyResemble(all, search.near) },
    newPhone: phone?.isWhole && owner === null ? phone.written : null,
  }
}

export async function listedCustomers(
  ctx: ConnectionContext,
  rows: readonly MirroredRow[],
  viewed: { role: MemberRole; searched: TypedPhone | null },
): Promise<ListedCustomer[]> {
  const collected = await collectedFrom(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...foundCustomer(ctx, row, viewed),
    ...(collected.get(row.id) ?? { collected: 0, last_payment_at: null }),
  }))
}

/** Parses the query's search, and fetches from the host what the mirror may lack. */
async function searched(ctx: ConnectionContext, { q }: CustomerFilter) {
  if (q === undefined) return { search: null, owner: null }
  const text = searchedText(q)
  const [search] = await Promise.all([customerSearch(ctx, text), fetchMissingId(ctx, text, ['customers'])])
  return { search, owner: search.phone && (await fetchCustomerByPhone(ctx, search.phone)) }
}

/** Returns the totals of any list of customers, unless counting them takes too long. */
export async function customerTotals(ctx: ConnectionContext, query: CustomerFilter): Promise<ListCount> {
  const search = query.q === undefined ? null : await customerSearch(ctx, searchedText(query.q))
  const conditions = customerConditions(ctx, query, search)
  return { totals: await countWithTimeout(() => countedTotals(ctx, ctx.counting, query, conditions)) }
}

async function countedTotals(
  ctx: ConnectionContext,
  { mirrorCustomer }: BoundPrisma,
  query: CustomerFilter,
  { inAnyStatus, listed }: CustomerConditions,
): Promise<ListTotals> {
  const cursor = readCursor('customer', query.cursor)
  const [rows, newer] = await Promise.all([
    mirrorCustomer.groupBy({ by: ['status'], where: { AND: inAnyStatus }, _count: { _all: true } }),
    cursor ? mirrorCustomer.count({ where: { AND: [...listed, upToCursor(cursor)] } }) : 0,
  ])
  return listTotals(ctx, query, { counts: countsOf(customerStatuses, rows), newer })
}

type Condition = Prisma.MirrorCustomerWhereInput

interface CustomerConditions {
  /** Conditions other than the status: the customers of all tabs. */
  inAnyStatus: Condition[]
  listed: Condition[]
}

/**
 * Returns the conditions of a list of customers. A search for one person (a phone, an id, an e-mail, a card, a code)
 * ignores the date window; names and references are searched within it.
 */
export function customerConditions(
  ctx: Pick<ConnectionContext, 'connectionId' | 'account' | 'now'>,
  query: CustomerFilter,
  search: CustomerSearch | null,
): CustomerConditions {
  const { connectionId, account } = ctx
  const now = ctx.now().getTime()
  const inAnyStatus: Condition[] = [
    { connectionId },
    ...(query.card === undefined ? [] : [cardCondition(query.card, account.timezone, now)]),
    ...(search === null ? [] : [{ OR: search.anyOf }]),
    ...(search !== null && search.as !== 'text'
      ? []
      : [createdWithin(periodBounds(query, account.timezone, now))]),
  ]
  return { inAnyStatus, listed: query.status ? [...inAnyStatus, { status: query.status }] : inAnyStatus }
}

/** Returns the condition of a state of `cardState`. `now` in milliseconds. */
function cardCondition(card: CardState, timeZone: string, now: number): Condition {
  const today = dateOf(dayIn(now, timeZone))
  const soon = dateOf(dayIn(now + EXPIRING_DAYS * 86_400_000, timeZone))
  switch (card) {
    case 'none':
      return { cardEnd: null }
    case 'saved':
      return { cardEnd: { gt: soon } }
    case 'expiring':
      return { cardEnd: { gte: today, lte: soon } }
    case 'expired':
      return { cardEnd: { lt: today } }
  }
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`)
}

interface Collected {
  collected: number
  last_payment_at: string | null
}

/** Returns the approved payments of some customers, by customer id; a customer without any is absent. */
async function collectedFrom(
  { db, connectionId, account }: ConnectionContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Collected>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; minor: string; last: Date }>(sql`
    SELECT customer_id AS id,
      COALESCE(sum(amount_minor - refunded_minor) FILTER (WHERE currency = ${account.currency}), 0)::text
        AS minor,
      max(created_at) AS last
    FROM dashboard.mirror_payment
    WHERE connection_id = ${connectionId} AND customer_id = ANY (${customerIds})
      AND status = 'APPROVED' GROUP BY customer_id`)
  return new Map(
    rows.map(({ id, minor, last }) => [
      id,
      { collected: shownAmount(BigInt(minor), account.currency), last_payment_at: last.toISOString() },
    ]),
  )
}
