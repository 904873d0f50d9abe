import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { auditedCall } from '@/lib/dashboard/audit/audited-call'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import { mirroredLink } from './mirrored-link'
import type { ShownLink } from './shown-link'

export const cancelLinkInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX) })
export type CancelLinkInput = z.output<typeof cancelLinkInput>

/**
 * Cancels a link at the host and mirrors the answer at once (contract: POST /payment_links/{id}/cancel). Sending it
 * again does no harm. Throws the host's errors (409 `link_already_completed`) and Refusal `outcome_unknown`.
 */
export async function cancelLink(ctx: ConnectionContext, { id }: CancelLinkInput): Promise<ShownLink> {
  // Read first: an id that nobody has must not reach the host's path, nor the audit.
  await mirroredLink(ctx, id)
  const auditId = newId('aud', ctx.now())
  await claimAudit(ctx, { id: auditId, action: 'links.cancel', objectId: id, details: {} })
  await auditedCall(ctx, auditId, async () => {
    const answer = await ctx.client.call('cancelPaymentLink', { id })
    await applyAnswer(ctx, 'links', answer)
    return answer
  })
  return mirroredLink(ctx, id)
}
