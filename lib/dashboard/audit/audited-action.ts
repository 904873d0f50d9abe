import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { Refusal } from '@/lib/dashboard/refusal'
import { type AuditScope, claimAudit, finishAudit } from './audit-entry'

interface Act<Data> {
  action: string
  objectId?: string
  details?: Readonly<Record<string, unknown>>
  /** Facts that the result adds; null = the action changed nothing, which counts as failed. */
  result?: (data: Data) => { objectId?: string; details?: Readonly<Record<string, unknown>> } | null
}

/**
 * Runs a member's action on rows outside this schema, between its intent and its outcome in the activity. Rethrows the
 * errors of `run`: a refusal is recorded as failed, every other error as unknown.
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
    const problem = isRefusal ? { details: { problem: error.code } } : {}
    await finishAudit(ctx, id, isRefusal ? 'failed' : 'unknown', problem)
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
