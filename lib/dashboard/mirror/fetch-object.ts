import type { HostResponse } from '@/lib/dashboard/client/contract-client'
import { ContractMismatch, HostRefused, ResponseTooLarge } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { SnapshotOutcome } from './apply-snapshots'
import { assignSettlement } from './assign-settlement'
import { markMissing } from './mark-missing'
import type { MirrorObjects } from './mirror-noun'
import { writeObjects } from './write-objects'

type Clock = Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>

/** Writes one returned object into the mirror, or into quarantine if Postgres cannot store it. */
export async function applyAnswer<Noun extends MirrorNoun>(
  clock: Clock,
  noun: Noun,
  { raw, at }: HostResponse<MirrorObjects[Noun]>,
): Promise<SnapshotOutcome> {
  const { verdicts } = await writeObjects(clock, noun, { raws: [raw], at, source: 'fetch' })
  const [verdict] = verdicts.values()
  return verdict?.outcome ?? 'same'
}

/** Result of a fetch: `gone` when the host's 404 changed the mirror, `unknown` when it changed nothing. */
export type FetchOutcome = SnapshotOutcome | 'gone' | 'unknown'

/** The host's object is in quarantine, because the contract's schema refuses it. */
export class ObjectQuarantined extends ContractMismatch {}

/**
 * Fetches one object from the host and writes it into the mirror, with the settlement of a settlement's payments; these
 * are listed later, page by page, if the detail is above the client's cap. An object that the host lacks is marked
 * missing. Throws ObjectQuarantined for an unreadable object, and the client's errors for everything else.
 */
export async function fetchObject(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  id: string,
  signal?: AbortSignal,
): Promise<FetchOutcome> {
  const input = signal ? { id, signal } : { id }
  try {
    return await fetchers[noun](ctx, input)
  } catch (error) {
    // An id that fits into no path was issued by no host.
    if (error instanceof RangeError) return 'unknown'
    if (error instanceof ContractMismatch) throw await quarantined(ctx, noun, id, error)
    if (!(error instanceof HostRefused) || error.status !== 404) throw error
    const { connectionId, db } = ctx
    return (await markMissing(db, { connectionId, noun, id, answeredAt: error.at })) ? 'gone' : 'unknown'
  }
}

/**
 * Quarantines a response that is an object with this id. Returns the error to throw: any other response is not an object.
 */
async function quarantined(
  clock: Clock,
  noun: MirrorNoun,
  id: string,
  error: ContractMismatch,
): Promise<ContractMismatch> {
  const { raw, at } = error.answer ?? {}
  if (at === undefined || typeof raw !== 'object' || raw === null || !('id' in raw) || raw.id !== id)
    return error
  await writeObjects(clock, noun, { raws: [raw], at, source: 'fetch' })
  return new ObjectQuarantined(error.status, error.where, error.requestId)
}

type Fetch = (ctx: ConnectionContext, input: { id: string; signal?: AbortSignal }) => Promise<SnapshotOutcome>

const fetchers: Readonly<Record<MirrorNoun, Fetch>> = {
  payments: async (ctx, input) => applyAnswer(ctx, 'payments', await ctx.client.call('getPayment', input)),
  links: async (ctx, input) => applyAnswer(ctx, 'links', await ctx.client.call('getPaymentLink', input)),
  customers: async (ctx, input) => applyAnswer(ctx, 'customers', await ctx.client.call('getCustomer', input)),
  settlements: async (ctx, input) => {
    const paymentIds: string[] = []
    const take = (item: unknown) => {
      // An unreadable payment does not prevent the others from getting their settlement.
      if (typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string')
        paymentIds.push(item.id)
    }
    try {
      const items = { field: 'payments', take }
      const answer = await ctx.client.call('getSettlement', { ...input, items })
      const outcome = await applyAnswer(ctx, 'settlements', answer)
      await assignSettlement(ctx, { id: answer.data.id, paymentIds, at: answer.at })
      return outcome
    } catch (error) {
      if (!(error instanceof ResponseTooLarge)) throw error
      await queuePages(ctx, input.id)
      return 'same'
    }
  },
}

/** Queues the pages of payments of a mirrored settlement whose detail is too large (`listSettlementPayments`). */
async function queuePages({ connectionId, db, now }: Clock, id: string): Promise<void> {
  await db.query({
    name: 'queue-settlement-pages',
    text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at, cursor)
      SELECT connection_id, 'settlements', id, 'settlement_payments', $3, '' FROM dashboard.mirror_settlement
      WHERE connection_id = $1 AND id = $2
      ON CONFLICT (connection_id, noun, object_id)
      DO UPDATE SET due_at = excluded.due_at, cursor = COALESCE(object_fetch.cursor, '')`,
    values: [connectionId, id, now()],
  })
}
