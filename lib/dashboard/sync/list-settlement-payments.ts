import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type CursorMark, markCursor } from './cursor-cycle'
import { applyListed } from './list-page'
import { PaginationError } from './pagination-error'

/**
 * Longer than a payer may take at the bank (30 minutes): a payment is settled by its approval, but listed by its
 * creation.
 */
const PERIOD_MARGIN_MS = 60 * 60_000

export interface SettlementPage {
  /** Null for the first page. */
  cursor: string | null
  mark: CursorMark
}

/**
 * Writes one page of the payments of a mirrored settlement's period into the mirror, each with its settlement. Throws the
 * client's errors, and PaginationError if the host's cursors repeat or form a cycle.
 * @returns the next page; null at the end, or if the settlement is no longer mirrored
 */
export async function listSettlementPayments(
  ctx: ConnectionContext,
  settlementId: string,
  { cursor, mark }: SettlementPage,
): Promise<SettlementPage | null> {
  const { rows } = await ctx.db.query<{ period_start: Date; period_end: Date }>({
    name: 'settlement-period',
    text: `SELECT period_start, period_end FROM dashboard.mirror_settlement WHERE connection_id = $1 AND id = $2`,
    values: [ctx.connectionId, settlementId],
  })
  const [period] = rows
  if (!period) return null
  const query = {
    limit: LIST_LIMIT_MAX,
    starting_after: cursor ?? undefined,
    created_after: new Date(period.period_start.getTime() - PERIOD_MARGIN_MS).toISOString(),
    created_before: new Date(period.period_end.getTime() + PERIOD_MARGIN_MS).toISOString(),
  }
  const page = await applyListed(
    ctx,
    'payments',
    await ctx.client.callAs('listPayments', unparsedListSchema, { query }),
  )
  if (page.endless) throw new PaginationError('payments')
  if (page.next === null) return null
  const nextMark = markCursor(mark, page.next)
  if (nextMark === null) throw new PaginationError('payments')
  return { cursor: page.next, mark: nextMark }
}
