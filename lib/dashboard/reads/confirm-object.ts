import { type HostError, HostRefused, HostUnreachable, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MirrorNoun } from '@/lib/dashboard/live/live-message'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { HostProblem } from './page'

/** A page waits no longer for a slow host; it then shows what the mirror has. */
const CONFIRM_TIMEOUT_MS = 3_000

export type Confirmation<Row> = { row: Row; confirmed: boolean; problem: HostProblem | null }

/**
 * An object confirmed by the host, or as the mirror has it when the host does not answer. Throws Refusal
 * `resource_not_found` when the host does not know it, the host's own error when the mirror does not either.
 */
export async function confirmObject<Row>(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  id: string,
  read: () => Promise<Row | null>,
): Promise<Confirmation<Row>> {
  try {
    const outcome = await fetchObject(ctx, noun, id, AbortSignal.timeout(CONFIRM_TIMEOUT_MS))
    const row = outcome === 'unknown' ? null : await read()
    if (!row) throw new Refusal('resource_not_found')
    return { row, confirmed: true, problem: null }
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn(
      { noun, id, problem: error.message, requestId: error.requestId },
      'an object was not confirmed',
    )
    const row = await read()
    if (!row) throw error
    return { row, confirmed: false, problem: problemOf(error) }
  }
}

function problemOf(error: HostError): HostProblem {
  const { requestId } = error
  if (error instanceof HostUnreachable) return { code: 'host_unreachable', requestId }
  if (!(error instanceof HostRefused)) return { code: 'contract_mismatch', requestId }
  return { code: error.status === 429 ? 'rate_limited' : 'host_refused', requestId }
}
