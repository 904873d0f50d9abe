import { auditedCall, claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { mirroredLink } from './mirrored-link'

/**
 * Cancels a link at the host and mirrors the response at once (contract: POST /payment_links/{id}/cancel). A repetition
 * under the same audit id is harmless: if the host refuses to cancel a cancelled link, the link is fetched. Throws the
 * host's errors (409 `link_already_completed`) and Refusal `outcome_unknown`.
 */
export async function cancelLink(
  ctx: ConnectionContext,
  { id, auditId }: { id: string; auditId: string },
): Promise<ShownLink> {
  // Read first: an unknown id must reach neither the host's path nor the audit.
  await mirroredLink(ctx, id)
  await claimAudit(ctx, { id: auditId, action: 'links.cancel', objectId: id, details: {} })
  await auditedCall(ctx, auditId, async () => {
    const answer = await ctx.client.call('cancelPaymentLink', { id }).catch((refused: unknown) => {
      if (!(refused instanceof HostRefused) || refused.status !== 409) throw refused
      return cancelledBefore(ctx, id, refused)
    })
    await applyAnswer(ctx, 'links', answer)
    return answer
  })
  return mirroredLink(ctx, id)
}

async function cancelledBefore(ctx: ConnectionContext, id: string, refused: HostRefused) {
  const answer = await ctx.client.call('getPaymentLink', { id })
  if (answer.data.status === 'CANCELLED') return answer
  await applyAnswer(ctx, 'links', answer)
  throw refused
}
