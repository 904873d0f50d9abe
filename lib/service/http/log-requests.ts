import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENT_REPLAY_HEADER } from '@/lib/contract/headers'
import { isId } from '@/lib/contract/ids'
import { redactBody, redactError, redactKey, redactPath } from '@/lib/service/requests/redact-request'
import { type LoggedRequest, RequestLog } from '@/lib/service/requests/request-log'
import type { ApiOptions, CallTrace } from './call'

type AnyRequest = FastifyRequest<RouteGenericInterface>

const IDEMPOTENCY_KEY = IDEMPOTENCY_KEY_HEADER.toLowerCase()

/** Logs every call below `prefix` with a known key when its response is sent. */
export function logRequests(app: FastifyInstance, options: ApiOptions, prefix: string): void {
  const { database, log } = options
  const requests = new RequestLog({ db: database.as('checkout_system'), log })
  app.decorate('logCall', (request: AnyRequest, reply: FastifyReply) => {
    const { trace } = request
    if (!trace || !request.url.startsWith(`${prefix}/`)) return
    const isRead = request.method === 'GET' && reply.statusCode < 400
    if (!isRead || requests.keepsRead(trace)) requests.add(entryOf(request, trace, { reply, prefix }))
  })
  app.addHook('onClose', () => requests.close())
}

function entryOf(
  request: AnyRequest,
  { accountId, keyId, arrivedAt, route, body, answer }: CallTrace,
  { reply, prefix }: { reply: FastifyReply; prefix: string },
): LoggedRequest {
  const key = request.raw.headers[IDEMPOTENCY_KEY]
  const answered = typeof answer === 'string' ? parsed(answer) : fieldsOf(answer)
  return {
    account_id: accountId,
    id: request.id,
    key_id: keyId,
    method: request.method,
    // Fastify's own getter costs more than the rest of the entry.
    route: route ?? routeOf(request, prefix),
    path: redactPath(request.url.slice(prefix.length)),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
    idempotency_key: key === undefined ? null : redactKey(String(key)),
    replayed: reply.getHeader(IDEMPOTENT_REPLAY_HEADER) === 'true',
    object_id: objectOf(answered) ?? idOfPath(request),
    request_body: redactBody(body),
    error: reply.statusCode >= 400 ? redactError(answered.error) : null,
    created_at: arrivedAt,
  }
}

function routeOf({ is404, routeOptions }: AnyRequest, prefix: string): string {
  return is404 ? '' : (routeOptions.url ?? '').slice(prefix.length).replace(':id', '{id}')
}

/** Returns the id of the response's object: of a charge its payment or link, of a decline its payment. */
function objectOf({ id, payment_id, payment_link, error }: Record<string, unknown>): string | null {
  const ids = [id, payment_id, fieldsOf(payment_link).id, fieldsOf(fieldsOf(error).details).payment_id]
  return ids.find((one) => typeof one === 'string') ?? null
}

/** Returns `{id}` of the path, so that calls for an object that was not found are found by its id too. */
function idOfPath({ params }: AnyRequest): string | null {
  const { id } = fieldsOf(params)
  return typeof id === 'string' && isId(id) ? id : null
}

function parsed(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // Any object can be read by key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
