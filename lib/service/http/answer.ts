import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { ApiError, toApiError, toErrorBody } from '@/lib/contract/errors'
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from '@/lib/contract/headers'
import { isDatabaseAway } from '@/lib/platform/database-away'
import type { Log } from '@/lib/platform/log'
import { callerOf } from './call'

type AnyRequest = FastifyRequest<RouteGenericInterface>

/** Headers of every response; tenant data is never for a shared cache. */
const ALWAYS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Sends a value as JSON with the headers of every response. */
export function answerJson(
  request: AnyRequest,
  reply: FastifyReply,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  if (request.trace) request.trace.answer = value
  return answerText(reply, status, JSON.stringify(value), request.id, headers)
}

/** Sends JSON that is text already, such as a stored response, with the headers of every response. */
export function answerText(
  reply: FastifyReply,
  status: number,
  body: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return answerHead(reply, status, requestId, headers).send(body)
}

/** Sets a response's status and the headers of every response. */
function answerHead(
  reply: FastifyReply,
  status: number,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  reply.code(status).headers({ ...ALWAYS, ...headers, [REQUEST_ID_HEADER]: requestId })
  if (reply.request.trace) reply.server.logCall?.(reply.request, reply)
  return reply
}

/** Converts an error to a response, the only place that does; other errors than ApiError are logged. */
export function answerError(
  request: AnyRequest,
  reply: FastifyReply,
  thrown: unknown,
  log: Log,
): FastifyReply {
  const error = isDatabaseAway(thrown) ? unavailable(thrown) : toApiError(thrown)
  if (error.status >= 500) logFailure(request, error, log)
  return answerJson(request, reply, error.status, toErrorBody(error, request.id), headersOf(error))
}

/** Seconds within which a recovering database returns. */
const RETRY_AFTER_S = '2'

/** Returns the error of a request that its client is to repeat soon. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('service_unavailable', {}, { headers: { [RETRY_AFTER_HEADER]: RETRY_AFTER_S }, cause })
}

function headersOf(error: ApiError): Readonly<Record<string, string>> {
  return error.status === 401 ? { ...error.headers, 'WWW-Authenticate': 'Bearer' } : error.headers
}

/** Logs the reason of a failed request; its client sees nothing of it. */
function logFailure(
  request: AnyRequest,
  { cause, status }: { cause?: unknown; status: number },
  log: Log,
): void {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  log.error(
    {
      ...requestFields(request),
      status,
      error: error.message,
      error_code: 'code' in error ? error.code : undefined,
      stack: error.stack,
    },
    'request failed',
  )
}

/** Returns the only fields of a request that a log line may contain. */
export function requestFields(request: AnyRequest) {
  return {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    account_id: request.caller?.account.id ?? null,
  }
}

type Pages = AsyncGenerator<readonly unknown[], void>

/** A resource whose last field is a list that may exceed the memory, read page by page while it is sent. */
export class PagedAnswer<Resource extends object> {
  constructor(
    readonly resource: Resource,
    readonly field: string & keyof Resource,
    readonly pages: Pages,
  ) {}
}

/**
 * Sends a paged response: a single page like any other response, more of them in chunks. A page that cannot be read is
 * an error response if it is the first; later it breaks the connection, so that a partial list never looks complete.
 */
export async function answerPages(
  request: FastifyRequest<RouteGenericInterface>,
  reply: FastifyReply,
  status: number,
  { resource, field, pages }: { resource: object; field: string; pages: Pages },
): Promise<FastifyReply> {
  const [first, second] = [await pages.next(), await pages.next()]
  const page = first.value ?? []
  if (second.done) return answerJson(request, reply, status, { ...resource, [field]: page })
  answerHead(reply, status, request.id)
  if (request.method === 'HEAD') {
    await pages.return()
    return reply.send()
  }
  const head = `${JSON.stringify(resource).slice(0, -1)},${JSON.stringify(field)}:[${items(page)}`
  const chunks = chunksOf(head, second.value, pages)
  const { log } = callerOf(request).ctx
  const body = Readable.from(chunks)
  body.on('error', (error) => logFailure(request, { status, cause: error }, log))
  return reply.send(body)
}

/** Yields the text of a response, at most one page at a time. */
async function* chunksOf(
  head: string,
  second: readonly unknown[],
  pages: Pages,
): AsyncGenerator<string, void> {
  yield head
  if (second.length > 0) yield `,${items(second)}`
  for await (const page of pages) if (page.length > 0) yield `,${items(page)}`
  yield ']}'
}

function items(page: readonly unknown[]): string {
  return JSON.stringify(page).slice(1, -1)
}
