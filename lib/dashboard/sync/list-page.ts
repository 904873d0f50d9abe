import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import type { CallInput } from '@/lib/dashboard/client/contract-client'
import { ContractMismatch, HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { DEEP_WINDOW_DAYS, type MirrorNoun } from '@/lib/dashboard/mirror/shape'
import { type WrittenObject, writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { DAY_MS } from './queue-run'
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
  written: readonly WrittenObject[]
  quarantined: number
}

/**
 * Reads one page of a list from the host and writes its objects into the mirror; unreadable ones go into quarantine.
 * Throws the client's errors, ContractMismatch for an oversized page or cursor, and FinalProblem `mirror_full` if there
 * is no room for one of its objects.
 */
export async function listPage(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  query: Readonly<Record<string, string | number>>,
): Promise<ListedPage> {
  // Every list is called alike; the type checker cannot follow which endpoint has which filters.
  const endpoint = lists[noun].endpoint as 'listPayments'
  const input = { query: { limit: LIST_LIMIT_MAX, ...query } } as CallInput<'listPayments'>
  const { data, at, requestId } = await ctx.client.callAs(endpoint, unparsedListSchema, input)
  if (data.data.length > PAGE_ITEMS_MAX || (data.next_cursor ?? '').length > CURSOR_TEXT_MAX)
    throw new ContractMismatch(200, `a list of ${noun}`, requestId)
  const { written, quarantined, refused } = await writeObjects(ctx, noun, {
    raws: data.data,
    at,
    source: 'list',
  })
  if (refused > 0)
    throw new FinalProblem('mirror_full', 'the copy of this account, or its team, has reached a quota')
  return {
    at,
    next: data.has_more ? data.next_cursor : null,
    endless: data.has_more && data.next_cursor === null,
    written,
    quarantined,
  }
}

/**
 * Returns the position after a page, null at the list's end. Throws PaginationError if the list has no end: a cycle of its
 * cursors is found within a few rounds, however long, because the marked cursor moves at powers of two.
 */
export function positionAfter(position: ListPosition, { next, endless }: ListedPage): ListPosition | null {
  if (endless) throw new PaginationError(position.noun)
  if (next === null) return null
  const { cursor, pages } = position.mark ?? { cursor: null, pages: 0 }
  if (next === cursor || next === position.cursor) throw new PaginationError(position.noun)
  const mark = { cursor: (pages & (pages + 1)) === 0 ? next : cursor, pages: pages + 1 }
  return { ...position, cursor: next, mark }
}

/**
 * Returns the start of a list whose cursor was refused, to read it again. Null for every other error. Throws
 * PaginationError for too many refusals.
 */
export function positionAgain(position: ListPosition, error: unknown): ListPosition | null {
  const isRefused = error instanceof HostRefused && error.status === 400
  if (!isRefused || position.cursor === null) return null
  const restarts = (position.restarts ?? 0) + 1
  if (restarts > RESTARTS_MAX) throw new PaginationError(position.noun)
  return { noun: position.noun, of: position.of, cursor: null, restarts }
}

/** Reads the page at a position. `days`: age of the window; null means the whole history. */
export async function positionPage(
  ctx: ConnectionContext,
  { noun, of, cursor }: ListPosition,
  days: number | null,
): Promise<ListedPage> {
  const { hasDates, open } = lists[noun]
  const start = of === 'open' || days === null ? null : daysAgo(ctx, days)
  const page = await listPage(ctx, noun, {
    ...(cursor !== null && { starting_after: cursor }),
    ...(of === 'open' && open !== null && { status: open }),
    ...(hasDates && start !== null && { created_after: start.toISOString() }),
  })
  // A customer of any age may have been edited, which raises no event: deep comparisons read the whole list.
  const isWhole = hasDates || start === null || (noun === 'customers' && (days ?? 0) >= DEEP_WINDOW_DAYS)
  return isWhole ? page : cutAtWindow(page, start)
}

/** Returns the beginning of a window of objects, on the host's clock. */
function daysAgo({ clock, now }: ConnectionContext, days: number): Date {
  return clock.at(new Date(now().getTime() - days * DAY_MS))
}

/**
 * Ends a list without a date filter, and with the newest first, at its first page whose objects are all readable and
 * older than the window.
 */
function cutAtWindow(page: ListedPage, start: Date): ListedPage {
  const times = page.written.map(({ object }) => Date.parse(object.created_at))
  const hasNew = page.quarantined > 0 || times.some((time) => time >= start.getTime())
  // A host may list the oldest first; a page of one object does not reveal the order.
  const [first = 0] = times
  return hasNew || first <= (times.at(-1) ?? 0) ? page : { ...page, next: null, endless: false }
}
