import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { type HostError, HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { sql } from '@/lib/platform/sql'
import type { AuditOutcome } from './shape'

export interface AuditIntent {
  /** Id of the intent: of two intents with the same id only one may make the call. */
  id: string
  action: string
  objectId?: string
  details: Readonly<Record<string, unknown>>
}

export interface AuditRow {
  outcome: AuditOutcome
  object_id: string | null
  created_at: Date
}

/**
 * A member, or the worker, acting in a team. `connectionId` is null for actions outside every account. `db` may be a
 * transaction: the entry of a change of our own belongs in it.
 */
export type AuditScope = Pick<ConnectionContext, 'teamId' | 'now' | 'userId' | 'address'> & {
  connectionId: string | null
  db: Queryable
}

/**
 * Writes the intent before a call of the API. A failed attempt under the same id is resumed; a running, done or unknown
 * one is not. @returns null if the caller owns the intent, otherwise the existing row
 */
export async function claimAudit(
  { teamId, connectionId, db, now, userId, address }: AuditScope,
  { id, action, objectId, details }: AuditIntent,
): Promise<AuditRow | null> {
  const claimed = await db.query(sql`
    INSERT INTO dashboard.audit_entry AS a (team_id, id, user_id, action, object_id, outcome, details, created_at,
      connection_id, address)
    VALUES (${teamId}, ${id}, ${userId}, ${action}, ${objectId ?? null}, 'intent',
      -- The notice of the bank account goes also to the contact address, which the removal of the copy deletes.
      ${JSON.stringify(details)}::jsonb || COALESCE((SELECT jsonb_build_object('contact', account->>'contact_email')
        FROM dashboard.connection
        WHERE id = ${connectionId} AND ${action} LIKE 'payouts.%'), '{}'), ${now()}, ${connectionId}, ${address})
    ON CONFLICT (team_id, id) DO UPDATE SET outcome = 'intent', finished_at = NULL, created_at = excluded.created_at,
      user_id = excluded.user_id, address = excluded.address, details = excluded.details
        || jsonb_build_object('earlier', a.details || jsonb_build_object('user_id', a.user_id, 'address', a.address))
    WHERE a.outcome = 'failed' RETURNING id`)
  if (claimed.count === 1) return null
  const { rows } = await db.query<AuditRow>(sql`
    SELECT outcome, object_id, created_at FROM dashboard.audit_entry WHERE team_id = ${teamId} AND id = ${id}`)
  return rows[0] ?? { outcome: 'intent', object_id: null, created_at: now() }
}

/** Takes over an abandoned intent. @returns whether the caller owns it now; another process may have been faster */
export async function reclaimAudit(
  { teamId, db, now, userId, address = null }: AuditScope,
  id: string,
  seen: AuditRow,
): Promise<boolean> {
  const { count } = await db.query(sql`
    UPDATE dashboard.audit_entry
    SET outcome = 'intent', created_at = ${now()}, finished_at = NULL, user_id = ${userId}, address = ${address}
    WHERE team_id = ${teamId} AND id = ${id} AND created_at = ${seen.created_at} AND outcome = ${seen.outcome}`)
  return count === 1
}

/** Writes the outcome after the call. A `done` entry does not change. */
export async function finishAudit(
  { teamId, db, now }: AuditScope,
  id: string,
  outcome: Exclude<AuditOutcome, 'intent'>,
  { objectId, details = {} }: { objectId?: string; details?: Readonly<Record<string, unknown>> } = {},
): Promise<void> {
  await db.query(sql`
    UPDATE dashboard.audit_entry
    SET outcome = ${outcome}, object_id = COALESCE(${objectId ?? null}, object_id),
      details = details || ${JSON.stringify(details)}, finished_at = ${now()}
    WHERE team_id = ${teamId} AND id = ${id} AND outcome <> 'done'`)
}

/**
 * Makes the call of a claimed intent and records its outcome. Throws the host's error if nothing was executed, and
 * Refusal `outcome_unknown` if the outcome is unknown.
 */
export async function auditedCall<Data extends { id: string }>(
  ctx: ConnectionContext,
  auditId: string,
  call: () => Promise<{ data: Data; requestId: string | null }>,
): Promise<Data> {
  try {
    const { data, requestId } = await call()
    await finishAudit(ctx, auditId, 'done', { objectId: data.id, details: { request_id: requestId } })
    return data
  } catch (error) {
    if (!isHostError(error)) throw error
    const outcome = error.effect === 'none' ? 'failed' : 'unknown'
    const details = { problem: wordOf(error), request_id: error.requestId }
    await finishAudit(ctx, auditId, outcome, { details })
    ctx.log.warn({ auditId, ...details }, 'a call of the host did not succeed')
    if (outcome === 'failed') throw error
    throw new Refusal('outcome_unknown', { cause: error, requestId: error.requestId })
  }
}

function wordOf(error: HostError): string {
  return error instanceof HostRefused ? error.code : error.message
}

/** Returns the idempotency key of a member's form for an action: the same token gives the same key in every process. */
export function formKey(
  { connectionId, userId }: Pick<ConnectionContext, 'connectionId' | 'userId'>,
  action: string,
  token: string,
): string {
  return sha256(JSON.stringify([connectionId, userId, action, token]))
    .toString('hex')
    .slice(0, 32)
}

interface Act<Data> {
  action: string
  objectId?: string
  details?: Readonly<Record<string, unknown>>
  /** Facts that the result adds; null = the action changed nothing, which counts as failed. */
  result?: (data: Data) => { objectId?: string; details?: Readonly<Record<string, unknown>> } | null
}

/**
 * Runs a member's action on rows outside this schema, between its intent and its outcome in the activity. Rethrows the
 * errors of `run`: a refusal, also of a host, is recorded as failed, every other error as unknown.
 */
export async function auditedAction<Data>(
  ctx: AuditScope,
  { action, objectId, details = {}, result = () => ({}) }: Act<Data>,
  run: () => Promise<Data>,
): Promise<Data> {
  const id = newId('aud', ctx.now())
  await claimAudit(ctx, { id, action, details, ...(objectId === undefined ? {} : { objectId }) })
  let data: Data
  try {
    data = await run()
  } catch (error) {
    const isRefusal = error instanceof ApiError || error instanceof Refusal
    const problem = isRefusal ? error.code : isHostError(error) ? wordOf(error) : null
    await finishAudit(ctx, id, problem ? 'failed' : 'unknown', problem ? { details: { problem } } : {})
    throw error
  }
  const facts = result(data)
  await finishAudit(ctx, id, facts ? 'done' : 'failed', facts ?? {})
  return data
}

/** Returns the fields in which two versions of an object differ, as an activity entry stores them. */
export function changedValues<Value extends object>(before: Value, after: Value) {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([key]) => key === name)?.[1])
  const names = Object.entries(after)
    .filter(isChanged)
    .map(([name]) => name)
  const only = (object: object) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
  return { before: only(before), after: only(after) }
}
