import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import type { CallInput } from '@/lib/dashboard/client/contract-client'
import { ContractMismatch, HostRefused, ResponseTooLarge } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { queueFetches } from '@/lib/dashboard/mirror/apply-rules'
import type { SnapshotVerdict } from '@/lib/dashboard/mirror/apply-snapshots'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { sha256 } from '@/lib/platform/secrets'
import { DAY_MS, DEEP_WINDOW_DAYS } from './queue-run'
import { FinalProblem, type ListPosition } from './sync-run'

/** Most objects of a page; far above the contract's own limit, for hosts that ignore it. */
const PAGE_ITEMS_MAX = 10 * LIST_LIMIT_MAX
/** Longest cursor of a host, which the position's row stores. */
const CURSOR_TEXT_MAX = 4_000
/** Cursors of one list that a host may refuse, for example because they expire while the run pauses. */
const RESTARTS_MAX = 3

/** Lists of the host: their endpoint, their filter by date if they have one, and the state that may still change. */
const lists = {
  links: { endpoint: 'listPaymentLinks', hasDates: true, open: 'ACTIVE' },
  payments: { endpoint: 'listPayments', hasDates: true, open: 'PENDING' },
  customers: { endpoint: 'listCustomers', hasDates: false, open: null },
  settlements: { endpoint: 'listSettlements', hasDates: false, open: 'PENDING' },
} as const

/** Host's list that repeats a cursor, refuses its own cursors or reports more without one. */
export class PaginationError extends FinalProblem {
  constructor(noun: MirrorNoun) {
    super('list_without_end', `the host's list of ${noun} does not end`)
  }
}

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

interface ListQuery {
  limit?: number
  starting_after?: string
  status?: string
  created_after?: string
  created_before?: string
}

/**
 * Reads one page of a list from the host and writes its objects into the mirror; unreadable ones go into quarantine.
 * Throws the client's errors, ContractMismatch for an oversized page or cursor, and FinalProblem `mirror_full` if there
 * is no room for one of its objects.
 */
export async function listPage(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  query: ListQuery,
): Promise<ListedPage> {
  // Every list is called alike; the type checker cannot follow which endpoint has which filters.
  const endpoint = lists[noun].endpoint as 'listPayments'
  const input = { query: { limit: LIST_LIMIT_MAX, ...query } } as CallInput<'listPayments'>
  const { data, at, requestId } = await ctx.client.callAs(endpoint, unparsedListSchema, input)
  if (data.data.length > PAGE_ITEMS_MAX || (data.next_cursor ?? '').length > CURSOR_TEXT_MAX)
    throw new ContractMismatch(200, `a list of ${noun}`, requestId)
  const { objects, verdicts, quarantined, refused } = await writeObjects(ctx, noun, {
    raws: data.data,
    at,
    source: 'list',
  })
  if (refused > 0)
    throw new FinalProblem('mirror_full', 'the copy of this account, or its team, has reached a quota')
  const listed = objects.map(
    ({ id, created_at, status, source }) =>
      [id, { createdAt: new Date(created_at), status, source }] as const,
  )
  return {
    at,
    next: data.has_more ? data.next_cursor : null,
    endless: data.has_more && data.next_cursor === null,
    verdicts,
    quarantined,
    listed: new Map(listed),
  }
}

/** Position before the first page. */
export const LIST_START: ListPosition = {
  cursor: null,
  limit: LIST_LIMIT_MAX,
  mark: { hash: null, count: 0 },
}

/**
 * Returns the position after a page, null at the list's end. Throws PaginationError if the list has no end: a cycle of its
 * cursors is detected within a few rounds, however long.
 */
export function positionAfter<Position extends ListPosition>(
  noun: MirrorNoun,
  position: Position,
  { next, endless }: ListedPage,
): Position | null {
  if (endless) throw new PaginationError(noun)
  if (next === null) return null
  const { hash, count } = position.mark
  const nextHash = sha256(next).toString('base64url')
  if (nextHash === hash) throw new PaginationError(noun)
  // Powers of two: the marked cursor stays for as many pages as preceded it.
  const mark = { hash: (count & (count + 1)) === 0 ? nextHash : hash, count: count + 1 }
  return { ...position, cursor: next, mark }
}

/**
 * Returns the position from which a list is read again after an error: by smaller pages after one above the client's
 * cap, from the start after a refused cursor. Null for every other error. Throws PaginationError for too many refusals.
 */
export function positionAgain<Position extends ListPosition>(
  noun: MirrorNoun,
  position: Position,
  error: unknown,
): Position | null {
  if (error instanceof ResponseTooLarge && position.limit > 1)
    return { ...position, limit: Math.floor(position.limit / 2) }
  if (!isCursorRefused(position, error)) return null
  const restarts = (position.restarts ?? 0) + 1
  if (restarts > RESTARTS_MAX) throw new PaginationError(noun)
  return { ...position, cursor: null, mark: LIST_START.mark, restarts }
}

