import type { ConnectionContext } from '@/lib/dashboard/context'
import { byCreation, PAGE_SIZE, readPage } from '@/lib/dashboard/reads/keyset'
import { fetchMissingId, type MirroredRow } from '@/lib/dashboard/reads/read-object'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { CustomerFilter, CustomersPage } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { collectedFrom } from './collected-from'
import { customerConditions } from './customer-conditions'
import { type CustomerSearch, customerSearch } from './customer-matches'
import { quickCustomerTotals } from './customer-totals'
import { fetchCustomerByPhone } from './fetch-customer-by-phone'
import { bestFirst, foundCustomer } from './found-customer'

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
    quickCustomerTotals(ctx, query, conditions),
    owner && isFirst ? mirrorCustomer.findFirst({ where: { AND: [...listed, { id: owner.id }] } }) : null,
  ])
  const all: MirroredRow[] = first ? [first, ...shown.filter(({ id }) => id !== first.id)] : shown
  const collected = await collectedFrom(
    ctx,
    all.map(({ id }) => id),
  )
  const phone = search?.phone ?? null
  return {
    data: bestFirst(
      all.map((row) => ({
        ...foundCustomer(ctx, row, { role, searched: phone }),
        ...(collected.get(row.id) ?? { collected: 0, last_payment_at: null }),
      })),
    ),
    ...page,
    totals,
    search: search && { as: search.as, near: onlyResemble(all, search.near) },
    newPhone: phone?.isWhole && owner === null ? phone.written : null,
  }
}

/** Parses the query's search, and fetches from the host what the mirror may lack. */
async function searched(
  ctx: ConnectionContext,
  { q }: CustomerFilter,
): Promise<{ search: CustomerSearch | null; owner: { id: string } | null }> {
  if (q === undefined) return { search: null, owner: null }
  const text = searchedText(q)
  const [search] = await Promise.all([customerSearch(ctx, text), fetchMissingId(ctx, text, ['customers'])])
  return { search, owner: search.phone && (await fetchCustomerByPhone(ctx, search.phone)) }
}
