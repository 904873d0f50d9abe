import type { ConnectionContext } from '@/lib/dashboard/context'
import { type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { CustomerFilter, ListedCustomer } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { customers as copy } from '@/lib/messages/customers'
import { customerSearch } from './customer-matches'
import { customerConditions, listedCustomers } from './list-customers'

/** Yields the customers of a filtered list, newest first; contacts are masked for a role without `contacts.read`. */
export async function* customerRows(
  ctx: ConnectionContext,
  query: CustomerFilter,
  role: MemberRole,
): AsyncGenerator<ListedCustomer[]> {
  const search = query.q === undefined ? null : await customerSearch(ctx, searchedText(query.q))
  const { listed } = customerConditions(ctx, query, search)
  const chunks = newestRows(({ after, ...page }) =>
    ctx.prisma.mirrorCustomer.findMany({ ...page, where: { AND: [...listed, after] } }),
  )
  for await (const rows of chunks) yield listedCustomers(ctx, rows, { role, searched: null })
}

/** Returns the columns of a file of customers. */
export function customerColumns({
  timezone,
  currency,
}: ConnectionContext['account']): readonly FileColumn<ListedCustomer>[] {
  const names = copy.exported
  return [
    [names.id, ({ id }) => id],
    [names.name, ({ name }) => name],
    [names.phone, ({ phone }) => phone ?? ''],
    [names.email, ({ email }) => email ?? ''],
    [names.status, ({ status }) => copy.status[status]],
    [names.source, ({ source }) => copy.source[source]],
    [names.reference, ({ external_ref }) => external_ref ?? ''],
    [names.notes, ({ notes }) => notes ?? ''],
    [names.brand, ({ card }) => card?.brand ?? ''],
    [names.last4, ({ card }) => card?.last4 ?? ''],
    [names.expiry, ({ card }) => card?.expiry ?? ''],
    [names.cardState, ({ card_state }) => copy.card[card_state]],
    [names.collected(currency), ({ collected: amount }) => ({ amount, currency })],
    [names.lastPayment(timezone), ({ last_payment_at: local }) => (local ? { local } : '')],
    [names.created(timezone), ({ created_at }) => ({ local: created_at })],
    [names.createdUtc, ({ created_at }) => ({ utc: created_at })],
  ]
}
