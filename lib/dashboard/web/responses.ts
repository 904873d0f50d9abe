import { newId } from '@/lib/contract/ids'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { Receipt } from '@/lib/dashboard/receiver/receive-delivery'
import { Refusal, refusalStatus } from '@/lib/dashboard/refusal'
import { translatorOf } from '@/lib/messages/catalogue'
import { ANSWER_HEADERS, readBody as readBounded } from '@/lib/platform/http-server'
import type { Log } from '@/lib/platform/log'
import { memberTextsOf } from '@/lib/ui/member-reader'
import { problemOf } from './problem'
import { webDashboard } from './web-dashboard'

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
 * is logged, and its response contains nothing internal. `request`: the headers of the member who reads it.
 */
export function errorResponse(
  error: unknown,
  log: Log,
  request: Pick<Headers, 'get'>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const requestId = newId('req', new Date())
  const problem = problemOf(error, memberTextsOf(request))
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

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

export type RouteHandler<Params> = (request: Request, route: { params: Promise<Params> }) => Promise<Response>

/**
 * Returns a route's exports: each given handler with its errors turned into responses, every other method answered with
 * 405 as JSON. The log is opened lazily: Next loads routes during the build, without an environment.
 */
export function methods<Params>(
  handlers: Partial<Record<Method, RouteHandler<Params>>>,
  log = () => webDashboard().log,
): Record<Method, RouteHandler<Params>> {
  const allow = { allow: Object.keys(handlers).join(', ') }
  const refuse: RouteHandler<Params> = async ({ headers }) =>
    errorResponse(new Refusal('method_not_allowed'), log(), headers, allow)
  const entries = METHODS.map((method): [Method, RouteHandler<Params>] => {
    const handler = handlers[method]
    return [method, handler ? guarded(handler, log) : refuse]
  })
  // Every method of METHODS has its entry.
  return Object.fromEntries(entries) as Record<Method, RouteHandler<Params>>
}

function guarded<Params>(handler: RouteHandler<Params>, log: () => Log): RouteHandler<Params> {
  return async (request, route) => {
    try {
      return await handler(request, route)
    } catch (error) {
      return errorResponse(error, log(), request.headers)
    }
  }
}

/** Returns the response to a delivery, in English. A duplicate is a success: the sender must not retry it. */
export function deliveryResponse(receipt: Receipt): Response {
  if (receipt.ok) return new Response(null, { status: 204 })
  const { status, type } = answers[receipt.reason]
  const message = translatorOf('en')(`refusals.delivery.${receipt.reason}`)
  const response = jsonResponse({ error: { type, code: receipt.reason, message, details: {} } }, status)
  if ('retryAfterS' in receipt) response.headers.set('Retry-After', String(receipt.retryAfterS))
  return response
}

const answers = {
  unknown_connection: { status: 404, type: 'not_found_error' },
  bad_signature: { status: 401, type: 'authentication_error' },
  too_many_deliveries: { status: 429, type: 'rate_limit_error' },
  too_many_events: { status: 429, type: 'rate_limit_error' },
  bad_event: { status: 400, type: 'invalid_request_error' },
} as const

/** Length of a logged origin; a longer one is no browser's. */
const ORIGIN_MAX = 200

/**
 * Throws Refusal `foreign_origin` unless the request's Origin is the app's own, and logs both. Unlike Next, it refuses a
 * request without an Origin.
 */
export function requireOwnOrigin(
  headers: Headers,
  { env, log }: { env: { WEB_URL: string }; log: Log },
): void {
  const origin = headers.get('origin')
  const own = new URL(env.WEB_URL).origin
  if (origin === own) return
  log.warn(
    { origin: origin?.slice(0, ORIGIN_MAX) ?? null, webUrl: own },
    'a request was refused because its origin is not that of WEB_URL',
  )
  throw new Refusal('foreign_origin')
}

/**
 * Returns the raw bytes of a request's body. Throws Refusal `body_too_large` above the limit, with or without a declared
 * length.
 */
export async function readBody(request: Request, bytesMax: number): Promise<Buffer> {
  const body = await readBounded(request, bytesMax)
  if (!body) throw new Refusal('body_too_large')
  return body
}
