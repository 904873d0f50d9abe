import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { type List as ListOf, unparsedListSchema } from '@/lib/contract/list'
import type { HostResponse } from '@/lib/dashboard/client/contract-client'
import { ContractMismatch } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { SnapshotVerdict } from '@/lib/dashboard/mirror/apply-snapshots'
import { MirrorFull } from '@/lib/dashboard/mirror/mirror-room'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { ListPhase } from './sync-phases'
import { DEEP_WINDOW_DAYS } from './sync-windows'

/** Most objects of a page; far above the contract's own limit, for hosts that ignore it. */
const PAGE_ITEMS_MAX = 10 * LIST_LIMIT_MAX
/** Longest cursor of a host, which the run's row stores. */
const CURSOR_TEXT_MAX = 4_000
const DAY_MS = 24 * 60 * 60_000

export interface ListedPage {
  at: Date
  next: string | null
  /** True if the host reports more without a cursor. */
  endless: boolean
  verdicts: ReadonlyMap<string, SnapshotVerdict>
  /** Number of unreadable objects. */
  quarantined: number
  /** Creation time by the host's clock, status, and a customer's source, of each object. */
  listed: ReadonlyMap<string, { createdAt: Date; status: string; source: unknown }>
}

interface PageRequest {
  cursor: string | null
  /** Objects per page. */
  limit: number
  /** Age of the window; null means the whole history. */
  days: number | null
}

/** Reads one page of a phase's list from the host and writes it into the mirror. Throws the client's errors. */
export function listPage(
  ctx: ConnectionContext,
  phase: ListPhase,
  request: PageRequest,
): Promise<ListedPage> {
  return listers[phase.noun](ctx, phase, request)
}

type List = (ctx: ConnectionContext, phase: ListPhase, request: PageRequest) => Promise<ListedPage>

const listers: Readonly<Record<MirrorNoun, List>> = {
  links: async (ctx, { of }, request) => {
    const status = of === 'open' ? ('ACTIVE' as const) : undefined
    const query = { ...pageOf(request), created_after: windowStart(ctx, of, request)?.toISOString(), status }
    return applyListed(
      ctx,
      'links',
      await ctx.client.callAs('listPaymentLinks', unparsedListSchema, { query }),
    )
  },
  payments: async (ctx, { of }, request) => {
    const status = of === 'open' ? ('PENDING' as const) : undefined
    const query = { ...pageOf(request), created_after: windowStart(ctx, of, request)?.toISOString(), status }
    return applyListed(
      ctx,
      'payments',
      await ctx.client.callAs('listPayments', unparsedListSchema, { query }),
    )
  },
  customers: async (ctx, { of }, request) => {
    const query = pageOf(request)
    const answer = await ctx.client.callAs('listCustomers', unparsedListSchema, { query })
    const page = await applyListed(ctx, 'customers', answer)
    // A customer of any age may have been edited, which raises no event: deep comparisons read the whole list.
    return request.days !== null && request.days < DEEP_WINDOW_DAYS
      ? cutAtWindow(page, windowStart(ctx, of, request))
      : page
  },
  settlements: async (ctx, { of }, request) => {
    const status = of === 'open' ? ('PENDING' as const) : undefined
    const query = { ...pageOf(request), status }
    const answer = await ctx.client.callAs('listSettlements', unparsedListSchema, { query })
    const page = await applyListed(ctx, 'settlements', answer)
    // An import reads the payments as well, which contain their settlements, except those created in the meantime.
    await fetchChanged(ctx, page, request.days === null ? daysAgo(ctx, DEEP_WINDOW_DAYS) : null)
    return cutAtWindow(page, windowStart(ctx, of, request))
  },
}

/**
 * Queues the details of the settlements that a page changed and that are not older: only a detail contains the payments.
 */
async function fetchChanged(
  { connectionId, db, now }: ConnectionContext,
  page: ListedPage,
  oldest: Date | null,
): Promise<void> {
  const ids = [...page.verdicts].flatMap(([id, { outcome }]) => {
    const isChanged = outcome === 'missing' || outcome === 'wrong'
    const createdAt = page.listed.get(id)?.createdAt
    return isChanged && (oldest === null || !createdAt || createdAt >= oldest) ? [id] : []
  })
  if (ids.length === 0) return
  await db.query({
    name: 'fetch-changed-settlements',
    text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT $1, 'settlements', id, 'settlement_payments', $3 FROM unnest($2::text[]) AS id ORDER BY id
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET due_at = LEAST(excluded.due_at, object_fetch.due_at)`,
    values: [connectionId, ids, now()],
  })
}

function pageOf({ cursor, limit }: PageRequest) {
  return { limit, starting_after: cursor ?? undefined }
}

function windowStart(ctx: ConnectionContext, of: ListPhase['of'], { days }: PageRequest): Date | undefined {
  return of === 'open' || days === null ? undefined : daysAgo(ctx, days)
}

/** Returns the beginning of a window of objects, on the host's clock. */
function daysAgo({ clock, now }: ConnectionContext, days: number): Date {
  return clock.at(new Date(now().getTime() - days * DAY_MS))
}

/**
 * Ends a list without a date filter, and with the newest first, at its first page whose objects are all readable and
 * older than the window.
 */
function cutAtWindow(page: ListedPage, start: Date | undefined): ListedPage {
  const times = [...page.listed.values()].map(({ createdAt }) => createdAt.getTime())
  const hasNew = start === undefined || page.quarantined > 0 || times.some((time) => time >= start.getTime())
  // A host may list the oldest first; a page of one object does not reveal the order.
  const [first = 0] = times
  return hasNew || first <= (times.at(-1) ?? 0) ? page : { ...page, next: null, endless: false }
}

/**
 * Writes the objects of one returned list into the mirror; unreadable ones go into quarantine. Throws ContractMismatch
 * for an oversized page or cursor, and MirrorFull if there is no room for one of its objects.
 */
export async function applyListed(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  { data: list, at, requestId }: HostResponse<ListOf<unknown>>,
): Promise<ListedPage> {
  if (list.data.length > PAGE_ITEMS_MAX || (list.next_cursor ?? '').length > CURSOR_TEXT_MAX)
    throw new ContractMismatch(200, `a list of ${noun}`, requestId)
  const { objects, verdicts, quarantined, refused } = await writeObjects(ctx, noun, {
    raws: list.data,
    at,
    source: 'list',
  })
  if (refused > 0) throw new MirrorFull()
  return {
    at,
    next: list.has_more ? list.next_cursor : null,
    endless: list.has_more && list.next_cursor === null,
    verdicts,
    quarantined,
    listed: new Map(
      objects.map(({ id, created_at, status, source }) => [
        id,
        { createdAt: new Date(created_at), status, source },
      ]),
    ),
  }
}
