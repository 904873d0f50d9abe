import type { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints, isIdempotent } from '@/lib/contract/endpoints'
import { IDEMPOTENCY_KEY_HEADER } from '@/lib/contract/headers'
import { IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_KEY_MIN } from '@/lib/contract/limits'
import { errorCodesOf, errorResponse } from './error-responses'
import { answerExamples, bodyExamples } from './examples'
import { componentRef, type JsonSchema, jsonSchemaOf } from './json-schema'
import { operationNotes } from './operation-notes'
import { headersOf } from './response-headers'

/** Statuses of responses that are stored under an Idempotency-Key and returned again. */
const STORED = new Set([201, 402, 409])

/** Returns one operation of the document. Schemas that it references are added to `components`. */
export function operationOf(name: EndpointName, components: Map<string, JsonSchema>): object {
  const endpoint: Endpoint = endpoints[name]
  const { tag, description } = operationNotes[name]
  const keyed = isIdempotent(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    parameters: [
      ...(endpoint.path.includes('{id}') ? [{ $ref: '#/components/parameters/id' }] : []),
      ...(endpoint.query ? queryParameters(endpoint.query, components) : []),
      ...(keyed ? [{ $ref: `#/components/parameters/${keyParameterOf(name)}` }] : []),
    ],
    ...(endpoint.body ? { requestBody: requestBody(name, endpoint.body, components) } : {}),
    responses: {
      [endpoint.successStatus]: {
        description: endpoint.successStatus === 201 ? 'Created.' : 'Found.',
        headers: headersOf(endpoint.successStatus, { replayable: keyed }),
        content: {
          'application/json': {
            schema: jsonSchemaOf(endpoint.response, 'output', components),
            examples: examplesOf(answerExamples[name]),
          },
        },
      },
      ...Object.fromEntries(
        [...errorCodesOf(endpoint)].map(([status, codes]) => [
          status,
          errorResponse(status, codes, keyed && STORED.has(status)),
        ]),
      ),
    },
  }
}

function keyParameterOf(name: EndpointName): keyof typeof parameterComponents {
  return name === 'createCharge' ? 'idempotencyKey' : 'addedIdempotencyKey'
}

const keyHeader = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  schema: { type: 'string', minLength: IDEMPOTENCY_KEY_MIN, maxLength: IDEMPOTENCY_KEY_MAX },
}
const KEY_RULES =
  'Makes a retry safe. Unique for each operation, such as a random UUID; valid per route. With another body: 422 `idempotency_key_reused`.'

export const parameterComponents = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description:
      'The object’s id, percent-encoded. An id of another account is as unknown as one that never was.',
    schema: { type: 'string', minLength: 1 },
  },
  idempotencyKey: { ...keyHeader, description: KEY_RULES, example: '6f1c2a1e-7a53-4d0c-9f0e-0a8f3f1f5b7e' },
  // Without an example: a sample call that is sent twice, with another body, must not be refused.
  addedIdempotencyKey: { ...keyHeader, description: `Our addition to the contract. ${KEY_RULES}` },
}

function queryParameters(query: z.ZodType, components: Map<string, JsonSchema>): object[] {
  const { properties = {} } = jsonSchemaOf(query, 'input', components)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }))
}

function requestBody(name: EndpointName, body: z.ZodType, components: Map<string, JsonSchema>): object {
  const component = `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`
  components.set(component, jsonSchemaOf(body, 'input', components))
  return {
    required: true,
    content: {
      'application/json': { schema: componentRef(component), examples: examplesOf(bodyExamples[name] ?? {}) },
    },
  }
}

function examplesOf(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}
