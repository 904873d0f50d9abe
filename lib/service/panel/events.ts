import { WEBHOOK_ENDPOINTS_MAX } from '@/lib/contract/limits'
import type { AccountEvent, ListedAccountEvent } from '@/lib/contract/panel/events'
import { COUNTED_TO, countRows, type Filters, listPage } from '@/lib/service/lists/keyset-query'
import { listDeliveries } from './deliveries'
import type { PanelContext } from './panel'

const EVENT_ID_PREFIX = 'evt_'

/** Filters of the list of events; `q` is the id of an event or of an object. */
interface EventQuery {
  test?: boolean | undefined
  kind?: string | undefined
  q?: string | undefined
  /** Half open, ISO 8601. */
  after?: string | undefined
  before?: string | undefined
  cursor?: string | undefined
}

type EventRow = Omit<ListedAccountEvent, 'created_at'> & { created_at: Date }

const list = {
  name: 'panel-events',
  resource: 'event',
  alias: 'e',
  columns: `e.id, e.kind, e.object_id, e.test, e.created_at, d.endpoints, d.delivered, d.waiting, d.failed, d.skipped`,
  tables: `service.event e CROSS JOIN LATERAL (
    SELECT count(*)::int AS endpoints,
      count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS delivered,
      count(*) FILTER (WHERE status = 'PENDING')::int AS waiting,
      count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
      count(*) FILTER (WHERE status = 'SKIPPED')::int AS skipped
    FROM service.delivery WHERE account_id = e.account_id AND event_id = e.id) d`,
} as const

/**
 * Returns a page of the account's events, sent or not, newest first, and their counts under the other filters, by their
 * mark; one beyond `counted_to` stands for all larger counts. A search by id ignores kind and days. Throws 400
 * `invalid_parameters` for a bad cursor.
 */
export async function listEvents(
  { db, accountId }: PanelContext,
  { q, test, kind, after, before, cursor }: EventQuery,
) {
  const filters: Filters =
    q === undefined
      ? { accountId, equals: { kind }, created_after: after, created_before: before }
      : { accountId, equals: q.startsWith(EVENT_ID_PREFIX) ? { id: q } : { object_id: q } }
  const is = test === undefined ? undefined : isTest(test)
  const count = (which: boolean) =>
    countRows(db, { ...list, tables: 'service.event e' }, { ...filters, is: isTest(which) })
  const [{ rows, ...page }, real, tests] = await Promise.all([
    listPage<EventRow>(db, list, { ...filters, is }, { cursor }),
    count(false),
    count(true),
  ])
  const counts = { ALL: real + tests, real, test: tests }
  return { data: rows.map(shownEvent), counts, counted_to: COUNTED_TO, ...page }
}

/** Returns the flag as a literal, which allows the partial index of test events. */
function isTest(test: boolean): string {
  return test ? 'e.test' : 'NOT e.test'
}

function shownEvent({ created_at, ...row }: EventRow): ListedAccountEvent {
  return { ...row, created_at: created_at.toISOString() }
}

/** Returns an event with its body, byte for byte, and its deliveries; null if the account has no such event. */
export async function readEvent(
  { db, accountId }: PanelContext,
  id: string,
): Promise<{ event: Omit<AccountEvent['event'], 'masked'>; deliveries: AccountEvent['deliveries'] } | null> {
  const [{ rows }, deliveries] = await Promise.all([
    db.query<EventRow & { body: string }>({
      name: 'panel-event',
      text: `SELECT ${list.columns}, e.body FROM ${list.tables} WHERE e.account_id = $1 AND e.id = $2`,
      values: [accountId, id],
    }),
    // Deleted endpoints are among them, so that there may be more than the account has now.
    listDeliveries({ db, accountId }, { event_id: id }, { limit: 2 * WEBHOOK_ENDPOINTS_MAX }),
  ])
  const [row] = rows
  if (!row) return null
  const { body, ...event } = row
  return { event: { ...shownEvent(event), body }, deliveries: deliveries.data }
}
