import type { ConnectionContext } from '@/lib/dashboard/context'
import { type CustomerSearch, customerSearch } from '@/lib/dashboard/customers/customer-matches'
import { fetchCustomerByPhone } from '@/lib/dashboard/customers/fetch-customer-by-phone'
import { bestFirst, foundCustomer } from '@/lib/dashboard/customers/found-customer'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import type { FoundCustomer } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { can } from '@/lib/dashboard/team/role-permissions'
import {
  COUNTED_MAX,
  type Counted,
  countedBy,
  createdSince,
  FOUND_MAX,
  idStart,
  NEWEST_MAX,
  NO_MORE,
} from './search-bounds'

export interface FoundPeople {
  found: FoundCustomer[]
  /** Further matching customers; `count` is 0 if all of them were found. */
  more: Counted
  newPhone: string | null
  /** True if they only resemble the text. */
  near: boolean
}

export const noCustomers: FoundPeople = {
  found: [],
  more: NO_MORE,
  newPhone: null,
  near: false,
}

/**
 * Returns a few customers who match a text, as `role` sees them: for a phone, first the customer who has it, then those
 * with one digit different, then those whose phone contains the digits. A complete phone that the mirror lacks is looked
 * up at the host.
 */
export async function palettePeople(
  ctx: ConnectionContext,
  text: string,
  role: MemberRole,
): Promise<FoundPeople> {
  const search = await customerSearch(ctx, text, { newest: NEWEST_MAX })
  const owner = search.phone && (await fetchCustomerByPhone(ctx, search.phone))
  const { mirrorCustomer } = ctx.prisma
  const matching = (anyOf: CustomerSearch['anyOf']) => ({
    AND: [{ connectionId: ctx.connectionId }, createdSince(search), { OR: anyOf }],
  })
  const where = matching([...search.anyOf, ...idStart(text)])
  const [rows, first] = await Promise.all([
    mirrorCustomer.findMany({ where, orderBy: newestFirst, take: search.phone ? NEWEST_MAX : FOUND_MAX + 1 }),
    owner ? mirrorCustomer.findFirst({ where: { AND: [where, { id: owner.id }] } }) : null,
  ])
  const all = first ? [first, ...rows.filter(({ id }) => id !== first.id)] : rows
  const ranked = bestFirst(all.map((row) => foundCustomer(ctx, row, { role, searched: search.phone })))
  const count = () => mirrorCustomer.count({ where: matching(search.anyOf), take: COUNTED_MAX })
  const more = ranked.length > FOUND_MAX ? await countedBy(count, search) : NO_MORE
  const isNew = search.phone?.isWhole && owner === null && can(role, 'customers.write')
  return {
    found: ranked.slice(0, FOUND_MAX),
    more,
    newPhone: isNew ? (search.phone?.written ?? null) : null,
    near: onlyResemble(all, search.near),
  }
}
