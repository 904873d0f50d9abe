import { decodeCursor, encodeCursor } from '@/lib/contract/cursor'
import { type Endpoint, endpoints, isIdempotent } from '@/lib/contract/endpoints'
import type { ApiKeyState } from '@/lib/contract/states'
import { isStorable } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'
import { apiKeyState } from '@/lib/service/accounts/api-key-row'
import { redactKey } from '@/lib/service/requests/redact-request'
import type { PanelContext } from './panel'

type RequestClass = '2xx' | '4xx' | '5xx'

export interface RequestQuery {
  /** FAILED = a response with status 400 or above. */
  status?: 'SUCCEEDED' | 'FAILED' | undefined
  key?: string | undefined
  /** Id of a key whose calls are omitted, unless the search is by an id. */
  notKey?: string | undefined
  method?: string | undefined
  class?: RequestClass | undefined
  /** Half open, ISO 8601. */
  after?: string | undefined
  before?: string | undefined
  /** An id, an idempotency key, or part of a path. */
  q?: string | undefined
  cursor?: string | undefined
}

interface PanelRequest {
  id: string
  method: string
  /** Pattern of the route below {base_url}; empty if no route matched. */
  route: string
  path: string
  status: number
  duration_ms: number
  idempotency_key: string | null
  replayed: boolean
  object_id: string | null
  /** The key in its current state. */
  key: { id: string; name: string; last4: string; state: ApiKeyState }
  /** Arrival of the call, ISO 8601. */
  created_at: string
}

export interface RequestDetail extends PanelRequest {
  /** True if the route honors an Idempotency-Key. */
  idempotency_key_used: boolean
  /** Redacted; null if no body was read. */
  request_body: unknown
  error: unknown
}

export interface RequestsPage {
  data: PanelRequest[]
  has_more: boolean
  next_cursor: string | null
  newer_cursor: string | null
  /** Null if there are more than COUNTED_MAX. */
  totals: {
    from: number
    counts: Record<string, number>
    count: number
    amount: number
    currency: string
  } | null
  search: { as: 'id' | 'text' } | null
}

type RequestContext = Pick<PanelContext, 'accountId' | 'db' | 'now'>

const PAGE_ROWS = 20
/** Limit of the count: a page of the list must not wait for it. */
const COUNTED_MAX = 10_000
/** Number of newest calls that are searched for a part of a path. */
const SEARCHED_ROWS = 50_000

const COLUMNS = `r.id, r.method, r.route, r.path, r.status, r.duration_ms, r.idempotency_key, r.replayed, r.object_id,
  r.created_at, r.key_id, k.name AS key_name, k.last4 AS key_last4,
  k.revoked_at, k.expires_at`
const WITH_KEY = 'JOIN service.api_key k ON k.account_id = r.account_id AND k.id = r.key_id'

interface RequestRow extends Omit<PanelRequest, 'key' | 'created_at'> {
  created_at: Date
  key_id: string
  key_name: string
  key_last4: string
  revoked_at: Date | null
  expires_at: Date | null
}

/** Returns one page of the account's calls, newest first. A search by an id ignores the dates. */
export async function listRequests(
  { accountId, db, now }: RequestContext,
  query: RequestQuery,
): Promise<RequestsPage> {
  const search = query.q === undefined ? null : { as: await searchedAs(db, accountId, query.q) }
  const cursor = query.cursor === undefined ? null : decodeCursor('api_request', query.cursor)
  const { from, wheres, values } = conditions(accountId, query, search?.as ?? null)
  const at = cursor ? [cursor.createdAt, cursor.id] : []
  const pair = `($${values.length + 1}::timestamptz, $${values.length + 2}::text)`
  const of = (more: readonly string[]) => [...wheres, ...more].join(' AND ')
  const [page, newer, totals] = await Promise.all([
    db.query<RequestRow>({
      text: `SELECT ${COLUMNS} FROM ${from} ${WITH_KEY}
        WHERE ${of(cursor ? [`(r.created_at, r.id) < ${pair}`] : [])}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${PAGE_ROWS + 1}`,
      values: [...values, ...at],
    }),
    cursor
      ? db.query<{ created_at: Date; id: string }>({
          text: `SELECT r.created_at, r.id FROM ${from} WHERE ${of([`(r.created_at, r.id) >= ${pair}`])}
            ORDER BY r.created_at, r.id OFFSET ${PAGE_ROWS} LIMIT 1`,
          values: [...values, ...at],
        })
      : null,
    countRequests(db, accountId, query, { as: search?.as ?? null, at }),
  ])
  const shown = page.rows.slice(0, PAGE_ROWS)
  const last = shown.at(-1)
  const hasMore = page.rows.length > PAGE_ROWS && last !== undefined
  const back = newer?.rows[0]
  return {
    data: shown.map((row) => shownRequest(row, now())),
    has_more: hasMore,
    next_cursor: hasMore ? cursorAt(last) : null,
    newer_cursor: back ? cursorAt(back) : null,
    totals,
    search,
  }
}

