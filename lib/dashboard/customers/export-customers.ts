import type { ConnectionContext } from '@/lib/dashboard/context'
import { type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import type { Translate } from '@/lib/messages/translator'
import { customerSearch } from './customer-matches'
import {
  type CustomerFilter,
  customerConditions,
  type ListedCustomer,
  listedCustomers,
} from './list-customers'

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

export function customerColumns(
  { timezone: zone, currency }: ConnectionContext['account'],
  t: Translate,
): readonly FileColumn<ListedCustomer>[] {
  return [
    [t('customer-file.columns.id'), ({ id }) => id],
    [t('customer-file.columns.name'), ({ name }) => name],
    [t('customer-file.columns.phone'), ({ phone }) => phone ?? ''],
    [t('customer-file.columns.email'), ({ email }) => email ?? ''],
    [t('customer-file.columns.status'), ({ status }) => t(`customer-states.status.${status}`)],
    [t('customer-file.columns.source'), ({ source }) => t(`customer-file.source.${source}`)],
    [t('customer-file.columns.reference'), ({ external_ref }) => external_ref ?? ''],
    [t('customer-file.columns.notes'), ({ notes }) => notes ?? ''],
    [t('customer-file.columns.brand'), ({ card }) => card?.brand ?? ''],
    [t('customer-file.columns.last4'), ({ card }) => card?.last4 ?? ''],
    [t('customer-file.columns.expiry'), ({ card }) => card?.expiry ?? ''],
    [t('customer-file.columns.cardState'), ({ card_state }) => t(`customer-states.card.${card_state}`)],
    [t('customer-file.columns.collected', { currency }), ({ collected: amount }) => ({ amount, currency })],
    [
      t('customer-file.columns.lastPayment', { zone }),
      ({ last_payment_at: local }) => (local ? { local } : ''),
    ],
    [t('customer-file.columns.created', { zone }), ({ created_at }) => ({ local: created_at })],
    [t('customer-file.columns.createdUtc'), ({ created_at }) => ({ utc: created_at })],
  ]
}
