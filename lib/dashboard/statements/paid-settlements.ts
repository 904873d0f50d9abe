import { z } from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { addDays, dayIn, isDay, startOfDay } from '@/lib/domain/calendar-days'
import { raw, sql } from '@/lib/platform/sql'

const day = z.string().refine(isDay)

/** Days of the account's zone that pasted bank lines cover, both included. */
export const bankPeriodSchema = z.object({ from: day, to: day })

/** Settlement whose transfer left, or is on its way as far as the mirror knows. */
export type PaidSettlement = {
  id: string
  reference: string | null
  pending: boolean
  /**
   * Calendar day of the account's zone on which the transfer left, or on which a pending settlement was created; null if
   * the host does not report it.
   */
  day: string | null
  /** Digits, because JSON has no bigint. */
  net_minor: string
}

/** Days before the first line in which its transfer may have left, for the slowest bank. */
const BEFORE_DAYS = 45
/** Days after the last line: a bank in another zone may date a line before the transfer. */
const AFTER_DAYS = 2
/** Most settlements of a response; more than 5,000 lines can match. */
const SETTLEMENTS_MAX = 10_000

/** Returns the settlements whose transfers left or were on their way around a period, oldest first. */
export async function paidSettlements(
  ctx: ConnectionContext,
  { from, to }: z.output<typeof bankPeriodSchema>,
): Promise<{ settlements: PaidSettlement[]; complete: boolean }> {
  const {
    db,
    connectionId,
    account: { currency, timezone },
  } = ctx
  const begin = startOfDay(addDays(from, -BEFORE_DAYS), timezone)
  const end = startOfDay(addDays(to, AFTER_DAYS), timezone)
  const { rows } = await db.query<PaidRow>(sql`
    SELECT id, reference, status = 'PENDING' AS pending, net_minor::text AS net_minor,
      CASE status WHEN 'PENDING' THEN created_at ELSE paid_at END AS at
    FROM dashboard.mirror_settlement
    WHERE connection_id = ${connectionId} AND currency = ${currency} AND missing_at IS NULL
      AND status IN ('PAID', 'PENDING')
      AND COALESCE(paid_at, created_at) >= ${begin} AND COALESCE(paid_at, created_at) < ${end}
    ORDER BY COALESCE(paid_at, created_at), id LIMIT ${raw(SETTLEMENTS_MAX + 1)}`)
  return {
    complete: rows.length <= SETTLEMENTS_MAX,
    settlements: rows
      .slice(0, SETTLEMENTS_MAX)
      .map(({ at, ...row }) => ({ ...row, day: at && dayIn(at.getTime(), timezone) })),
  }
}

type PaidRow = Omit<PaidSettlement, 'day'> & { at: Date | null }
