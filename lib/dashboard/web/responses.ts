import { newId } from '@/lib/contract/ids'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { refusalStatus } from '@/lib/dashboard/refusal'
import { ANSWER_HEADERS } from '@/lib/platform/http-server'
import type { Log } from '@/lib/platform/log'
import { problemOf } from './problem'

const HEADERS = { 'cache-control': 'no-store', ...Object.fromEntries(ANSWER_HEADERS) }
/** Seconds after which a slot for an export is likely. */
const RETRY_SOON = { 'retry-after': '60' }
/** Seconds after which an unavailable database, or a team's share, may have room. */
const RETRY_AT_ONCE = { 'retry-after': '2' }

/** Returns a JSON response that no cache may store. */
export function jsonResponse(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, { status, headers: { ...HEADERS, ...headers } })
}

/**
 * Returns any thrown value as a response in the contract's error format. An error that is neither a Refusal nor a host's
 * is logged, and its response contains nothing internal.
 */
export function errorResponse(
  error: unknown,
  log: Log,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const requestId = newId('req', new Date())
  const problem = problemOf(error)
  const { code } = problem
  if (code === 'internal_error') log.error({ requestId, err: error }, 'a request failed')
  const status = statusOf(error, code)
  return jsonResponse(
    {
      error: {
        type: typeOf(status),
        code,
        message: problem.message,
        details: {
          request_id: problem.requestId ?? requestId,
          ...(problem.fields ? { fields: problem.fields } : {}),
        },
      },
    },
    status,
    { 'request-id': requestId, ...retryOf(code), ...headers },
  )
}

function retryOf(code: string): Readonly<Record<string, string>> {
  if (code === 'exports_busy' || code === 'streams_busy') return RETRY_SOON
  return code === 'service_unavailable' || code === 'team_busy' ? RETRY_AT_ONCE : {}
}

/** Returns the status: a host's refusal of our input is the client's error; a refusal of our key is not. */
function statusOf(error: unknown, code: string): number {
  if (error instanceof HostRefused && passedOn.has(error.status)) return error.status
  return isOwn(code) && !(error instanceof HostRefused) ? refusalStatus[code] : HOST_FAILED
}

const HOST_FAILED = 502
const passedOn: ReadonlySet<number> = new Set([400, 404, 409, 422, 429])

function isOwn(code: string): code is keyof typeof refusalStatus {
  return Object.hasOwn(refusalStatus, code)
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 404) return 'not_found_error'
  if (status === 409) return 'conflict_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}
