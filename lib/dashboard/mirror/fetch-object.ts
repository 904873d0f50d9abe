import type { Answer } from '@/lib/dashboard/client/contract-client'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MirrorNoun } from '@/lib/dashboard/live/live-message'
import { applySnapshots, type SnapshotOutcome } from './apply-snapshots'
import type { MirrorObjects } from './mirror-noun'
import { removeUnknown } from './remove-unknown'

type Clock = Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>

/** Writes one answered object into the mirror. */
export async function applyAnswer<Noun extends MirrorNoun>(
  { connectionId, db, now }: Clock,
  noun: Noun,
  { data, raw, at }: Answer<MirrorObjects[Noun]>,
): Promise<SnapshotOutcome> {
  const snapshots = [{ object: data, raw }]
  const outcomes = await applySnapshots(db, { connectionId, noun, snapshots, answeredAt: at, now: now() })
  return outcomes.get(data.id) ?? 'same'
}

/**
 * Asks the host for one object and writes the answer into the mirror. An object that the host does not know leaves
 * the mirror. Throws the client's errors for everything else.
 * @returns what the answer did, or `unknown` when the host has no such object
 */
export async function fetchObject(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  id: string,
  signal?: AbortSignal,
): Promise<SnapshotOutcome | 'unknown'> {
  const input = signal ? { id, signal } : { id }
  try {
    if (noun === 'payments')
      return await applyAnswer(ctx, 'payments', await ctx.client.call('getPayment', input))
    return await applyAnswer(ctx, 'links', await ctx.client.call('getPaymentLink', input))
  } catch (error) {
    // An id that fits into no path is one that no host has given out.
    if (error instanceof RangeError) return 'unknown'
    if (!(error instanceof HostRefused) || error.status !== 404) throw error
    await removeUnknown(ctx.db, { connectionId: ctx.connectionId, noun, id, answeredAt: error.at })
    return 'unknown'
  }
}
