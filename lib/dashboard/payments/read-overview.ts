import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { expiringUntil } from '@/lib/dashboard/links/link-conditions'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { countingHandle, countWithTimeout, isQuicklyCounted } from '@/lib/dashboard/reads/keyset'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { lateSettlements } from '@/lib/dashboard/settlements/transfer-times'
import { findRow } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { unpaidDeclines } from './payment-filter'

/** Figures of Home. */
export type Overview = Awaited<ReturnType<typeof readOverview>>
export type CollectedDay = Overview['days'][number]
export type DeclineReasons = Overview['declines']

/** Steps of an account that has collected nothing yet; each is true once it is done. */
export type SetupSteps = { webhook: boolean; link: boolean; customer: boolean; invitation: boolean }

const DAYS = 30
/** Number of rows that fit next to the chart; the lists have the rest. */
const SHOWN_MAX = 3
/** Declines whose reasons are read: enough for shares, few enough for a page. */
const REASONS_OF = 500
const REASONS_SHOWN = 4

/** Returns the days, sums and open tasks of one connection, from the mirror only. */
export async function readOverview(ctx: ConnectionContext, role: MemberRole) {
  const [days, unpaid, expiring, declines, debt, late, setup] = await Promise.all([
    dayRows(ctx),
    quickUnpaid(ctx, role),
    expiringLinks(ctx),
    declineReasons(ctx),
    openDebt(ctx),
    lateSettlements(ctx),
    setupSteps(ctx),
  ])
  const { currency } = ctx.account
  const recent = days.slice(-DAYS)
  const earlier = days.slice(0, -DAYS)
  const minorBefore = earlier.reduce((total, { minor }) => total + BigInt(minor), 0n)
  return {
    currency,
    /** Last thirty days, today last; amounts in major units, `before` thirty days earlier. */
    days: recent.map(({ day, minor, approved }, index) => ({
      day,
      amount: shownAmount(BigInt(minor), currency),
      count: approved,
      before: shownAmount(BigInt(earlier[index]?.minor ?? 0), currency),
    })),
    /** Thirty days before those. */
    before: { amount: shownAmount(minorBefore, currency) },
    declined: { count: recent.reduce((total, { declined }) => total + declined, 0) },
    declines,
    debt,
    late,
    /** Null once a payment was approved. */
    setup,
    /** Null if counting is slow: a separate read returns them then. */
    unpaid,
    expiring,
  }
}

async function quickUnpaid(ctx: ConnectionContext, role: MemberRole) {
  const where = { connectionId: ctx.connectionId }
  const isQuick = await isQuicklyCounted((take) => ctx.prisma.mirrorPayment.count({ where, take }))
  return isQuick ? unpaidDeclines(ctx, { role, most: SHOWN_MAX }) : null
}

/** Returns Home's unpaid declines for any number of payments, unless counting them takes too long. */
export async function readUnpaid(ctx: ConnectionContext, role: MemberRole) {
  return {
    unpaid: await countWithTimeout(() =>
      unpaidDeclines(ctx, { role, most: SHOWN_MAX, db: countingHandle(ctx.db) }),
    ),
  }
}

interface DayRow {
  day: string
  minor: string
  approved: number
  declined: number
}

/** Returns sixty days of the account's zone, including empty ones. */
async function dayRows({ db, connectionId, account, now }: ConnectionContext): Promise<DayRow[]> {
  const { rows } = await db.query<DayRow>(sql`
    WITH last AS (
      SELECT (${now()}::timestamptz AT TIME ZONE day_zone)::date AS day FROM dashboard.connection
      WHERE id = ${connectionId}
    )
    SELECT to_char(shown.day, 'YYYY-MM-DD') AS day,
      COALESCE(sum(amount_minor) FILTER (WHERE status = 'APPROVED'
        AND currency = ${account.currency}), 0)::text AS minor,
      COALESCE(sum(payments) FILTER (WHERE status = 'APPROVED'), 0)::integer AS approved,
      COALESCE(sum(payments) FILTER (WHERE status = 'FAILED'), 0)::integer AS declined
    FROM last CROSS JOIN LATERAL generate_series(last.day - ${raw(2 * DAYS - 1)}, last.day,
      interval '1 day') AS shown (day)
    LEFT JOIN dashboard.payment_day d ON d.connection_id = ${connectionId} AND d.day = shown.day::date
    GROUP BY shown.day ORDER BY shown.day`)
  return rows
}

type ExpiringRow = {
  id: string
  title: string
  minor: string
  currency: string
  expires_at: Date
  total: number
}

