import type { Queryable } from '@/lib/platform/database'
import { type SettlementRow, settlementColumns } from './settlement-row'

/** Returns settlements by their ids, of any account, oldest first. `db` is a handle of `checkout_system`. */
export async function findSettlements(db: Queryable, ids: readonly string[]): Promise<SettlementRow[]> {
  const { rows } = await db.query<SettlementRow>({
    text: `SELECT ${settlementColumns} FROM service.settlement s WHERE s.id = ANY ($1) ORDER BY s.created_at, s.id`,
    values: [ids],
  })
  return rows
}
