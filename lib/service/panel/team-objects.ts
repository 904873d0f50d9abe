import { ApiError } from '@/lib/contract/errors'
import { isUsableKey } from '@/lib/service/accounts/api-key-row'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { cancelBankAccountChange, removeBankAccount } from '@/lib/service/bank/set-bank-account'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import type { Panel } from './panel'

/** A usable key, an endpoint or a bank account in an account that a team owns. */
export interface TeamObject {
  kind: 'key' | 'endpoint' | 'bank_account' | 'bank_change'
  id: string
  accountId: string
  accountName: string
  teamId: string
  /** Name of the key, URL of the endpoint, or bank and holder. */
  name: string
  last4: string | null
  createdAt: Date
  /** Member who made it; null for an operator. */
  memberId: string | null
}

/** Returns what acts for the accounts of teams or receives their money and events, also without a connection to them. */
export async function listTeamObjects(
  { database, now }: Pick<Panel, 'database' | 'now'>,
  teamIds: readonly string[],
): Promise<TeamObject[]> {
  const { rows } = await database.as('checkout_system').query<TeamObject>({
    name: 'list-team-objects',
    text: `SELECT o.*, a.id AS "accountId", a.name AS "accountName", a.owner_team AS "teamId", (
          SELECT substring(e.actor FROM '^member:(.*)') FROM service.audit_entry e
          WHERE e.account_id = a.id AND e.object_id = o.id ORDER BY e.created_at, e.id LIMIT 1) AS "memberId"
      FROM service.account a CROSS JOIN LATERAL (
        SELECT CASE WHEN b.effective_at > $2 THEN 'bank_change' ELSE 'bank_account' END AS kind, b.id,
          b.bank_name || ', ' || b.holder AS name, b.last4, b.created_at AS "createdAt"
        FROM service.bank_account b WHERE b.account_id = a.id AND (b.replaced_at IS NULL OR b.replaced_at > $2)
        UNION ALL SELECT 'endpoint', w.id, w.url, NULL, w.created_at
        FROM service.webhook_endpoint w WHERE w.account_id = a.id AND w.status <> 'DELETED'
        UNION ALL SELECT 'key', k.id, k.name, k.last4, k.created_at
        FROM service.api_key k WHERE k.account_id = a.id AND ${isUsableKey('$2')}
      ) o
      WHERE a.owner_team = ANY ($1) ORDER BY o.kind, o."createdAt", o.id`,
    values: [teamIds, now()],
  })
  return rows
}

/** Revokes a key, deletes an endpoint, removes a bank account or cancels a change of it; does nothing if that is done. */
export async function dropTeamObject(
  { database, now }: Pick<Panel, 'database' | 'now'>,
  { kind, id, accountId }: Pick<TeamObject, 'kind' | 'id' | 'accountId'>,
  memberId: string,
): Promise<void> {
  const actor = { kind: 'member', id: memberId } as const
  const db = database.as('checkout_service', accountId)
  const change = { db, accountId, actor, now: now() }
  if (kind === 'key') await revokeApiKey(db, { keyId: id, actor }, now())
  else if (kind === 'endpoint')
    await changeEndpointStatus({ db, accountId, actor, now }, id, 'DELETED').catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error
    })
  // A change that is effective by now is the bank account.
  else if (kind === 'bank_account' || !(await cancelBankAccountChange(change)))
    await removeBankAccount(change, id)
}