/** Returns the number of payable links that expire soon, and the next ones, soonest first. */
async function expiringLinks({ db, connectionId, now }: ConnectionContext) {
  const at = now()
  const { rows } = await db.query<ExpiringRow>(sql`
    SELECT id, title, amount_minor::text AS minor, currency, expires_at, count(*) OVER ()::integer AS total
    FROM dashboard.mirror_link
    WHERE connection_id = ${connectionId} AND status = 'ACTIVE' AND expires_at > ${at}
      AND expires_at <= ${expiringUntil(at)}
    ORDER BY expires_at, id LIMIT ${raw(SHOWN_MAX)}`)
  return {
    count: rows[0]?.total ?? 0,
    next: rows.map(({ id, title, minor, currency, expires_at }) => ({
      ...{ id, title, currency },
      amount: shownAmount(BigInt(minor), currency),
      expires_at: expires_at.toISOString(),
    })),
  }
}

/**
 * Returns the reasons of the newest `counted` declines of the days of `dayRows`, the most frequent first; null for those
 * without the host's code.
 */
async function declineReasons({ db, connectionId, now }: ConnectionContext) {
  const { rows } = await db.query<{ code: string | null; count: number; counted: number }>(sql`
    SELECT code, count(*)::integer AS count, (sum(count(*)) OVER ())::integer AS counted FROM (
      SELECT snapshot -> 'decline' ->> 'code' AS code FROM dashboard.mirror_payment
      WHERE connection_id = ${connectionId} AND status = 'FAILED' AND created_at >= (
        SELECT ((${now()}::timestamptz AT TIME ZONE day_zone)::date - ${raw(DAYS - 1)})::timestamp AT TIME ZONE day_zone
        FROM dashboard.connection WHERE id = ${connectionId})
      ORDER BY created_at DESC, id DESC LIMIT ${raw(REASONS_OF)}
    ) AS newest GROUP BY code ORDER BY count DESC, code LIMIT ${raw(REASONS_SHOWN)}`)
  return { counted: rows[0]?.counted ?? 0, reasons: rows.map(({ code, count }) => ({ code, count })) }
}

/** Returns the newest settlement if it is a debt that no settlement has deducted yet; `amount` is positive. */
async function openDebt({ db, connectionId }: ConnectionContext) {
  const newest = await findRow<{ id: string; status: string; net: string; currency: string }>(db, {
    name: 'overview-debt',
    text: `SELECT id, status, net_minor::text AS net, currency FROM dashboard.mirror_settlement
      WHERE connection_id = $1 AND missing_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [connectionId],
  })
  if (newest?.status !== 'DEBT' || BigInt(newest.net) >= 0n) return null
  const { id, net, currency } = newest
  return { id, amount: shownAmount(-BigInt(net), currency), currency }
}

function setupSteps({ db, connectionId, teamId }: ConnectionContext): Promise<SetupSteps | null> {
  return findRow<SetupSteps>(db, {
    name: 'overview-setup',
    text: `SELECT EXISTS (SELECT FROM dashboard.connection_secret WHERE connection_id = $1 AND retired_at IS NULL) AS webhook,
        EXISTS (SELECT FROM dashboard.mirror_link WHERE connection_id = $1) AS link,
        EXISTS (SELECT FROM dashboard.mirror_customer WHERE connection_id = $1) AS customer,
        EXISTS (SELECT FROM dashboard.audit_entry WHERE team_id = $2 AND action = 'team.invite') AS invitation
      WHERE NOT EXISTS (SELECT FROM dashboard.mirror_payment WHERE connection_id = $1 AND status = 'APPROVED')`,
    values: [connectionId, teamId],
  })
}

/** Number of differences that a page adds up without a noticeable delay. */
const DIFFERENCES_MAX = 500

/**
 * Folds the differences of every connection that has at least `from` of them into one row per day, status and currency.
 * Any number of workers may call it.
 * @returns the number of connections that were folded
 */
export async function foldPaymentDays(
  { database }: Pick<Dashboard, 'database'>,
  { from = DIFFERENCES_MAX }: { from?: number } = {},
): Promise<number> {
  const system = asSystem({ database })
  const { rows } = await system.query<{ id: string }>(sql`
    SELECT connection_id AS id FROM dashboard.payment_day WHERE NOT folded
    GROUP BY connection_id HAVING count(*) >= ${from}`)
  for (const { id } of rows) {
    await system.query(sql`SELECT dashboard.fold_payment_days(${id})`)
  }
  return rows.length
}
