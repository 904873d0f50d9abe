import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ParsedQueryOf,
  type ResponseOf,
} from '@/lib/contract/endpoints'
import { ApiError, errorBodySchema } from '@/lib/contract/errors'
import { parseRequest } from '@/lib/contract/field-errors'
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENT_REPLAY_HEADER, RETRY_AFTER_HEADER } from '@/lib/contract/headers'
import type { JsonObject } from '@/lib/contract/json'
import { isWithinScope, scopeOf } from '@/lib/contract/key-scopes'
import { mayBeDone } from '@/lib/platform/database-away'
import { KeyedAnswer } from '@/lib/service/idempotency/answer-once'
import { Concurrency } from '@/lib/service/rate-limits/limit-keys'
import { answerJson, answerPages, answerText, PagedAnswer } from './answer'
import { fileBody, jsonBody } from './body'
import { type Caller, callerOf } from './call'

export interface Call<Name extends EndpointName> extends Caller {
  /** `{id}` of the path; empty if the path has none. */
  id: string
  query: ParsedQueryOf<Name>
  body: Record<string, unknown>
  /** The same body with its numbers as sent. */
  sent: JsonObject
  /** The body of an upload; empty for other endpoints. */
  file: Buffer | 'too_large'
  idempotencyKey: string | undefined
  requestId: string
}

const NO_BODY: JsonObject = { value: {}, literals: new Map(), inexact: [] }
const NO_FILE = Buffer.alloc(0)
const noFields = z.strictObject({})
const IDEMPOTENCY_KEY = IDEMPOTENCY_KEY_HEADER.toLowerCase()

/** Registers one endpoint of the contract with one verb: method, path, query and status come from the table. */
export function serve<Name extends EndpointName>(
  api: FastifyInstance,
  name: Name,
  handle: (call: Call<Name>) => Promise<ResponseOf<Name> | PagedAnswer<ResponseOf<Name>> | KeyedAnswer>,
): void {
  const endpoint: Endpoint = endpoints[name]
  const needed = scopeOf(endpoint)
  // A charge moves nothing before the commit of its payment is known, and a refund has an error of its own.
  const creates = endpoint.successStatus === 201 && name !== 'createCharge' && name !== 'createRefund'
  const method = endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method
  api.route<{ Params: { id?: string } }>({
    method,
    url: endpoint.path.replace('{id}', ':id'),
    ...(endpoint.upload ? uploads(endpoint.upload.bytesMax) : {}),
    handler: async (request, reply) => {
      const { ctx, account, scope, deployment } = callerOf(request)
      if (request.trace) request.trace.route = endpoint.path
      if (!isWithinScope(scope, needed)) throw new ApiError('insufficient_scope', { scope: needed })
      const sent =
        endpoint.method === 'GET' || endpoint.upload ? NO_BODY : bodyFor(endpoint, jsonBody(request))
      // The table determines the query's parsed type, which TypeScript cannot follow through the name.
      const query = (endpoint.query && parseRequest(endpoint.query, request.query)) as ParsedQueryOf<Name>
      const key = request.headers[IDEMPOTENCY_KEY]
      const resource = await handle({
        ctx,
        account,
        scope,
        deployment,
        id: request.params.id ?? '',
        query,
        body: sent.value,
        sent,
        file: endpoint.upload ? fileBody(request) : NO_FILE,
        idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
        requestId: request.id,
      }).catch((error: unknown) => {
        // A 503 asks for a retry, which would create a second object without a key.
        if (creates && key === undefined && mayBeDone(error))
          throw new ApiError('internal_error', {}, { cause: error })
        throw error
      })
      if (resource instanceof KeyedAnswer) return answerKeyed(request, reply, resource)
      if (resource instanceof PagedAnswer)
        return answerPages(request, reply, endpoint.successStatus, resource)
      return answerJson(request, reply, endpoint.successStatus, resource)
    },
  })
}

/** Uploads of an account at once in this process: their bodies are in memory. */
const UPLOADS_AT_ONCE = 2
const UPLOAD_RETRY_AFTER_S = 1

/** Returns the options of a route whose body is a file; it counts the account's uploads before it reads a body. */
function uploads(bodyBytesMax: number) {
  const underWay = new Concurrency(UPLOADS_AT_ONCE)
  return {
    config: { bodyBytesMax },
    preParsing: async (request: FastifyRequest<RouteGenericInterface>, reply: FastifyReply) => {
      const leave = underWay.enter(callerOf(request).account.id)
      if (!leave)
        throw new ApiError(
          'rate_limited',
          {},
          { headers: { [RETRY_AFTER_HEADER]: String(UPLOAD_RETRY_AFTER_S) } },
        )
      reply.raw.once('close', leave)
    },
  }
}

/** Sends the response of a request with an Idempotency-Key: bytes and status are those stored under the key. */
function answerKeyed(
  request: FastifyRequest<RouteGenericInterface>,
  reply: FastifyReply,
  answer: KeyedAnswer,
): FastifyReply {
  if (request.trace) request.trace.answer = answer.body
  const headers = answer.replayed ? { [IDEMPOTENT_REPLAY_HEADER]: 'true' } : undefined
  return answerText(reply, answer.status, answer.body, requestIdOf(answer, request.id), headers)
}

/** Returns the request id of a response's header: that of the first request in a replayed error. */
function requestIdOf({ replayed, status, body }: KeyedAnswer, requestId: string): string {
  if (!replayed || status < 400) return requestId
  const storedId = errorBodySchema.safeParse(JSON.parse(body)).data?.error.details.request_id
  return typeof storedId === 'string' ? storedId : requestId
}

function bodyFor(endpoint: Endpoint, sent: JsonObject | null): JsonObject {
  if (endpoint.body) {
    if (!sent) throw new ApiError('invalid_json')
    return sent
  }
  parseRequest(noFields, sent?.value ?? {})
  return NO_BODY
}
