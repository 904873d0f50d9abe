import * as z from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { monthField } from '@/lib/dashboard/settlements/list-settlements'
import { addMonths, monthIn, startOfMonth } from '@/lib/domain/calendar-months'
import { sql } from '@/lib/platform/sql'
import { movements, type StatementLine, statementMonths } from './movements'

/** Movements that a page shows; a longer month is offered as a file. */
export const STATEMENT_LINES_MAX = 2_000

export const statementSchema = z.object({ month: monthField })

/**
 * Returns the totals of every month and the statement of one, from mirrored settlements only; without a month, that of
 * the last complete month, or of the current one if it is the first.
 */
export async function readStatements(ctx: ConnectionContext, month?: string) {
  const { currency, timezone } = ctx.account
  const months = await statementMonths(ctx)
  const current = monthIn(ctx.now().getTime(), timezone)
  const previous = addMonths(current, -1)
  const wanted = month ?? (months.some((one) => one.month === previous) ? previous : current)
  const found = months.find((one) => one.month === wanted)
  return {
    currency,
    months: months.toReversed(),
    statement: found
      ? {
          ...found,
          currency,
          closed: wanted < current,
          /** Null if there are too many for a page. */
          lines:
            found.settlements + found.transfers > STATEMENT_LINES_MAX ? null : await readLines(ctx, wanted),
          unsettled: await readUnsettled(ctx, wanted),
        }
      : null,
  }
}

async function readLines(ctx: ConnectionContext, month: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const chunk of movements(ctx, month)) lines.push(...chunk)
  return lines
}

/** Returns approved payments of the month that are in no settlement, or in a later one. */
async function readUnsettled(
  { db, connectionId, account: { currency, timezone } }: ConnectionContext,
  month: string,
): Promise<{ count: number; gross: number }> {
  const begin = startOfMonth(month, timezone)
  const end = startOfMonth(addMonths(month, 1), timezone)
  const { rows } = await db.query<{ count: number; gross: string }>(sql`
    SELECT count(*)::integer AS count, COALESCE(sum(amount_minor), 0)::text AS gross FROM (
      SELECT amount_minor FROM dashboard.mirror_payment
      WHERE connection_id = ${connectionId} AND settlement_id IS NULL AND created_at >= ${begin} AND created_at < ${end}
        AND status = 'APPROVED' AND currency = ${currency} AND missing_at IS NULL
      UNION ALL
      SELECT p.amount_minor FROM dashboard.mirror_settlement s
      JOIN dashboard.mirror_payment p ON p.connection_id = ${connectionId} AND p.settlement_id = s.id
        AND p.created_at >= ${begin} AND p.created_at < ${end} AND p.status = 'APPROVED' AND p.missing_at IS NULL
      WHERE s.connection_id = ${connectionId} AND s.currency = ${currency} AND s.missing_at IS NULL
        -- A payment approved at the last moment may be in the settlement that begins with the next month.
        AND s.created_at >= ${end} AND s.period_start <= ${end}
    ) AS waiting`)
  return { count: rows[0]?.count ?? 0, gross: shownAmount(BigInt(rows[0]?.gross ?? 0), currency) }
}
