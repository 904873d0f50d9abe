import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import type { Answer } from '@/lib/dashboard/client/contract-client'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applySnapshots, type Snapshot, type SnapshotOutcome } from '@/lib/dashboard/mirror/apply-snapshots'
import type { MirrorObjects } from '@/lib/dashboard/mirror/mirror-noun'
import type { ListPhase } from './sync-phases'

const DAY_MS = 24 * 60 * 60_000

export interface ListedPage {
  at: Date
  next: string | null
  outcomes: ReadonlyMap<string, SnapshotOutcome>
  /** When each object was made, by the host's clock, and how it stands. */
  listed: ReadonlyMap<string, { createdAt: Date; status: string }>
}

/** Reads one page of a phase's list from the host and writes it into the mirror. Throws the client's errors. */
export async function listPage(
  ctx: ConnectionContext,
  { noun, of }: ListPhase,
  { cursor, days }: { cursor: string | null; days: number | null },
): Promise<ListedPage> {
  const windowed = of === 'window' && days !== null
  const query = {
    limit: LIST_LIMIT_MAX,
    starting_after: cursor ?? undefined,
    created_after: windowed ? new Date(ctx.now().getTime() - days * DAY_MS).toISOString() : undefined,
  }
  if (noun === 'links') {
    const status = of === 'open' ? ('ACTIVE' as const) : undefined
    return applyListed(
      ctx,
      'links',
      await ctx.client.call('listPaymentLinks', { query: { ...query, status } }),
    )
  }
  const status = of === 'open' ? ('PENDING' as const) : undefined
  return applyListed(ctx, 'payments', await ctx.client.call('listPayments', { query: { ...query, status } }))
}

interface ListAnswer<Item> {
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

/** Writes one answered list into the mirror. */
export async function applyListed<Noun extends 'links' | 'payments'>(
  ctx: ConnectionContext,
  noun: Noun,
  { data: list, raw, at }: Answer<ListAnswer<MirrorObjects[Noun]>>,
): Promise<ListedPage> {
  const raws = rawItems(raw)
  const snapshots = list.data.map((object, index): Snapshot<Noun> => ({ object, raw: raws[index] ?? object }))
  const { connectionId, db } = ctx
  const outcomes = await applySnapshots(db, { connectionId, noun, snapshots, answeredAt: at, now: ctx.now() })
  return {
    at,
    next: list.has_more ? list.next_cursor : null,
    outcomes,
    listed: new Map(
      list.data.map(({ id, created_at, status }) => [id, { createdAt: new Date(created_at), status }]),
    ),
  }
}

/** The items as they came: what the schema does not understand stays in the mirror. */
function rawItems(raw: unknown): readonly unknown[] {
  return typeof raw === 'object' && raw !== null && 'data' in raw && Array.isArray(raw.data) ? raw.data : []
}
