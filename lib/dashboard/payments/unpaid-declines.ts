import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import type { UnpaidDeclines } from '@/lib/dashboard/schema/overview'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import type { Queryable } from '@/lib/platform/database'
import { payerLabel } from './shown-payment'

const UNPAID_DAYS = 7
/** Declines that are read; approvals before the oldest of them are not read either. */
const DECLINES_MAX = 2_000

/** Returns an SQL expression for the customer of a row's link, looked up by the link's key and only if needed. */
function customerOfLink(row: 'd' | 'p'): string {
  return `(SELECT l.customer_id FROM dashboard.mirror_link l WHERE l.connection_id = $1 AND l.id = ${row}.link_id)`
}

/**
 * Newest decline of each payer who was declined recently and has not paid since: neither that link, nor by any link or
 * card of the same customer, nor the link that replaced that charge. A payer is identified by e-mail, otherwise by name
 * at one link, as in findPaidLater. Each NOT EXISTS compares one text, so that both sides are hashed: otherwise a link
 * with many payments would be read again for each of its declines. $1 connection, $2 since, $3 now.
 */
const NEWEST = `WITH declined AS (
    SELECT id, amount_minor, currency, payer_name, payer_email, link_id, link_title, created_at,
      COALESCE(customer_id, ${customerOfLink('d')}) AS customer_id, lower(payer_email) AS email, lower(payer_name) AS name
    FROM dashboard.mirror_payment d
    WHERE connection_id = $1 AND status = 'FAILED' AND created_at >= $2 AND created_at <= $3
  ), paid AS MATERIALIZED (
    SELECT link_id, customer_id, created_at, lower(payer_email) AS email, lower(payer_name) AS name
    FROM dashboard.mirror_payment WHERE connection_id = $1 AND status = 'APPROVED' AND created_at >= $2
  ), by_link AS MATERIALIZED (
    SELECT link_id, customer_id, max(created_at) AS at FROM paid GROUP BY link_id, customer_id
  ), by_customer AS MATERIALIZED (
    SELECT COALESCE(customer_id, ${customerOfLink('p')}) AS customer_id, max(at) AS at FROM by_link p GROUP BY 1
  ), by_successor AS MATERIALIZED (
    SELECT c.payment_id FROM declined d JOIN dashboard.charge c ON c.connection_id = $1 AND c.payment_id = d.id
      JOIN dashboard.charge s ON s.connection_id = $1 AND s.replaces = c.id JOIN by_link p ON p.link_id = s.link_id
  ), lost AS (
    SELECT DISTINCT ON (payer) * FROM (
      SELECT *, CASE WHEN email <> '' THEN email ELSE concat_ws(' ', payer_name, link_id, customer_id) END AS payer
      FROM declined d
      WHERE NOT EXISTS (SELECT FROM by_customer p WHERE p.customer_id = d.customer_id AND p.at >= d.created_at)
        AND NOT EXISTS (SELECT FROM by_successor p WHERE p.payment_id = d.id)
        AND NOT EXISTS (SELECT FROM paid p WHERE p.email = d.email AND d.email <> ''
          AND p.created_at >= d.created_at AND p.link_id = d.link_id)
        AND NOT EXISTS (SELECT FROM paid p WHERE p.name = d.name AND (d.email = '' OR p.email = '')
          AND (d.name <> '' OR (d.email = '' AND p.email = ''))
          AND p.created_at >= d.created_at AND p.link_id = d.link_id)
    ) AS unpaid ORDER BY payer, created_at DESC, id DESC
  ), newest AS (SELECT * FROM lost ORDER BY created_at DESC, id DESC)`

/**
 * Returns the number of declined payers who have not paid since, and the `most` newest of their declines as `role` sees
 * them.
 */
export async function unpaidDeclines(
  ctx: ConnectionContext,
  { role, most, db = ctx.db }: { role: MemberRole; most: number; db?: Queryable },
): Promise<UnpaidDeclines> {
  const since = await sinceOf(ctx, db)
  const { rows } = await db.query<{
    id: string
    minor: number
    currency: string
    name: string
    email: string
    title: string | null
    created_at: Date
    total: number
  }>({
    name: 'unpaid-declines',
    text: `${NEWEST} SELECT id, amount_minor AS minor, currency, payer_name AS name, payer_email AS email,
        link_title AS title, created_at, count(*) OVER ()::integer AS total
      FROM newest ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [ctx.connectionId, since.at, ctx.now(), most],
  })
  return {
    count: rows[0]?.total ?? 0,
    isMore: since.isCut,
    newest: rows.map(({ minor, created_at, total: _, name, email, ...row }) => ({
      ...row,
      payer: payerLabel({ name, email }, role),
      amount: shownAmount(BigInt(minor), row.currency),
      created_at: created_at.toISOString(),
    })),
  }
}

/** Returns the ids of all of those declines. */
export async function unpaidIds(ctx: ConnectionContext): Promise<string[]> {
  const { at } = await sinceOf(ctx, ctx.db)
  const { rows } = await ctx.db.query<{ id: string }>({
    name: 'unpaid-ids',
    text: `${NEWEST} SELECT id FROM newest`,
    values: [ctx.connectionId, at, ctx.now()],
  })
  return rows.map(({ id }) => id)
}

/** Returns the start of the week, or the time of its DECLINES_MAX-th newest decline. */
async function sinceOf(
  { connectionId, now }: ConnectionContext,
  db: Queryable,
): Promise<{ at: Date; isCut: boolean }> {
  const week = new Date(now().getTime() - UNPAID_DAYS * 86_400_000)
  const { rows } = await db.query<{ at: Date }>({
    name: 'unpaid-since',
    text: `SELECT created_at AS at FROM dashboard.mirror_payment
      WHERE connection_id = $1 AND status = 'FAILED' AND created_at >= $2 AND created_at <= $3
      ORDER BY created_at DESC, id DESC OFFSET ${DECLINES_MAX} LIMIT 1`,
    values: [connectionId, week, now()],
  })
  return { at: rows[0]?.at ?? week, isCut: rows.length > 0 }
}
