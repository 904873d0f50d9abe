import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { isStorable } from '@/lib/domain/text'
import { actorText } from '@/lib/service/audit/record-audit'
import type { ServiceContext } from '@/lib/service/context'
import { getLinkRow, type LinkRow, linkColumns, renderLink } from './link-row'

/** Cancels a link, or returns a cancelled one. Throws `link_already_completed`, `resource_not_found`. */
export async function cancelLink(ctx: ServiceContext, linkId: string): Promise<PaymentLink> {
  if (!isStorable(linkId)) throw new ApiError('resource_not_found')
  const now = ctx.now()
  const { rows } = await ctx.db.query<LinkRow>({
    name: 'cancel-link',
    text: `WITH cancelled AS (
        UPDATE service.payment_link SET status = 'CANCELLED', closed_at = $3
        WHERE account_id = $1 AND id = $2 AND status = 'ACTIVE' RETURNING ${linkColumns}
      ), traced AS (
        INSERT INTO service.audit_entry (account_id, id, actor, action, object_id, created_at)
        SELECT account_id, $4, $5, 'payment_link.cancelled', id, $3 FROM cancelled
      )
      SELECT ${linkColumns} FROM cancelled`,
    values: [ctx.accountId, linkId, now, newId('aud', now), actorText(ctx.actor)],
  })
  // No row was ACTIVE: the link's final status never changes, so a later read suffices.
  const link = rows[0] ?? (await getLinkRow(ctx, linkId))
  if (link.status === 'COMPLETED') throw new ApiError('link_already_completed')
  return renderLink(link, ctx.urls)
}