/** Returns one call with its redacted body and error; null if the account has none of this id. */
export async function getRequest(
  { accountId, db, now }: RequestContext,
  id: string,
): Promise<RequestDetail | null> {
  if (!isStorable(id)) return null
  const { rows } = await db.query<RequestRow & { request_body: unknown; error: unknown }>({
    name: 'panel-request',
    text: `SELECT ${COLUMNS}, r.request_body, r.error FROM service.api_request r ${WITH_KEY}
      WHERE r.account_id = $1 AND r.id = $2`,
    values: [accountId, id],
  })
  const [row] = rows
  if (!row) return null
  return {
    ...shownRequest(row, now()),
    idempotency_key_used: usesIdempotencyKey(row),
    request_body: row.request_body,
    error: row.error,
  }
}

function usesIdempotencyKey({ method, route }: Pick<PanelRequest, 'method' | 'route'>): boolean {
  const endpoint = Object.values<Endpoint>(endpoints).find((it) => it.method === method && it.path === route)
  return endpoint !== undefined && isIdempotent(endpoint)
}

/** Returns `id` if a call has this id; every other text is part of a path. */
async function searchedAs(db: Queryable, accountId: string, q: string): Promise<'id' | 'text'> {
  const { rows } = await db.query<{ is_id: boolean }>({
    name: 'panel-request-search',
    text: `SELECT EXISTS (SELECT 1 FROM service.api_request WHERE account_id = $1 AND id = $2)
      OR EXISTS (SELECT 1 FROM service.api_request WHERE account_id = $1 AND object_id = $2)
      OR EXISTS (SELECT 1 FROM service.api_request WHERE account_id = $1 AND idempotency_key = $3) AS is_id`,
    values: [accountId, q, redactKey(q)],
  })
  return rows[0]?.is_id ? 'id' : 'text'
}

function conditions(accountId: string, query: RequestQuery, as: 'id' | 'text' | null) {
  const values: unknown[] = [accountId]
  const wheres = ['r.account_id = $1']
  const where = (value: unknown, sql: (parameter: string) => string) => {
    if (value !== undefined) wheres.push(sql(`$${values.push(value)}`))
  }
  if (query.status) wheres.push(query.status === 'FAILED' ? 'r.status >= 400' : 'r.status < 400')
  where(query.key, (key) => `r.key_id = ${key}`)
  where(query.method, (method) => `r.method = ${method}`)
  where(query.class && Number(query.class[0]), (hundred) => `r.status / 100 = ${hundred}`)
  if (as !== 'id') {
    where(query.notKey, (key) => `r.key_id <> ${key}`)
    where(query.after, (after) => `r.created_at >= ${after}::timestamptz`)
    where(query.before, (before) => `r.created_at < ${before}::timestamptz`)
  }
  if (as === 'id' && query.q !== undefined) {
    const key = `$${values.push(redactKey(query.q))}`
    where(query.q, (q) => `(r.id = ${q} OR r.object_id = ${q} OR r.idempotency_key = ${key})`)
  }
  if (as === 'text') where(query.q?.toLowerCase(), (q) => `position(${q} IN lower(r.path)) > 0`)
  const newest = `(SELECT account_id, id, key_id, method, route, path, status, duration_ms, idempotency_key, replayed, object_id, created_at
    FROM service.api_request n WHERE n.account_id = $1
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${SEARCHED_ROWS}) r`
  return { from: as === 'text' ? newest : 'service.api_request r', wheres, values }
}

async function countRequests(
  db: Queryable,
  accountId: string,
  query: RequestQuery,
  { as, at }: { as: 'id' | 'text' | null; at: readonly unknown[] },
): Promise<RequestsPage['totals']> {
  const { from, wheres, values } = conditions(accountId, { ...query, status: undefined }, as)
  const own = query.status ? `status ${query.status === 'FAILED' ? '>=' : '<'} 400` : 'true'
  const before =
    at.length > 0
      ? `count(*) FILTER (WHERE ${own} AND (created_at, id) >= ($${values.length + 1}::timestamptz, $${values.length + 2}::text))`
      : '0::bigint'
  const { rows } = await db.query<{ all_count: number; failed: number; before: number }>({
    text: `SELECT count(*) AS all_count, count(*) FILTER (WHERE status >= 400) AS failed, ${before} AS before
      FROM (SELECT r.status, r.created_at, r.id FROM ${from} WHERE ${wheres.join(' AND ')}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${COUNTED_MAX + 1}) counted`,
    values: [...values, ...at],
  })
  const { all_count: all = 0, failed = 0, before: earlier = 0 } = rows[0] ?? {}
  if (all > COUNTED_MAX) return null
  const counts = { ALL: all, FAILED: failed, SUCCEEDED: all - failed }
  return { from: earlier + 1, counts, count: counts[query.status ?? 'ALL'], amount: 0, currency: '' }
}

function shownRequest(row: RequestRow, now: Date): PanelRequest {
  const { id, method, route, path, status, duration_ms, idempotency_key, replayed, object_id } = row
  return {
    id,
    method,
    route,
    path,
    status,
    duration_ms,
    idempotency_key,
    replayed,
    object_id,
    key: { id: row.key_id, name: row.key_name, last4: row.key_last4, state: apiKeyState(row, now) },
    created_at: row.created_at.toISOString(),
  }
}

function cursorAt({ created_at, id }: { created_at: Date; id: string }): string {
  return encodeCursor({ resource: 'api_request', createdAt: created_at, id })
}
