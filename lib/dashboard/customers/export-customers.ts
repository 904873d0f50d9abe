import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  auditedDays,
  CHUNK_ROWS,
  type CsvColumn,
  csvAmount,
  csvExport,
  csvTime,
  withoutSearch,
} from '@/lib/dashboard/reads/csv-export'
import { afterCursor, newestFirst } from '@/lib/dashboard/reads/keyset'
import { searchedText } from '@/lib/dashboard/reads/searched-text'
import type { CustomerFilter, ListedCustomer } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { customers as copy } from '@/lib/messages/customers'
import type { Prisma } from '@/lib/platform/prisma/client'
import { collectedFrom } from './collected-from'
import { customerConditions } from './customer-conditions'
import { customerSearch } from './customer-matches'
import { foundCustomer } from './found-customer'

/**
 * Yields every customer of a filtered list as CSV, newest first, as one snapshot, chunk by chunk; audited like every
 * export. Dates are in the account's time zone and in UTC. Contacts are masked for a role without `contacts.read`.
 */
export function exportCustomers(
  ctx: ConnectionContext,
  query: CustomerFilter,
  role: MemberRole,
): AsyncGenerator<string> {
  const { cursor: _, period: __, from: ___, to: ____, ...filters } = query
  return csvExport(ctx, {
    action: 'customers.export',
    filters: { ...withoutSearch(filters), ...auditedDays(ctx, query) },
    columns: columnsOf(ctx.account),
    chunks: ctx.snapshot((moment) => chunks(moment, query, role)),
  })
}

async function* chunks(
  ctx: ConnectionContext,
  query: CustomerFilter,
  role: MemberRole,
): AsyncGenerator<ListedCustomer[]> {
  const search = query.q === undefined ? null : await customerSearch(ctx, searchedText(query.q))
  const { listed } = customerConditions(ctx, query, search)
  let after: Prisma.MirrorCustomerWhereInput[] = []
  for (;;) {
    const rows = await ctx.prisma.mirrorCustomer.findMany({
      where: { AND: [...listed, ...after] },
      orderBy: newestFirst,
      take: CHUNK_ROWS,
    })
    const last = rows.at(-1)
    if (!last) return
    const ids = rows.map(({ id }) => id)
    const collected = await collectedFrom(ctx, ids)
    yield rows.map((row) => ({
      ...foundCustomer(ctx, row, { role, searched: null }),
      ...(collected.get(row.id) ?? { collected: 0, last_payment_at: null }),
    }))
    if (rows.length < CHUNK_ROWS) return
    after = [afterCursor({ resource: 'customer', createdAt: last.createdAt, id: last.id })]
  }
}

function columnsOf({
  timezone,
  currency,
}: ConnectionContext['account']): readonly CsvColumn<ListedCustomer>[] {
  const local = csvTime(timezone)
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
    [names.collected(currency), ({ collected }) => csvAmount(collected, currency)],
    [names.lastPayment(timezone), ({ last_payment_at }) => (last_payment_at ? local(last_payment_at) : '')],
    [names.created(timezone), ({ created_at }) => local(created_at)],
    [names.createdUtc, ({ created_at }) => created_at],
  ]
}
