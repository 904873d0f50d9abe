import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownLink } from '@/lib/dashboard/links/shown-link'
import type { MirroredRow } from '@/lib/dashboard/reads/read-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { CustomerLinks } from '@/lib/dashboard/schema/customer'
import { isStorable } from '@/lib/domain/text'

/** Links that are read; more than a page shows. */
const LINKS_MAX = 40
/** Newest payments and charges of a customer whose links are read. */
const SOURCES_MAX = 500

/**
 * Returns the links of one customer. For a host that does not report the customer of a link, these are the links of
 * charges made here and the single-use links of the customer's payments. Throws Refusal `resource_not_found` for an
 * invalid id.
 */
export async function listCustomerLinks(ctx: ConnectionContext, customerId: string): Promise<CustomerLinks> {
  if (!isStorable(customerId)) throw new Refusal('resource_not_found')
  const now = ctx.now()
  const { rows } = await ctx.db.query<MirroredRow>({
    name: 'customer-links',
    text: `WITH of_customer AS (
        SELECT id FROM dashboard.mirror_link WHERE connection_id = $1 AND customer_id = $2
        UNION
        (SELECT link_id FROM dashboard.charge WHERE connection_id = $1 AND customer_id = $2 AND link_id IS NOT NULL
          ORDER BY created_at DESC, id DESC LIMIT ${SOURCES_MAX})
        UNION
        SELECT l.id FROM (
          SELECT link_id FROM dashboard.mirror_payment WHERE connection_id = $1 AND customer_id = $2
          ORDER BY created_at DESC, id DESC LIMIT ${SOURCES_MAX}
        ) AS p JOIN dashboard.mirror_link l ON l.connection_id = $1 AND l.id = p.link_id
        WHERE l.customer_id IS NULL AND l.max_uses = 1
      )
      SELECT l.id, l.snapshot, l.seen_at AS "seenAt", l.confirmed_at AS "confirmedAt",
        l.conflict_at AS "conflictAt", l.created_at AS "createdAt"
      FROM of_customer JOIN dashboard.mirror_link l ON l.connection_id = $1 AND l.id = of_customer.id
      ORDER BY (l.status = 'ACTIVE' AND COALESCE(l.expires_at > $3, true)) DESC, l.created_at DESC, l.id DESC
      LIMIT ${LINKS_MAX + 1}`,
    values: [ctx.connectionId, customerId, now],
  })
  return {
    data: rows.slice(0, LINKS_MAX).map((row) => shownLink(row, now)),
    has_more: rows.length > LINKS_MAX,
  }
}
