import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ParsedQueryOf,
  type ResponseOf,
} from '@/lib/contract/endpoints'
import { ApiError } from '@/lib/contract/errors'
import { parseRequest } from '@/lib/contract/field-errors'
import type { JsonObject } from '@/lib/contract/json'
import { answerJson } from './answer'
import { jsonBody } from './body'
import { type Caller, callerOf } from './call'
import { answerPages, PagedAnswer } from './paged-answer'

/** One request to one endpoint of the contract, for its handler. */
export interface Call<Name extends EndpointName> extends Caller {
  /** `{id}` of the path; empty if the path has none. */
  id: string
  query: ParsedQueryOf<Name>
  /** The JSON object as sent; its fields are parsed by the noun's parser. */
  body: Record<string, unknown>
  /** The same body with its numbers as sent. */
  sent: JsonObject
}

const NO_BODY: JsonObject = { value: {}, literals: new Map(), inexact: [] }
const noFields = z.strictObject({})

/** Registers one endpoint of the contract with one verb: method, path, query and status come from the table. */
export function serve<Name extends EndpointName>(
  api: FastifyInstance,
  name: Name,
  handle: (call: Call<Name>) => Promise<ResponseOf<Name> | PagedAnswer<ResponseOf<Name>>>,
): void {
  const endpoint: Endpoint = endpoints[name]
  const method = endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method
  api.route<{ Params: { id?: string } }>({
    method,
    url: endpoint.path.replace('{id}', ':id'),
    handler: async (request, reply) => {
      const { ctx, account, deployment } = callerOf(request)
      if (request.trace) request.trace.route = endpoint.path
      const sent = endpoint.method === 'GET' ? NO_BODY : bodyFor(endpoint, jsonBody(request))
      // The table determines the query's parsed type, which TypeScript cannot follow through the name.
      const query = (endpoint.query && parseRequest(endpoint.query, request.query)) as ParsedQueryOf<Name>
      const resource = await handle({
        ctx,
        account,
        deployment,
        id: request.params.id ?? '',
        query,
        body: sent.value,
        sent,
      })
      if (resource instanceof PagedAnswer)
        return answerPages(request, reply, endpoint.successStatus, resource)
      return answerJson(request, reply, endpoint.successStatus, resource)
    },
  })
}

function bodyFor(endpoint: Endpoint, sent: JsonObject | null): JsonObject {
  if (endpoint.body) {
    if (!sent) throw new ApiError('invalid_json')
    return sent
  }
  parseRequest(noFields, sent?.value ?? {})
  return NO_BODY
}
