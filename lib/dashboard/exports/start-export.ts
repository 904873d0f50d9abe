import { z } from 'zod'
import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { countWithTimeout } from '@/lib/dashboard/reads/count-with-timeout'
import { Refusal } from '@/lib/dashboard/refusal'
import { exportKindNames } from '@/lib/dashboard/schema/export'
import { quotas } from '@/lib/dashboard/schema/quotas'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { wakeSync } from '@/lib/dashboard/sync/wake-sync'
import { can } from '@/lib/dashboard/team/role-permissions'
import { refusals } from '@/lib/messages/refusals'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { exportKinds } from './export-kinds'
import { notifyExports } from './notify-exports'

/** Retention of a file. */
const KEPT_DAYS = 7

export const startExportInput = z.object({
  /** Created when the dialog opens: the same token never creates two files. */
  form_token: z.string().regex(/^[\w-]{8,100}$/, { message: refusals.fields.form_token }),
  kind: z.enum(exportKindNames),
  input: z.unknown(),
})

/**
 * Queues a file for the worker. Throws Refusal `forbidden`, `invalid_parameters`, `export_too_large` (the page then
 * offers CSV) and `exports_waiting`.
 */
export async function startExport(
  ctx: ConnectionContext,
  { form_token, kind, input }: z.output<typeof startExportInput>,
  role: MemberRole,
): Promise<{ id: string }> {
  const entry = exportKinds[kind]
  if (!can(role, entry.permission)) throw new Refusal('forbidden')
  const { connectionId, userId, teamId, now } = ctx
  const name = nameOf(() => entry.name(ctx, input))
  // A slow count is left to the worker, which counts in any case.
  const rows = await countWithTimeout(() => entry.count({ ...ctx, prisma: ctx.counting }, input))
  if (rows !== null && rows > entry.rowsMax) throw new Refusal('export_too_large')
  const hash = sha256(JSON.stringify([connectionId, userId, 'export', form_token])).toString('hex')
  const id = `exp_${hash.slice(0, 32)}`
  const at = now()
  return ctx.db.transaction(async (tx) => {
    const making = await sameJob(tx, ctx, { kind, input })
    if (making !== null) return { id: making }
    const { count } = await tx.query({
      name: 'start-export',
      text: `INSERT INTO dashboard.export_job (connection_id, id, user_id, kind, input, file_name, state, created_at, expires_at)
        SELECT $1, $2, $3, $4, $5, $6, 'QUEUED', $7, $8
        WHERE (SELECT count(*) FROM dashboard.export_job WHERE connection_id = $1 AND state IN ('QUEUED', 'RUNNING')) < ${quotas.waiting_exports.limit}
        ON CONFLICT (connection_id, id) DO NOTHING`,
      values: [
        connectionId,
        id,
        userId,
        kind,
        JSON.stringify(input),
        `${name.replace(/[^\w.-]+/g, '_')}.${entry.format}`,
        at,
        new Date(at.getTime() + KEPT_DAYS * 86_400_000),
      ],
    })
    if (count === 0) {
      const known = await tx.query({
        text: 'SELECT FROM dashboard.export_job WHERE connection_id = $1 AND id = $2',
        values: [connectionId, id],
      })
      if (known.count === 0) throw new Refusal('exports_waiting')
      return { id }
    }
    const { action, objectId, details } = entry.audit
    await claimAudit(
      { teamId, connectionId, userId, address: ctx.address, now, db: tx },
      {
        id: `aud_${id}`,
        action,
        ...(objectId ? { objectId: objectId(input) } : {}),
        details: { format: entry.format, ...details?.(ctx, input) },
      },
    )
    await notifyExports(tx, connectionId)
    await wakeSync(tx)
    return { id }
  })
}

/** Returns the member's unfinished job for the same file; concurrent presses wait for each other. */
async function sameJob(
  tx: Queryable,
  { connectionId, userId }: ConnectionContext,
  { kind, input }: Pick<z.output<typeof startExportInput>, 'kind' | 'input'>,
): Promise<string | null> {
  await tx.query({
    text: `SELECT pg_advisory_xact_lock(hashtextextended('exports of ' || $1, 0))`,
    values: [connectionId],
  })
  const { rows } = await tx.query<{ id: string }>({
    text: `SELECT id FROM dashboard.export_job WHERE connection_id = $1 AND user_id = $2 AND kind = $3 AND input = $4::jsonb
      AND state IN ('QUEUED', 'RUNNING') ORDER BY created_at DESC LIMIT 1`,
    values: [connectionId, userId, kind, JSON.stringify(input)],
  })
  return rows[0]?.id ?? null
}

function nameOf(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError) throw new Refusal('invalid_parameters', { cause: error })
    throw error
  }
}
