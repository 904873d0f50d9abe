import { newId } from '@/lib/contract/ids'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { refusalStatus } from '@/lib/dashboard/refusal'
import { ANSWER_HEADERS } from '@/lib/platform/answer-headers'
import type { Log } from '@/lib/platform/log'
import { problemOf } from './problem'

const HEADERS = { 'cache-control': 'no-store', ...Object.fromEntries(ANSWER_HEADERS) }
/** Seconds after which a turn to read a file is likely. */
const RETRY_SOON = { 'retry-after': '60' }
/** Seconds after which a database that went away may be back. */
const RETRY_AT_ONCE = { 'retry-after': '2' }

/** A JSON answer that no cache may keep. */
export function jsonAnswer(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, { status, headers: { ...HEADERS, ...headers } })
}

/**
 * Any thrown value as an answer in the contract's error shape. What is neither a Refusal nor a host's error is
 * logged and shows nothing internal.
 */
export function errorAnswer(
  error: unknown,
  log: Log,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const requestId = newId('req', new Date())
  const problem = problemOf(error)
  const { code } = problem
  if (code === 'internal_error') log.error({ requestId, err: error }, 'a request failed')
  const status = statusOf(error, code)
  return jsonAnswer(
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
  return code === 'service_unavailable' ? RETRY_AT_ONCE : {}
}

/** A host's refusal of our input is the asker's to mend; of our key, or of us at all, it is not. */
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
