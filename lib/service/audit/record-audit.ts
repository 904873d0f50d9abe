import { newId } from '@/lib/contract/ids'
import type { Queryable } from '@/lib/platform/database'
import type { Actor } from '@/lib/service/context'

export interface AuditTrace {
  accountId: string
  actor: Actor
  /** Action as `<noun>.<verb in the past>`, such as `api_key.revoked`. */
  action: string
  objectId: string | null
  /** Plain facts for readers; never a secret or a card number. */
  details?: Record<string, unknown>
  now: Date
}

/** Returns an actor in the format of audit rows: `kind:id`, or the kind alone. */
export function actorText(actor: Actor): string {
  return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind
}

/** Records an action and its actor, inside the transaction of the change itself. */
export async function recordAudit(tx: Queryable, trace: AuditTrace): Promise<void> {
  await tx.query({
    name: 'record-audit',
    text: `INSERT INTO service.audit_entry (account_id, id, actor, action, object_id, details, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      trace.accountId,
      newId('aud', trace.now),
      actorText(trace.actor),
      trace.action,
      trace.objectId,
      JSON.stringify(trace.details ?? {}),
      trace.now,
    ],
  })
}
