import { encodeCursor, parseCursor } from '@/lib/contract/cursor'
import { keysetBack, keysetCount, keysetPage } from '@/lib/service/lists/keyset-query'
import type { PanelContext } from './panel'

/** Rows per page. */
const PAGE_SIZE = 20
const DAY_MS = 86_400_000
/** Upper bound of counts. */
const COUNTED_TO = 1_000
/** Days over which events are counted. */
const COUNTED_DAYS = 30
const EVENT_ID_PREFIX = 'evt_'

/** Filters of the list of events; `q` is the id of an event or of an object. */
export interface EventQuery {
  test?: boolean | undefined
  kind?: string | undefined
  q?: string | undefined
  created_after?: Date | undefined
  created_before?: Date | undefined
  cursor?: string | undefined
}

/** Number of an event's endpoints, by the state of their delivery. */
interface EventDeliveryCounts {
  endpoints: number
  delivered: number
  waiting: number
  failed: number
  skipped: number
}

interface EventSummary extends EventDeliveryCounts {
  id: string
  kind: string
  object_id: string
  test: boolean
  /** ISO 8601. */
  created_at: string
}

export interface EventsPage {
  data: EventSummary[]
  /** Rows under the other filters, by their mark; one beyond `counted_to` stands for all larger counts. */
  counts: { ALL: number; real: number; test: number }
  counted_to: number
  has_more: boolean
  next_cursor: string | null
  newer_cursor: string | null
}

interface EventDelivery {
  id: string
  endpoint_id: string
  url: string
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED'
  attempts: number
  last_answer_status: number | null
  last_error_class: string | null
  /** ISO 8601. */
  last_attempt_at: string | null
  /** ISO 8601; null = no automatic attempt is scheduled. */
  next_attempt_at: string | null
}

export interface EventDetail {
  event: EventSummary & { body: string }
  deliveries: EventDelivery[]
}

type CountColumns = { [Count in keyof EventDeliveryCounts]: number }
type EventColumns = CountColumns & {
  id: string
  kind: string
  object_id: string
  test: boolean
  created_at: Date
}

const columns = `e.id, e.kind, e.object_id, e.test, e.created_at,
  d.endpoints, d.delivered, d.waiting, d.failed, d.skipped`
const withCounts = `service.event e CROSS JOIN LATERAL (
    SELECT count(*)::int AS endpoints,
      count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS delivered,
      count(*) FILTER (WHERE status = 'PENDING')::int AS waiting,
      count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
      count(*) FILTER (WHERE status = 'SKIPPED')::int AS skipped
    FROM service.delivery WHERE account_id = e.account_id AND event_id = e.id) d`

/**
 * Returns a page of the account's events, sent or not, newest first. A search by id ignores kind and days. Throws 400
 * `invalid_parameters` for a bad cursor.
 */
export async function listEvents({ db, accountId }: PanelContext, query: EventQuery): Promise<EventsPage> {
  const { q, test, kind } = query
  const starting_after = parseCursor('event', query.cursor) ?? undefined
  const byId = q === undefined ? {} : q.startsWith(EVENT_ID_PREFIX) ? { id: q } : { object_id: q }
  const page = {
    accountId,
    equals: { ...byId, ...(q === undefined ? { kind } : {}) },
    ...(q === undefined ? { created_after: query.created_after, created_before: query.created_before } : {}),
    starting_after,
    limit: PAGE_SIZE,
  }
  const shownPage = { ...page, is: test === undefined ? undefined : isTest(test) }
  const list = { name: 'panel-events', alias: 'e' }
  const events = { ...list, tables: 'service.event e' }
  const count = async (is?: string) => {
    const { rows } = await db.query<{ count: number }>(keysetCount(events, { ...page, is }, COUNTED_TO))
    return rows[0]?.count ?? 0
  }
  const [{ rows }, back, all, real, tests] = await Promise.all([
    db.query<EventColumns>(keysetPage({ ...list, columns, tables: withCounts }, shownPage)),
    starting_after ? db.query<{ created_at: Date; id: string }>(keysetBack(events, shownPage)) : null,
    count(),
    count(isTest(false)),
    count(isTest(true)),
  ])
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const newer = back?.rows[0]
  const has_more = rows.length > PAGE_SIZE
  return {
    data: shown.map(summaryOf),
    counts: { ALL: all, real, test: tests },
    counted_to: COUNTED_TO,
    has_more,
    next_cursor: has_more && last ? cursorOf(last) : null,
    newer_cursor: newer ? cursorOf(newer) : null,
  }
}

/** Returns the flag as a literal, which allows the partial index of test events. */
function isTest(test: boolean): string {
  return test ? 'e.test' : 'NOT e.test'
}

function cursorOf({ created_at: createdAt, id }: { created_at: Date; id: string }): string {
  return encodeCursor({ resource: 'event', createdAt, id })
}

function summaryOf({ created_at, ...row }: EventColumns): EventSummary {
  return { ...row, created_at: created_at.toISOString() }
}

/** Returns an event with its body, byte for byte, and its deliveries; null if the account has no such event. */
export async function readEvent({ db, accountId }: PanelContext, id: string): Promise<EventDetail | null> {
  const [{ rows: events }, { rows: deliveries }] = await Promise.all([
    db.query<EventColumns & { body: string }>({
      name: 'panel-event',
      text: `SELECT ${columns}, e.body FROM ${withCounts} WHERE e.account_id = $1 AND e.id = $2`,
      values: [accountId, id],
    }),
    db.query<
      Omit<EventDelivery, 'last_attempt_at' | 'next_attempt_at'> & {
        last_attempt_at: Date | null
        next_attempt_at: Date | null
      }
    >({
      name: 'panel-event-deliveries',
      text: `SELECT d.id, d.endpoint_id, w.url, d.status, d.attempts, d.last_answer_status, d.last_error_class,
          d.last_attempt_at, CASE WHEN d.status = 'PENDING' THEN d.next_attempt_at END AS next_attempt_at
        FROM service.delivery d JOIN service.webhook_endpoint w ON w.account_id = d.account_id AND w.id = d.endpoint_id
        WHERE d.account_id = $1 AND d.event_id = $2 ORDER BY d.id`,
      values: [accountId, id],
    }),
  ])
  const [row] = events
  if (!row) return null
  const { body, ...event } = row
  return {
    event: { ...summaryOf(event), body },
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      last_attempt_at: delivery.last_attempt_at?.toISOString() ?? null,
      next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    })),
  }
}

/** Returns the number of events of each kind in the last 30 days, without test events. */
export async function countEvents({
  db,
  accountId,
  now,
}: PanelContext): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ kind: string; happened: number }>({
    name: 'panel-event-counts',
    text: `SELECT kind, count(*)::int AS happened FROM service.event
      WHERE account_id = $1 AND created_at >= $2 AND NOT test GROUP BY kind`,
    values: [accountId, new Date(now().getTime() - COUNTED_DAYS * DAY_MS)],
  })
  return Object.fromEntries(rows.map(({ kind, happened }) => [kind, happened]))
}
