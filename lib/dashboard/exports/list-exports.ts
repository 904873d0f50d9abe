import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import {
  type ExportKindName,
  type ExportList,
  type ExportState,
  exportKindNames,
} from '@/lib/dashboard/schema/export'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { can } from '@/lib/dashboard/team/role-permissions'
import type { Prisma } from '@/lib/platform/prisma/client'
import { exportKinds } from './export-kinds'

const LISTED_MAX = 100

/** Returns the kinds of files that a role may create. */
export function kindsOf(role: MemberRole): ExportKindName[] {
  return exportKindNames.filter((name) => can(role, exportKinds[name].permission))
}

/**
 * Returns the condition of the files that a role may read. One that a member with `contacts.read` started contains
 * contacts: other roles read their own, and those without payments.
 */
export function readableFiles({ userId }: ConnectionContext, role: MemberRole): Prisma.ExportJobWhereInput {
  const kind = { in: kindsOf(role) }
  if (can(role, 'contacts.read')) return { kind }
  return { kind, OR: [{ userId }, { kind: 'statement' satisfies ExportKindName }] }
}

/** Returns the account's unexpired files that the role may read, newest first. */
export async function listExports(
  dashboard: Dashboard,
  ctx: ConnectionContext,
  role: MemberRole,
): Promise<ExportList> {
  const { connectionId } = ctx
  const [jobs, names] = await Promise.all([
    ctx.prisma.exportJob.findMany({
      where: { AND: [readableFiles(ctx, role), { connectionId, expiresAt: { gt: ctx.now() } }] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: LISTED_MAX,
    }),
    memberNames(dashboard, ctx.teamId),
  ])
  return {
    exports: jobs.map((job) => ({
      id: job.id,
      // The query selects known kinds, and a CHECK of the table limits the state.
      kind: job.kind as ExportKindName,
      name: job.fileName,
      state: job.state as ExportState,
      rows_total: job.rowsTotal,
      rows_done: job.rowsDone,
      bytes: job.bytes,
      as_of: job.asOf?.toISOString() ?? null,
      problem: job.state === 'FAILED' ? job.problem : null,
      made_by: job.userId === null ? null : (names.get(job.userId) ?? null),
      created_at: job.createdAt.toISOString(),
      finished_at: job.finishedAt?.toISOString() ?? null,
      expires_at: job.expiresAt.toISOString(),
    })),
  }
}
