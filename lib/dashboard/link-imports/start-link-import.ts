import { z } from 'zod'
import { ApiError, type FieldError, fieldErrorsIn } from '@/lib/contract/errors'
import { METADATA_KEYS_MAX } from '@/lib/contract/limits'
import { trimmedText } from '@/lib/contract/text'
import { IMPORT_ACTION } from '@/lib/dashboard/audit/list-audit'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { type LinkBody, linkBody } from '@/lib/dashboard/links/link-body'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { idField } from '@/lib/dashboard/reads/list'
import { Refusal } from '@/lib/dashboard/refusal'
import type { TextKey } from '@/lib/messages/translator'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { raw, sql } from '@/lib/platform/sql'
import { getLinkImport } from './get-link-import'
import { LINK_IMPORT_ROWS_MAX, type LinkImport } from './shape'

const NAME_MAX = 120
const INVALID: TextKey = 'refusals.own.invalid_parameters'

export const startLinkImportInput = z.object({
  /** Created when the form opens: the same token never starts two imports. */
  form_token: z.string().regex(/^[\w-]{8,100}$/, {
    message: 'refusals.fields.form_token' satisfies TextKey,
  }),
  name: trimmedText({ min: 1, max: NAME_MAX }),
  rows: z.array(z.unknown()).min(1).max(LINK_IMPORT_ROWS_MAX),
})

/**
 * Queues links for a worker, which creates them one by one. Every row is validated first, and one invalid row prevents
 * all: Refusal `invalid_parameters` names them all (`rows.3.amount`, counted from 1). Throws Refusal `imports_quota`.
 */
export async function startLinkImport(
  ctx: ConnectionContext,
  { form_token, name, rows }: z.output<typeof startLinkImportInput>,
): Promise<{ id: string }> {
  const bodies = checked(ctx, rows)
  const { connectionId, userId, db } = ctx
  const hash = sha256(JSON.stringify([connectionId, userId, 'link_import', form_token])).toString('hex')
  const id = `imp_${hash.slice(0, 32)}`
  await db.transaction(async (tx) => {
    const { count } = await tx.query(sql`
      INSERT INTO dashboard.link_batch (connection_id, id, user_id, name, state, total, created_at)
      VALUES (${connectionId}, ${id}, ${userId}, ${name}, 'QUEUED', ${bodies.length}, ${ctx.now()})
      ON CONFLICT (connection_id, id) DO NOTHING`)
    if (count === 0) return
    await deleteOldImports(tx, connectionId)
    await tx.query(sql`
      INSERT INTO dashboard.link_batch_row (connection_id, batch_id, position, body, state)
      SELECT ${connectionId}, ${id}, position, body, 'WAITING'
      FROM jsonb_array_elements(${JSON.stringify(bodies)}::jsonb) WITH ORDINALITY AS r(body, position)`)
    // The lists show one entry for all rows; each row has an entry of its own, which they omit.
    const act = { action: IMPORT_ACTION, objectId: id, details: { name, rows: bodies.length } }
    await recordTeamAudit(tx, { ...ctx, ...act, now: ctx.now() })
    await wakeSync(tx)
  })
  return { id }
}

const ENDED = `state IN ('DONE', 'STOPPED')`

/** Deletes the oldest ended imports beyond the quota. Throws Refusal `imports_quota` if too many have not ended. */
async function deleteOldImports(tx: Queryable, connectionId: string): Promise<void> {
  const { limit } = quotas.link_imports
  await tx.query(sql`
    DELETE FROM dashboard.link_batch WHERE connection_id = ${connectionId} AND ${raw(ENDED)} AND id IN (
    SELECT id FROM dashboard.link_batch WHERE connection_id = ${connectionId}
    ORDER BY ${raw(ENDED)}, created_at DESC OFFSET ${limit})`)
  const { count } = await tx.query(sql`
    SELECT FROM dashboard.link_batch WHERE connection_id = ${connectionId}`)
  if (count > limit) throw new Refusal('imports_quota')
}

/** Returns the bodies of all rows. Throws Refusal `invalid_parameters` with the invalid fields of each. */
function checked({ account, now }: ConnectionContext, rows: readonly unknown[]): LinkBody[] {
  const fields: FieldError[] = []
  const context = { currency: account.currency, now: now() }
  const bodies = rows.flatMap((row, index) => {
    const refuse = (found: FieldError) => fields.push({ ...found, field: `rows.${index + 1}.${found.field}` })
    try {
      const body = linkBody(row, context)
      // Without room for the form key, the link of a lost response could not be found and would be created twice.
      if (Object.keys(body.metadata).length >= METADATA_KEYS_MAX)
        refuse({ field: 'metadata', code: 'too_many_keys', message: INVALID })
      return [body]
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fieldErrorsIn(error.details).forEach(refuse)
      return []
    }
  })
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  return bodies
}

export const changeLinkImportInput = z.object({
  id: idField,
  /** STOPPED stops an import before its next row, QUEUED resumes a stopped one. */
  state: z.enum(['STOPPED', 'QUEUED']),
})

const changes = {
  STOPPED: { from: ['QUEUED', 'RUNNING'], action: 'imports.stop' },
  QUEUED: { from: ['STOPPED'], action: 'imports.resume' },
} as const

/** Stops or resumes an import. Created links stay; a finished import does not change. */
export async function changeLinkImport(
  ctx: ConnectionContext,
  { id, state }: z.output<typeof changeLinkImportInput>,
): Promise<LinkImport> {
  const { from, action } = changes[state]
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.query(sql`
      UPDATE dashboard.link_batch SET state = ${state}, problem = NULL, tries = 0, owner = NULL, lease_until = NULL
      WHERE connection_id = ${ctx.connectionId} AND id = ${id} AND state = ANY(${from})`)
    if (count === 0) return
    await recordTeamAudit(tx, { ...ctx, action, objectId: id, now: ctx.now() })
    if (state === 'QUEUED') await wakeSync(tx)
  })
  return (await getLinkImport(ctx, id)).linkImport
}
