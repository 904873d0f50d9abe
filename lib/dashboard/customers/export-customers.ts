import type { ConnectionContext } from '@/lib/dashboard/context'
import { type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { CustomerFilter, ListedCustomer } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import type { Translate } from '@/lib/messages/translator'
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
export function customerColumns(
  { timezone: zone, currency }: ConnectionContext['account'],
  t: Translate,
): readonly FileColumn<ListedCustomer>[] {
  return [
    [t('customers.exported.id'), ({ id }) => id],
    [t('customers.exported.name'), ({ name }) => name],
    [t('customers.exported.phone'), ({ phone }) => phone ?? ''],
    [t('customers.exported.email'), ({ email }) => email ?? ''],
    [t('customers.exported.status'), ({ status }) => t(`customer-states.status.${status}`)],
    [t('customers.exported.source'), ({ source }) => t(`customers.source.${source}`)],
    [t('customers.exported.reference'), ({ external_ref }) => external_ref ?? ''],
    [t('customers.exported.notes'), ({ notes }) => notes ?? ''],
    [t('customers.exported.brand'), ({ card }) => card?.brand ?? ''],
    [t('customers.exported.last4'), ({ card }) => card?.last4 ?? ''],
    [t('customers.exported.expiry'), ({ card }) => card?.expiry ?? ''],
    [t('customers.exported.cardState'), ({ card_state }) => t(`customer-states.card.${card_state}`)],
    [t('customers.exported.collected', { currency }), ({ collected: amount }) => ({ amount, currency })],
    [t('customers.exported.lastPayment', { zone }), ({ last_payment_at: local }) => (local ? { local } : '')],
    [t('customers.exported.created', { zone }), ({ created_at }) => ({ local: created_at })],
    [t('customers.exported.createdUtc'), ({ created_at }) => ({ utc: created_at })],
  ]
}
