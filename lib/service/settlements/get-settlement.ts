import { ApiError } from '@/lib/contract/errors'
import type { Settlement, SettlementPayment } from '@/lib/contract/settlement'
import { toMajor } from '@/lib/domain/money'
import { isStorable } from '@/lib/domain/text'
import type { Result } from '@/lib/platform/database'
import type { ServiceContext } from '@/lib/service/context'
import { renderSettlement, type SettlementRow, settlementColumns } from './settlement-row'

interface SettledPaymentRow {
  id: string
  amount_minor: number
  payer_name: string
  created_at: Date
}

/** A settlement without its payments, and the payments in pages, newest first. */
export interface SettlementDetail {
  settlement: Settlement
  payments: AsyncGenerator<SettlementPayment[], void>
}

/** Payments per read: about 130 KB of a response. */
const PAGE_ROWS = 1_000

/**
 * Returns one settlement with its payments (contract: GET /settlements/{id}). Payments never join or leave an existing
 * settlement, so pages read one by one are consistent; no connection is held between pages. Throws
 * `resource_not_found`, also for another account's settlement.
 */
export async function getSettlement(ctx: ServiceContext, settlementId: string): Promise<SettlementDetail> {
  // Postgres refuses NUL in a text: no settlement has such an id.
  if (!isStorable(settlementId)) throw new ApiError('resource_not_found')
  const { rows } = await ctx.db.query<SettlementRow>({
    name: 'get-settlement',
    text: `SELECT ${settlementColumns} FROM service.settlement s WHERE s.account_id = $1 AND s.id = $2`,
    values: [ctx.accountId, settlementId],
  })
  const [row] = rows
  if (!row) throw new ApiError('resource_not_found')
  return { settlement: renderSettlement(row), payments: paymentsOf(ctx, row) }
}

async function* paymentsOf(
  ctx: ServiceContext,
  { id: settlementId, currency }: SettlementRow,
): AsyncGenerator<SettlementPayment[], void> {
  let after: { created_at: Date | 'infinity'; id: string } | undefined = { created_at: 'infinity', id: '' }
  while (after) {
    const { rows }: Result<SettledPaymentRow> = await ctx.db.query({
      name: 'get-settlement-payments',
      text: `SELECT id, amount_minor, payer_name, created_at FROM service.payment
        WHERE account_id = $1 AND settlement_id = $2 AND (created_at, id) < ($3::timestamptz, $4)
        ORDER BY created_at DESC, id DESC LIMIT ${PAGE_ROWS}`,
      values: [ctx.accountId, settlementId, after.created_at, after.id],
    })
    yield rows.map(({ id, amount_minor, payer_name, created_at }) => ({
      id,
      amount: toMajor(amount_minor, currency),
      payer_name,
      created_at: created_at.toISOString(),
    }))
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
  }
}
