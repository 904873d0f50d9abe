import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type AccountRow, accountColumns, getAccount } from './account-row'
import type { AccountChange } from './change-account'
import { lockKeys } from './create-api-key'

/** Gives an account to a team, and ends the keys of the former one. Throws `account_not_found`. */
export async function giveAccount(
  db: Handle,
  { accountId, actor, team, onlyUnowned = false }: AccountChange & { team: string; onlyUnowned?: boolean },
  now: Date,
): Promise<AccountRow> {
  const given = await db.transaction(async (tx) => {
    await lockKeys(tx, accountId)
    const { rows: ended } = await tx.query<{ id: string }>({
      text: `UPDATE service.api_key k SET revoked_at = $4 FROM service.account a
        WHERE a.id = $1 AND a.owner_team <> $2 AND NOT $3 AND k.account_id = a.id AND k.revoked_at IS NULL AND EXISTS (
          SELECT FROM service.audit_entry e WHERE e.account_id = a.id AND e.object_id = k.id AND e.actor LIKE 'member:%')
        RETURNING k.id`,
      values: [accountId, team, onlyUnowned, now],
    })
    const { rows } = await tx.query<AccountRow>({
      text: `UPDATE service.account SET owner_team = $2
        WHERE id = $1 AND owner_team IS DISTINCT FROM $2 AND (owner_team IS NULL OR NOT $3) RETURNING ${accountColumns}`,
      values: [accountId, team, onlyUnowned],
    })
    const trace = { accountId, actor, now }
    for (const { id } of ended) await recordAudit(tx, { ...trace, action: 'api_key.revoked', objectId: id })
    if (rows[0])
      await recordAudit(tx, { ...trace, action: 'account.given', objectId: accountId, details: { team } })
    return rows[0]
  })
  return given ?? getAccount(db, accountId)
}
