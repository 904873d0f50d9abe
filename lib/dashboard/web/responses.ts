import { ApiError, type FieldError, fieldErrorsIn } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import {
  AccountDisconnected,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
} from '@/lib/dashboard/client/host-errors'
import type { Receipt } from '@/lib/dashboard/receiver/receive-delivery'
import { Refusal, refusalStatus } from '@/lib/dashboard/refusal'
import type { Problem } from '@/lib/dashboard/schema/action-result'
import { refusals } from '@/lib/messages/refusals'
import { isDatabaseAway } from '@/lib/platform/database-away'
import { ANSWER_HEADERS, readBody as readBounded } from '@/lib/platform/http-server'
import type { Log } from '@/lib/platform/log'
import { isShareBusy } from '@/lib/platform/shares'
import { SnapshotBusy } from '@/lib/platform/snapshot'
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

/** Returns the public part of any thrown value; nothing internal is included. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal)
    return withDetails(error.code, t(`refusals.own.${error.code}`), error.fields, error.requestId)
  // The contract's own checks throw the errors of the API.
  if (error instanceof ApiError && error.code === 'invalid_parameters')
    return withDetails(error.code, t('refusals.own.invalid_parameters'), fieldErrorsIn(error.details), null)
  if (error instanceof ApiError && error.code === 'resource_not_found')
    return { code: error.code, message: t('refusals.own.resource_not_found') }
  if (error instanceof HostRefused) {
    const fields = fieldErrorsIn(error.details)
    const problem = withDetails(error.knownCode ?? error.code, sentenceOf(error), fields, error.requestId)
    return error.knownCode === 'customer_already_exists' ? withExisting(problem, error) : problem
  }
  if (error instanceof AccountDisconnected)
    return { code: 'account_disconnected', message: t('refusals.own.account_disconnected') }
  if (error instanceof HostUnreachable)
    return { code: 'host_unreachable', message: t('refusals.own.host_unreachable') }
  if (error instanceof ContractMismatch)
    return withDetails('contract_mismatch', t('refusals.own.contract_mismatch'), [], error.requestId)
  if (isShareBusy(error)) return { code: 'team_busy', message: t('refusals.own.team_busy') }
  if (isDatabaseAway(error))
    return { code: 'service_unavailable', message: t('refusals.own.service_unavailable') }
  if (error instanceof SnapshotBusy) return { code: 'exports_busy', message: t('refusals.own.exports_busy') }
  return { code: 'internal_error', message: t('refusals.own.internal_error') }
}

/** Adds the taken field and the customer who has it (decisions: phone or e-mail taken), if the host names them. */
function withExisting(problem: Problem, { details }: HostRefused): Problem {
  const field = details.field === 'email' ? 'email' : 'phone'
  return {
    ...problem,
    fields: [{ field, code: problem.code, message: problem.message }],
    ...(typeof details.customer_id === 'string' ? { customerId: details.customer_id } : {}),
  }
}

/** Returns our own message: the host's is written for the developers of its clients. */
function sentenceOf({ code, knownCode, status }: HostRefused): string {
  const sentences: Readonly<Record<string, string>> = refusals.host
  const sentence = knownCode === null ? undefined : sentences[knownCode]
  if (sentence) return sentence
  if (status >= 500) return t('refusals.hostFailed')
  return status === 409 ? t('refusals.hostConflict') : t('refusals.hostOther', { code })
}

function withDetails(
  code: string,
  message: string,
  fields: readonly FieldError[],
  requestId: string | null,
): Problem {
  return {
    code,
    message,
    ...(fields.length > 0 ? { fields } : {}),
    ...(requestId === null ? {} : { requestId }),
  }
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
  const refuse: RouteHandler<Params> = async () =>
    errorResponse(new Refusal('method_not_allowed'), log(), allow)
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
      return errorResponse(error, log())
    }
  }
}

/** Returns the response to a delivery. A duplicate is a success: the sender must not retry it. */
export function deliveryResponse(receipt: Receipt): Response {
  if (receipt.ok) return new Response(null, { status: 204 })
  const { status, type } = answers[receipt.reason]
  const message = t(`refusals.delivery.${receipt.reason}`)
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
