import type { ConnectionContext } from '@/lib/dashboard/context'
import { addMonths, monthIn, monthsBetween, startOfMonth } from '@/lib/domain/calendar-months'

/** Sums of one calendar month in minor units of the account's currency. */
export interface MonthSums {
  month: string
  /** Half-open bounds of the month in the account's zone. */
  start: Date
  end: Date
  /** Money settled but not yet at the bank when the month begins. */
  opening: bigint
  made: { count: number; gross: bigint; fees: bigint }
  left: { count: number; net: bigint }
  closing: bigint
}

/** Settlements that count: in the account's currency, and not missing at the host. */
export const COUNTED = 'connection_id = $1 AND currency = $2 AND missing_at IS NULL'
/** Time at which a transfer left. If a host reports no date, the settlement's is used. */
export const LEFT_AT = 'COALESCE(paid_at, created_at)'

/** Returns every month from the account's first settlement to now, oldest first; empty without settlements. */
export async function monthSums(ctx: ConnectionContext): Promise<MonthSums[]> {
  const { db, connectionId, account, now } = ctx
  const { timezone, currency } = account
  const values = [connectionId, currency]
  const { rows: known } = await db.query<{ first: Date | null; first_left: Date | null }>({
    name: 'statement-first',
    text: `SELECT
        (SELECT min(created_at) FROM dashboard.mirror_settlement WHERE ${COUNTED}) AS first,
        (SELECT min(paid_at) FROM dashboard.mirror_settlement WHERE ${COUNTED} AND status = 'PAID') AS first_left`,
    values,
  })
  const { first = null, first_left: firstLeft = null } = known[0] ?? {}
  if (first === null) return []
  const begin = Math.min(first.getTime(), firstLeft?.getTime() ?? Number.POSITIVE_INFINITY)
  const months = monthsBetween(monthIn(begin, timezone), monthIn(now().getTime(), timezone))
  const starts = months.map((month) => new Date(startOfMonth(month, timezone)))
  const { rows } = await db.query<SumRow>({
    name: 'statement-sums',
    text: `SELECT 'made' AS kind, width_bucket(created_at, $3::timestamptz[]) AS bucket, count(*)::integer AS count,
        sum(gross_minor)::text AS first, sum(fee_minor)::text AS second
      FROM dashboard.mirror_settlement WHERE ${COUNTED} GROUP BY 2
      UNION ALL
      SELECT 'left', width_bucket(${LEFT_AT}, $3::timestamptz[]), count(*)::integer, sum(net_minor)::text, '0'
      FROM dashboard.mirror_settlement WHERE ${COUNTED} AND status = 'PAID' GROUP BY 2`,
    values: [...values, starts],
  })
  const sums = new Map(rows.map((row) => [`${row.kind} ${row.bucket}`, row]))
  let balance = 0n
  return months.map((month, index) => {
    const made = sums.get(`made ${index + 1}`)
    const left = sums.get(`left ${index + 1}`)
    const gross = BigInt(made?.first ?? 0)
    const fees = BigInt(made?.second ?? 0)
    const net = BigInt(left?.first ?? 0)
    const opening = balance
    balance += gross - fees - net
    return {
      month,
      start: starts[index] ?? new Date(startOfMonth(month, timezone)),
      end: starts[index + 1] ?? new Date(startOfMonth(addMonths(month, 1), timezone)),
      opening,
      made: { count: made?.count ?? 0, gross, fees },
      left: { count: left?.count ?? 0, net },
      closing: balance,
    }
  })
}

interface SumRow {
  kind: 'made' | 'left'
  /** Position of the month, from 1. */
  bucket: number
  count: number
  first: string
  second: string
}
