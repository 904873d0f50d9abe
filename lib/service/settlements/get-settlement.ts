import { ApiError } from '@/lib/contract/errors'
import { toMajor } from '@/lib/contract/money'
import type { Settlement } from '@/lib/contract/settlement'
import { isStorable } from '@/lib/contract/text'
import type { ServiceContext } from '@/lib/service/context'
import { renderSettlement, type SettlementRow, settlementColumns } from './settlement-row'

interface SettledPaymentRow {
  id: string
  amount_minor: number
  payer_name: string
  created_at: Date
}

/**
 * One settlement with its payments, the newest first (contract: GET /settlements/{id}). Throws `resource_not_found`,
 * for another account's settlement too.
 */
export async function getSettlement(ctx: ServiceContext, settlementId: string): Promise<Settlement> {
  // Postgres refuses NUL in a text: no settlement has such an id.
  if (!isStorable(settlementId)) throw new ApiError('resource_not_found')
  const { rows } = await ctx.db.query<SettlementRow>({
    name: 'get-settlement',
    text: `SELECT ${settlementColumns} FROM service.settlement s WHERE s.account_id = $1 AND s.id = $2`,
    values: [ctx.accountId, settlementId],
  })
  const [settlement] = rows
  if (!settlement) throw new ApiError('resource_not_found')
  const payments = await ctx.db.query<SettledPaymentRow>({
    name: 'get-settlement-payments',
    text: `SELECT id, amount_minor, payer_name, created_at FROM service.payment
      WHERE account_id = $1 AND settlement_id = $2 ORDER BY created_at DESC, id DESC`,
    values: [ctx.accountId, settlementId],
  })
  return {
    ...renderSettlement(settlement),
    payments: payments.rows.map(({ id, amount_minor, payer_name, created_at }) => ({
      id,
      amount: toMajor(amount_minor, settlement.currency),
      payer_name,
      created_at: created_at.toISOString(),
    })),
  }
}
