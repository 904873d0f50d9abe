import {
  AccountDisconnected,
  type HostError,
  HostRefused,
  HostUnreachable,
  isHostError,
} from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { HostProblem, MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { isStorable } from '@/lib/domain/text'

/** Longest wait of a displayed page for a slow host; then it keeps the mirror's row. */
const CONFIRM_TIMEOUT_MS = 3_000
/** Longest wait of a page that is not rendered yet for an object that the mirror lacks. */
const FIRST_TIMEOUT_MS = 2_000

/** `mirror`: the host is called only for an object that the mirror lacks. `host`: it is always called. */
export type ObjectSource = 'mirror' | 'host'

export type ObjectRead<Row> = {
  row: Row
  /** Reports if the host confirmed the row; null if the host was not called. */
  confirmed: boolean | null
  problem: HostProblem | null
}

/**
 * Returns an object of the mirror. Throws Refusal `resource_not_found` if the host lacks it, and the host's own error if
 * the host does not respond and the mirror lacks it.
 */
export async function readObject<Row>(
  ctx: ConnectionContext,
  { noun, id, from }: { noun: MirrorNoun; id: string; from: ObjectSource },
  read: () => Promise<Row | null>,
): Promise<ObjectRead<Row>> {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  if (from === 'mirror') {
    const row = await read()
    if (row) return { row, confirmed: null, problem: null }
  }
  const timeoutMs = from === 'mirror' ? FIRST_TIMEOUT_MS : CONFIRM_TIMEOUT_MS
  try {
    const outcome = await fetchObject(ctx, noun, id, AbortSignal.timeout(timeoutMs))
    const row = await read()
    if (!row) throw new Refusal('resource_not_found')
    if (outcome === 'gone' || outcome === 'unknown')
      return { row, confirmed: false, problem: { code: 'object_missing', requestId: null } }
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

/** Returns the reason of a host error, for pages. */
export function problemOf(error: HostError): HostProblem {
  const { requestId } = error
  if (error instanceof AccountDisconnected) return { code: 'account_disconnected', requestId }
  if (error instanceof HostUnreachable) return { code: 'host_unreachable', requestId }
  if (!(error instanceof HostRefused)) return { code: 'contract_mismatch', requestId }
  return { code: error.status === 429 ? 'rate_limited' : 'host_refused', requestId }
}
