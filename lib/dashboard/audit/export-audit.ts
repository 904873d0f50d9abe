import type { ConnectionContext } from '@/lib/dashboard/context'
import { type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import type { AuditEntry, AuditFilter } from '@/lib/dashboard/schema/audit'
import { audit } from '@/lib/messages/audit'
import type { AuditPeople } from './audit-people'
import { auditConditions, shownEntries } from './list-audit'

/** Yields the entries of the filtered audit log, newest first. */
export async function* auditRows(
  ctx: ConnectionContext,
  query: AuditFilter,
  people: AuditPeople,
): AsyncGenerator<AuditEntry[]> {
  const where = auditConditions(ctx, query, people)
  const chunks = newestRows(({ after, ...page }) =>
    ctx.prisma.auditEntry.findMany({ ...page, where: { AND: [...where, after] } }),
  )
  for await (const rows of chunks) yield await shownEntries(ctx, rows, people)
}

/** Returns the columns of a file of the audit log. */
export function auditColumns(timezone: string): readonly FileColumn<AuditEntry>[] {
  const names = audit.exported
  return [
    [names.when(timezone), ({ created_at }) => ({ local: created_at })],
    [names.whenUtc, ({ created_at }) => ({ utc: created_at })],
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
