import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import type { Overview } from '@/lib/dashboard/schema/overview'

const UNPAID_DAYS = 7
/** The list names each by its id to the database; nobody follows up more in a week. */
const UNPAID_MAX = 10_000

/**
 * The newest decline of each payer who was declined lately and has paid neither that link nor on that saved customer since.
 * A payer is an e-mail; without one, a name at one link. Who paid is known as by findPaidLater. $1 connection, $2 since,
 * $3 now.
 */
const NEWEST = `WITH lost AS (
    SELECT DISTINCT ON (payer) * FROM (
      SELECT id, amount_minor, currency, payer_name, payer_email, link_title, created_at,
        CASE WHEN payer_email <> '' THEN lower(payer_email)
          ELSE concat_ws(' ', payer_name, link_id, customer_id) END AS payer
      FROM dashboard.mirror_payment f
      WHERE connection_id = $1 AND status = 'FAILED' AND created_at >= $2 AND created_at <= $3
        AND NOT EXISTS (SELECT FROM dashboard.mirror_payment a
          WHERE a.connection_id = $1 AND a.status = 'APPROVED' AND a.created_at >= f.created_at
            AND (a.link_id = f.link_id OR a.customer_id = f.customer_id)
            AND ((f.payer_email <> '' AND lower(a.payer_email) = lower(f.payer_email))
              OR (f.payer_name <> '' AND lower(a.payer_name) = lower(f.payer_name)
                AND (f.payer_email = '' OR a.payer_email = ''))
              OR (f.payer_email = '' AND f.payer_name = '' AND a.payer_email = '' AND a.payer_name = '')))
    ) AS declined ORDER BY payer, created_at DESC, id DESC
  ), newest AS (SELECT * FROM lost ORDER BY created_at DESC, id DESC LIMIT ${UNPAID_MAX})`

/** How many declined payers have not paid since, and the `most` newest of their declines. */
export async function unpaidDeclines(ctx: ConnectionContext, most: number): Promise<Overview['unpaid']> {
  const { rows } = await ctx.db.query<{
    id: string
    minor: number
    currency: string
    payer: string
    title: string | null
    created_at: Date
    total: number
  }>({
    name: 'unpaid-declines',
    text: `${NEWEST} SELECT id, amount_minor AS minor, currency, COALESCE(NULLIF(payer_name, ''), payer_email) AS payer,
        link_title AS title, created_at, count(*) OVER ()::integer AS total
      FROM newest ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [...window(ctx), most],
  })
  return {
    count: rows[0]?.total ?? 0,
    newest: rows.map(({ minor, created_at, total: _, ...row }) => ({
      ...row,
      amount: shownAmount(BigInt(minor), row.currency),
      created_at: created_at.toISOString(),
    })),
  }
}

/** The ids of all of those declines. */
export async function unpaidIds(ctx: ConnectionContext): Promise<string[]> {
  const { rows } = await ctx.db.query<{ id: string }>({
    name: 'unpaid-ids',
    text: `${NEWEST} SELECT id FROM newest`,
    values: window(ctx),
  })
  return rows.map(({ id }) => id)
}

function window({ connectionId, now }: ConnectionContext) {
  const at = now()
  return [connectionId, new Date(at.getTime() - UNPAID_DAYS * 86_400_000), at]
}
