import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  auditedDays,
  CHUNK_ROWS,
  type CsvColumn,
  csvExport,
  csvTime,
  withoutSearch,
} from '@/lib/dashboard/reads/csv-export'
import { afterCursor, newestFirst } from '@/lib/dashboard/reads/keyset'
import type { AuditEntry, AuditFilter } from '@/lib/dashboard/schema/audit'
import { audit } from '@/lib/messages/audit'
import type { Prisma } from '@/lib/platform/prisma/client'
import type { AuditPeople } from './audit-people'
import { auditConditions, shownEntries } from './list-audit'

/** Returns every entry of the filtered audit log as CSV, newest first, as one snapshot; audited like every export. */
export function exportAudit(
  ctx: ConnectionContext,
  query: AuditFilter,
  people: AuditPeople,
): AsyncGenerator<string> {
  const { cursor: _, period: __, from: ___, to: ____, ...filters } = query
  return csvExport(ctx, {
    action: 'audit.export',
    filters: { ...withoutSearch(filters), ...auditedDays(ctx, query) },
    columns: columnsOf(ctx.account.timezone),
    chunks: ctx.snapshot((moment) => chunks(moment, query, people)),
  })
}

async function* chunks(
  ctx: ConnectionContext,
  query: AuditFilter,
  people: AuditPeople,
): AsyncGenerator<AuditEntry[]> {
  const where = auditConditions(ctx, query, people)
  let after: Prisma.AuditEntryWhereInput[] = []
  for (;;) {
    const rows = await ctx.prisma.auditEntry.findMany({
      where: { AND: [...where, ...after] },
      orderBy: newestFirst,
      take: CHUNK_ROWS,
    })
    const last = rows.at(-1)
    if (!last) return
    yield shownEntries(ctx, rows, people)
    if (rows.length < CHUNK_ROWS) return
    after = [afterCursor({ resource: 'audit_entry', createdAt: last.createdAt, id: last.id })]
  }
}

function columnsOf(timezone: string): readonly CsvColumn<AuditEntry>[] {
  const local = csvTime(timezone)
  const names = audit.exported
  return [
    [names.when(timezone), ({ created_at }) => local(created_at)],
    [names.whenUtc, ({ created_at }) => created_at],
    [names.who, ({ user }) => (user ? user.name || audit.gone : audit.nobody)],
    [names.email, ({ user }) => user?.email ?? ''],
    [
      names.what,
      ({ action, outcome }) => (outcome === 'done' ? audit.actions[action] : audit.acts[action]) ?? action,
    ],
    [names.action, ({ action }) => action],
    [names.object, ({ object_id }) => object_id ?? ''],
    [names.outcome, ({ outcome }) => audit.outcome[outcome]],
    [names.address, ({ address }) => address ?? ''],
    [names.details, ({ details }) => JSON.stringify(details)],
    [names.id, ({ id }) => id],
  ]
}
