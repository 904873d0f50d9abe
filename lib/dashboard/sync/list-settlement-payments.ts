import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyListed } from './list-page'
import { ListWithoutEnd } from './list-without-end'

/** Longer than a payer may take at their bank (30 minutes): a payment settles by its approval, and is listed by its creation. */
const PERIOD_MARGIN_MS = 60 * 60_000

/**
 * Writes one page of the payments of a mirrored settlement's period into the mirror, each with its settlement. Throws the
 * client's errors, and ListWithoutEnd when the host repeats a cursor.
 * @returns the next cursor; null at the end, or when the settlement is no longer mirrored
 */
export async function listSettlementPayments(
  ctx: ConnectionContext,
  settlementId: string,
  cursor: string | null,
): Promise<string | null> {
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
  if (page.endless || (page.next !== null && page.next === cursor)) throw new ListWithoutEnd('payments')
  return page.next
}
