import { type HostError, HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { finishAudit } from './audit-entry'

/**
 * Makes the call of a claimed intent and records its outcome. Throws the host's error if nothing was executed, and
 * Refusal `outcome_unknown` if the outcome is unknown.
 */
export async function auditedCall<Data extends { id: string }>(
  ctx: ConnectionContext,
  auditId: string,
  call: () => Promise<{ data: Data; requestId: string | null }>,
): Promise<Data> {
  try {
    const { data, requestId } = await call()
    await finishAudit(ctx, auditId, 'done', { objectId: data.id, details: { request_id: requestId } })
    return data
  } catch (error) {
    if (!isHostError(error)) throw error
    const outcome = error.effect === 'none' ? 'failed' : 'unknown'
    const details = { problem: wordOf(error), request_id: error.requestId }
    await finishAudit(ctx, auditId, outcome, { details })
    ctx.log.warn({ auditId, ...details }, 'a call of the host did not succeed')
    if (outcome === 'failed') throw error
    throw new Refusal('outcome_unknown', { cause: error, requestId: error.requestId })
  }
}

function wordOf(error: HostError): string {
  return error instanceof HostRefused ? error.code : error.message
}