/** Returns whether the host has refused the cursor of a position. */
export function isCursorRefused({ cursor }: { cursor: string | null }, error: unknown): boolean {
  return error instanceof HostRefused && error.status === 400 && cursor !== null && cursor !== ''
}

/** One list of the host that a run pages through. */
export interface ListPhase {
  noun: MirrorNoun
  /** `window`: objects new enough (for an import: all); `open`: objects of any age in a state that may still change. */
  of: 'window' | 'open'
}

/** Reads the page of a phase's list at a position. `days`: age of the window; null means the whole history. */
export async function phasePage(
  ctx: ConnectionContext,
  { noun, of }: ListPhase,
  { cursor, limit }: ListPosition,
  days: number | null,
): Promise<ListedPage> {
  const { hasDates, open } = lists[noun]
  const start = of === 'open' || days === null ? null : daysAgo(ctx, days)
  const page = await listPage(ctx, noun, {
    limit,
    ...(cursor !== null && { starting_after: cursor }),
    ...(of === 'open' && open !== null && { status: open }),
    ...(hasDates && start !== null && { created_after: start.toISOString() }),
  })
  // An import reads the payments as well, which contain their settlements, except those created in the meantime.
  if (noun === 'settlements')
    await fetchChanged(ctx, page, days === null ? daysAgo(ctx, DEEP_WINDOW_DAYS) : null)
  // A customer of any age may have been edited, which raises no event: deep comparisons read the whole list.
  const isWhole = hasDates || start === null || (noun === 'customers' && (days ?? 0) >= DEEP_WINDOW_DAYS)
  return isWhole ? page : cutAtWindow(page, start)
}

/** Returns the beginning of a window of objects, on the host's clock. */
function daysAgo({ clock, now }: ConnectionContext, days: number): Date {
  return clock.at(new Date(now().getTime() - days * DAY_MS))
}

/**
 * Queues the details of the settlements that a page changed and that are not older: only a detail contains the payments.
 */
async function fetchChanged(ctx: ConnectionContext, page: ListedPage, oldest: Date | null): Promise<void> {
  const ids = [...page.verdicts].flatMap(([id, { outcome }]) => {
    const isChanged = outcome === 'missing' || outcome === 'wrong'
    const createdAt = page.listed.get(id)?.createdAt
    return isChanged && (oldest === null || !createdAt || createdAt >= oldest) ? [id] : []
  })
  const { connectionId, db, now } = ctx
  const fetches = { noun: 'settlements', ids, reason: 'settlement_payments' } as const
  if (ids.length > 0) await queueFetches(db, { ...fetches, connectionId, dueAt: now() })
}

/**
 * Ends a list without a date filter, and with the newest first, at its first page whose objects are all readable and
 * older than the window.
 */
function cutAtWindow(page: ListedPage, start: Date): ListedPage {
  const times = [...page.listed.values()].map(({ createdAt }) => createdAt.getTime())
  const hasNew = page.quarantined > 0 || times.some((time) => time >= start.getTime())
  // A host may list the oldest first; a page of one object does not reveal the order.
  const [first = 0] = times
  return hasNew || first <= (times.at(-1) ?? 0) ? page : { ...page, next: null, endless: false }
}

/**
 * Longer than a payer may take at the bank (30 minutes): a payment is settled by its approval, but listed by its
 * creation.
 */
const PERIOD_MARGIN_MS = 60 * 60_000

/**
 * Writes one page of the payments of a mirrored settlement's period into the mirror, each with its settlement. Throws the
 * client's errors, and PaginationError.
 * @returns the next position; null at the end, or if the settlement is no longer mirrored
 */
export async function listSettlementPayments(
  ctx: ConnectionContext,
  settlementId: string,
  position: ListPosition,
): Promise<ListPosition | null> {
  const { rows } = await ctx.db.query<{ period_start: Date; period_end: Date }>({
    name: 'settlement-period',
    text: `SELECT period_start, period_end FROM dashboard.mirror_settlement WHERE connection_id = $1 AND id = $2`,
    values: [ctx.connectionId, settlementId],
  })
  const [period] = rows
  if (!period) return null
  const page = await listPage(ctx, 'payments', {
    ...(position.cursor !== null && { starting_after: position.cursor }),
    created_after: new Date(period.period_start.getTime() - PERIOD_MARGIN_MS).toISOString(),
    created_before: new Date(period.period_end.getTime() + PERIOD_MARGIN_MS).toISOString(),
  })
  return positionAfter('payments', position, page)
}
