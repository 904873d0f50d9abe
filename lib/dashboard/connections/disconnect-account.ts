import * as z from 'zod'
import { type AuditScope, auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { sqlStates, unsettledStates } from '@/lib/dashboard/charges/shape'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { mirrorTables } from '@/lib/dashboard/mirror/mirror-noun'
import { mirrorNouns } from '@/lib/dashboard/mirror/shape'
import { openRefundStates } from '@/lib/dashboard/refunds/shape'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { normalizeText } from '@/lib/domain/text'
import type { Handle, Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'

export const disconnectInput = z.strictObject({
  connection_id: z.string().max(200),
  /** Account's name, typed again. */
  name: z.string().max(500),
  delete_copy: z.boolean(),
})

/**
 * Disconnects an account of the team: its key and signing secrets are deleted, its host is no longer called and its
 * events are refused. The mirror stays readable, or is deleted too; the activity stays with the team either way. The
 * account at its host does not change. A mirror with a charge whose outcome is unknown is not deleted: its key and its
 * case are the only way to find the outcome. Throws Refusal `resource_not_found`, `charges_open` for such a mirror,
 * `refunds_open` while the outcome of a refund is asked for,
 * `charges_kept` if a charge became open after the account was disconnected, and `invalid_parameters` for another name.
 */
export async function disconnectAccount(
  dashboard: Pick<Dashboard, 'database'>,
  acting: AuditScope,
  { connection_id: connectionId, name, delete_copy: deleteCopy }: z.output<typeof disconnectInput>,
): Promise<{ connectionId: string }> {
  const system = asSystem(dashboard)
  const { rows } = await system.query<{ name: string; base_url: string }>(sql`
    SELECT account ->> 'name' AS name, base_url FROM dashboard.connection
    WHERE id = ${connectionId} AND team_id = ${acting.teamId}`)
  const [row] = rows
  if (!row) throw new Refusal('resource_not_found')
  if (normalizeText(row.name) !== normalizeText(name))
    throw fieldRefusal('name', 'invalid_value', 'refusals.fields.connection_name')
  if (deleteCopy && (await hasOpenCharge(system, connectionId))) throw new Refusal('charges_open')
  if (deleteCopy && (await hasOpenRefund(system, connectionId))) throw new Refusal('refunds_open')
  const act = {
    action: deleteCopy ? 'connection.remove' : 'connection.disconnect',
    objectId: connectionId,
    details: row,
    result: (isDone: boolean) => (isDone ? {} : null),
  }
  const isDone = await auditedAction({ ...acting, connectionId: null, db: system }, act, async () => {
    await cutOff(system, connectionId, acting.now())
    return !deleteCopy || deleteConnection(system, connectionId, row.name)
  })
  if (!isDone && (await hasOpenCharge(system, connectionId))) throw new Refusal('charges_kept')
  return { connectionId }
}

async function cutOff(system: Handle, connectionId: string, now: Date): Promise<void> {
  await system.transaction(async (tx) => {
    await dropConnectionKey(tx, connectionId, now)
    await tx.query(sql`DELETE FROM dashboard.connection_secret WHERE connection_id = ${connectionId}`)
  })
}

/** Disconnects an account in a transaction of the system role, and ends its imports; its signing secrets stay. */
export async function dropConnectionKey(tx: Queryable, connectionId: string, now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE dashboard.connection SET api_key_sealed = NULL, disconnected_at = ${now}
    WHERE id = ${connectionId} AND disconnected_at IS NULL`)
  await tx.query(sql`
    DELETE FROM dashboard.sync_run WHERE connection_id = ${connectionId} AND state IN ('QUEUED', 'RUNNING')`)
  await tx.query(sql`DELETE FROM dashboard.object_fetch WHERE connection_id = ${connectionId}`)
}

const unsettled = raw(sqlStates(unsettledStates))

/** Returns the SQL of a charge that may have collected money, and of a disconnected account without one. */
const openCharge = (id: string) => sql`
  SELECT FROM dashboard.charge WHERE connection_id = ${id} AND state IN (${unsettled})`
const apart = (id: string) => sql`
  SELECT FROM dashboard.connection WHERE id = ${id} AND disconnected_at IS NOT NULL AND NOT EXISTS (${openCharge(id)})`

async function hasOpenCharge(db: Queryable, connectionId: string): Promise<boolean> {
  const { count } = await db.query(sql`SELECT WHERE EXISTS (${openCharge(connectionId)})`)
  return count > 0
}

/** Returns whether a connected account has a refund whose outcome is still found. A disconnected one's is with its host. */
async function hasOpenRefund(db: Queryable, connectionId: string): Promise<boolean> {
  const { count } = await db.query(sql`
    SELECT FROM dashboard.refund r JOIN dashboard.connection c ON c.id = r.connection_id
    WHERE c.id = ${connectionId} AND c.disconnected_at IS NULL
      AND r.state IN (${raw(sqlStates(openRefundStates))}) LIMIT 1`)
  return count > 0
}

/** Rows of one statement, few enough for its time limit. */
const BATCH = 10_000

/**
 * Deletes a mirror table by table. After a kill the account is disconnected, and the same action deletes the rest.
 * @returns false if the account was connected again or a charge was sent in the meantime: the rows that exist then are
 * kept
 */
async function deleteConnection(system: Handle, connectionId: string, name: string): Promise<boolean> {
  // Imports are deleted first: if the account is connected again in between, it is imported from the start.
  const mirrored = mirrorNouns.map((noun) => mirrorTables[noun].table)
  const tables = ['dashboard.noun_import', ...mirrored, 'dashboard.received_event']
  for (const table of tables) {
    // Because of the lock, a concurrent connect waits for the statement; its rows would be missing otherwise.
    const statement = sql`
      WITH apart AS MATERIALIZED (${apart(connectionId)} FOR SHARE)
      DELETE FROM ${raw(table)} WHERE EXISTS (SELECT FROM apart) AND ctid IN (
        SELECT ctid FROM ${raw(table)} WHERE connection_id = ${connectionId} LIMIT ${raw(BATCH)})`
    let deleted = BATCH
    while (deleted === BATCH) deleted = (await system.query(statement)).count
  }
  return system.transaction(async (tx) => {
    const deleteCharges = sql`
      DELETE FROM dashboard.charge
      WHERE EXISTS (${apart(connectionId)}) AND connection_id = ${connectionId} AND state NOT IN (${unsettled})`
    // The statement waits for a draft that is being sent, which then counts as open: its sender locks charge before
    // account.
    await tx.query(deleteCharges)
    await tx.query(sql`SELECT FROM dashboard.connection WHERE id = ${connectionId} FOR UPDATE`)
    // The lock prevents new drafts; those created before the lock are deleted too.
    await tx.query(deleteCharges)
    const { count } = await tx.query(apart(connectionId))
    if (count === 0) return false
    // Its activity stays with the team and needs the account's name from now on.
    await tx.query(sql`
      UPDATE dashboard.audit_entry SET details = details || jsonb_build_object('account', ${name}::text)
      WHERE connection_id = ${connectionId}`)
    await tx.query(sql`
      INSERT INTO dashboard.retired_slug (slug, team_id, base_url, account_id)
      SELECT slug, team_id, base_url, account ->> 'id' FROM dashboard.connection WHERE id = ${connectionId}
      ON CONFLICT (slug) DO NOTHING`)
    await tx.query(sql`DELETE FROM dashboard.connection WHERE id = ${connectionId}`)
    return true
  })
}
