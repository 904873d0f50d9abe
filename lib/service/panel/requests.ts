import { isId } from '@/lib/contract/ids'
import type { ListedRequest, ShownRequest } from '@/lib/contract/panel/requests'
import { isStorable } from '@/lib/domain/text'
import { findRow } from '@/lib/platform/database'
import { apiKeyState } from '@/lib/service/accounts/api-key-row'
import { COUNTED_TO, countRows, type Filters, listPage } from '@/lib/service/lists/keyset-query'
import { redactKey } from '@/lib/service/requests/redact-request'
import type { PanelContext } from './panel'

export interface RequestQuery {
  /** FAILED = a response with status 400 or above. */
  status?: 'SUCCEEDED' | 'FAILED' | undefined
  key?: string | undefined
  /** Id of a key whose calls are omitted. */
  notKey?: string | undefined
  method?: string | undefined
  /** Half open, ISO 8601. */
  after?: string | undefined
  before?: string | undefined
  /** Id of a call or of its object, or an idempotency key; the other filters but `status` are ignored then. */
  q?: string | undefined
  cursor?: string | undefined
}

type RequestContext = Pick<PanelContext, 'accountId' | 'db' | 'now'>

type RequestRow = Omit<ListedRequest, 'key' | 'created_at'> & {
  created_at: Date
  key_id: string
  key_name: string
  key_last4: string
  revoked_at: Date | null
  expires_at: Date | null
}

const list = {
  name: 'panel-requests',
  resource: 'api_request',
  alias: 'r',
  columns: `r.id, r.method, r.route, r.path, r.status, r.duration_ms, r.idempotency_key, r.replayed, r.object_id,
    r.created_at, r.key_id, k.name AS key_name, k.last4 AS key_last4, k.revoked_at, k.expires_at`,
  tables: 'service.api_request r JOIN service.api_key k ON k.account_id = r.account_id AND k.id = r.key_id',
} as const
const results = { FAILED: 'r.status >= 400', SUCCEEDED: 'r.status < 400' } as const

/** Returns one page of the account's calls, newest first, with the bounded counts of the tabs. */
export async function listRequests({ accountId, db, now }: RequestContext, query: RequestQuery) {
  const filters = filtersOf(accountId, query)
  const count = (result: keyof typeof results) => countRows(db, list, { ...filters, is: results[result] })
  const [{ rows, ...page }, FAILED, SUCCEEDED] = await Promise.all([
    listPage<RequestRow>(db, list, { ...filters, is: query.status && results[query.status] }, query),
    count('FAILED'),
    count('SUCCEEDED'),
  ])
  const counts = { ALL: FAILED + SUCCEEDED, FAILED, SUCCEEDED }
  return { data: rows.map((row) => shownRequest(row, now())), counts, counted_to: COUNTED_TO, ...page }
}

function filtersOf(
  accountId: string,
  { q, key, notKey, method, after, before }: Omit<RequestQuery, 'cursor' | 'status'>,
): Filters {
  if (q?.startsWith('req_')) return { accountId, equals: { id: q } }
  if (q !== undefined)
    return { accountId, equals: isId(q) ? { object_id: q } : { idempotency_key: redactKey(q) } }
  return {
    accountId,
    equals: { key_id: key, method },
    differs: { key_id: notKey },
    created_after: after,
    created_before: before,
  }
}

/** Returns one call with its redacted body and error; null if the account has none of this id. */
export async function getRequest(
  { accountId, db, now }: RequestContext,
  id: string,
): Promise<ShownRequest | null> {
  if (!isStorable(id)) return null
  const row = await findRow<RequestRow & Pick<ShownRequest, 'request_body' | 'error'>>(db, {
    name: 'panel-request',
    text: `SELECT ${list.columns}, r.request_body, r.error FROM ${list.tables} WHERE r.account_id = $1 AND r.id = $2`,
    values: [accountId, id],
  })
  if (!row) return null
  const { request_body, error, ...request } = row
  return { ...shownRequest(request, now()), request_body, error }
}

function shownRequest(row: RequestRow, now: Date): ListedRequest {
  const { key_id: id, key_name: name, key_last4: last4, revoked_at, expires_at, created_at, ...request } = row
  const state = apiKeyState({ revoked_at, expires_at }, now)
  return { ...request, created_at: created_at.toISOString(), key: { id, name, last4, state } }
}
