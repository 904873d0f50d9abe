import type { ConnectionContext } from '@/lib/dashboard/context'
import { expiringUntil } from '@/lib/dashboard/links/expiring-soon'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import type { Overview } from '@/lib/dashboard/schema/overview'
import { unpaidDeclines } from './unpaid-declines'

const DAYS = 30
/** What fits beside the chart; the lists show the rest. */
const SHOWN_MAX = 3

/** The days, sums and open ends of one connection, from the mirror alone. */
export async function readOverview(ctx: ConnectionContext): Promise<Overview> {
  const [days, unpaid, expiring] = await Promise.all([
    dayRows(ctx),
    unpaidDeclines(ctx, SHOWN_MAX),
    expiringLinks(ctx),
  ])
  const { currency } = ctx.account
  const recent = days.slice(-DAYS)
  const earlier = days.slice(0, -DAYS)
  const sum = (rows: readonly DayRow[], field: 'minor' | 'approved' | 'declined') =>
    rows.reduce((total, row) => total + row[field], 0)
  return {
    currency,
    days: recent.map(({ day, minor, approved }) => ({
      day,
      amount: shownAmount(BigInt(minor), currency),
      count: approved,
    })),
    before: { amount: shownAmount(BigInt(sum(earlier, 'minor')), currency), count: sum(earlier, 'approved') },
    declined: { count: sum(recent, 'declined'), before: sum(earlier, 'declined') },
    unpaid,
    expiring,
  }
}

interface DayRow {
  day: string
  minor: number
  approved: number
  declined: number
}

/** Sixty days of the account's zone, the empty ones too. */
async function dayRows({ db, connectionId, account, now }: ConnectionContext): Promise<DayRow[]> {
  const { rows } = await db.query<DayRow>({
    name: 'overview-days',
    text: `WITH today AS (SELECT ($2::timestamptz AT TIME ZONE $3)::date AS d), told AS (
        SELECT (created_at AT TIME ZONE $3)::date AS d, status, currency, count(*) AS n, sum(amount_minor) AS minor
        FROM dashboard.mirror_payment
        WHERE connection_id = $1 AND created_at <= $2
          AND created_at >= ((SELECT d FROM today) - ${2 * DAYS - 1})::timestamp AT TIME ZONE $3
        GROUP BY 1, 2, 3
      )
      SELECT to_char(day, 'YYYY-MM-DD') AS day,
        COALESCE(sum(minor) FILTER (WHERE status = 'APPROVED' AND currency = $4), 0)::bigint AS minor,
        COALESCE(sum(n) FILTER (WHERE status = 'APPROVED'), 0)::integer AS approved,
        COALESCE(sum(n) FILTER (WHERE status = 'FAILED'), 0)::integer AS declined
      FROM today CROSS JOIN LATERAL generate_series(d - ${2 * DAYS - 1}, d, interval '1 day') AS day
      LEFT JOIN told ON told.d = day::date GROUP BY day ORDER BY day`,
    values: [connectionId, now(), account.timezone, account.currency],
  })
  return rows
}

async function expiringLinks({ db, connectionId, now }: ConnectionContext): Promise<Overview['expiring']> {
  const at = now()
  const { rows } = await db.query<{ id: string; title: string; expires_at: Date; total: number }>({
    name: 'overview-expiring',
    text: `SELECT id, title, expires_at, count(*) OVER ()::integer AS total FROM dashboard.mirror_link
      WHERE connection_id = $1 AND status = 'ACTIVE' AND expires_at > $2 AND expires_at <= $3
      ORDER BY expires_at, id LIMIT ${SHOWN_MAX}`,
    values: [connectionId, at, expiringUntil(at)],
  })
  return {
    count: rows[0]?.total ?? 0,
    next: rows.map(({ id, title, expires_at }) => ({ id, title, expires_at: expires_at.toISOString() })),
  }
}
