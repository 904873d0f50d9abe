import { ApiError } from '@/lib/contract/errors'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { isStorable } from '@/lib/domain/text'
import type { ServiceContext } from '@/lib/service/context'
import { type LinkRow, linkColumns, renderLink } from './link-row'

/**
 * Returns one link (contract: GET /payment_links/{id}). Throws `resource_not_found`, also for another account's link.
 */
export async function getLink(ctx: ServiceContext, linkId: string): Promise<PaymentLink> {
  return renderLink(await getLinkRow(ctx, linkId), ctx.urls)
}

/** Returns the row of `getLink`. Throws `resource_not_found`. */
export async function getLinkRow(ctx: ServiceContext, linkId: string): Promise<LinkRow> {
  // Postgres refuses NUL in a text: no link has such an id.
  if (!isStorable(linkId)) throw new ApiError('resource_not_found')
  const { rows } = await ctx.db.query<LinkRow>({
    name: 'get-link',
    text: `SELECT ${linkColumns} FROM service.payment_link WHERE account_id = $1 AND id = $2`,
    values: [ctx.accountId, linkId],
  })
  if (!rows[0]) throw new ApiError('resource_not_found')
  return rows[0]
}
