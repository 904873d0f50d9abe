import type { Endpoint } from '@/lib/contract/endpoints'
import { commonErrorCodes } from '@/lib/contract/endpoints'
import {
  ApiError,
  type ErrorCode,
  type ErrorDetails,
  errorBodySchema,
  errorTable,
  errorTypes,
  fieldErrorSchema,
  toErrorBody,
} from '@/lib/contract/errors'
import { exampleIds } from '@/lib/contract/event-samples'
import { componentRef, type JsonSchema, jsonSchemaOf } from './json-schema'
import { headersOf } from './response-headers'

const { payment, customer, request } = exampleIds

/** Examples of `details` as the service fills them, beside the request id. */
const exampleDetails: { readonly [Code in ErrorCode]?: ErrorDetails } = {
  invalid_parameters: {
    fields: [{ field: 'title', code: 'too_short', message: 'Must have at least 2 characters.' }],
  },
  invalid_json: {
    fields: [{ field: 'amount', code: 'duplicate_key', message: 'This key stands twice in one object.' }],
  },
  card_declined: {
    decline_code: 'insufficient_funds',
    advice: 'There is not enough money on the card. Try again later or send a link for another card.',
    retryable: true,
    payment_id: payment,
  },
  authentication_required: {
    decline_code: 'authentication_required',
    advice: "The payer's bank asks for a confirmation that only the payer can give. Send a payment link.",
    retryable: false,
    payment_id: payment,
  },
  customer_already_exists: { field: 'phone', customer_id: customer },
  charge_unresolved: { payment_id: payment },
  idempotency_unresolved: { payment_id: payment },
}

/** Returns the Error component from the schema by which clients parse errors, with the table's types and codes. */
export function errorComponent(components: Map<string, JsonSchema>): JsonSchema {
  const schema = jsonSchemaOf(errorBodySchema, 'output', components)
  const error = schema.properties?.error
  if (!error?.properties) throw new Error('the error body has no error object')
  error.description = 'What went wrong.'
  const { type, code, message, details } = error.properties
  Object.assign(type ?? {}, { enum: errorTypes, description: 'One of seven; decides how to react.' })
  Object.assign(code ?? {}, {
    enum: Object.keys(errorTable),
    description: 'What exactly happened. New codes may be added.',
  })
  Object.assign(message ?? {}, { description: 'For people who read logs; do not parse it.' })
  Object.assign(details ?? {}, {
    default: undefined,
    description: 'More about it; its members depend on the code.',
    required: ['request_id'],
    properties: {
      request_id: { type: 'string', description: 'The same as the `Request-Id` header.' },
      fields: {
        type: 'array',
        items: jsonSchemaOf(fieldErrorSchema, 'output', components),
        description: '400: every problem at once. `field` is a dotted path, empty for the body itself.',
      },
      payment_id: {
        type: ['string', 'null'],
        description: '402 and unresolved 409: the payment to look at.',
      },
      decline_code: { type: 'string', description: '402: the bank’s reason.' },
      advice: { type: 'string', description: '402: what to do next.' },
      retryable: {
        type: 'boolean',
        description: '402: whether the same card may work later, with a new key.',
      },
      customer_id: { type: 'string', description: '`customer_already_exists`: who has it.' },
      field: { type: 'string', description: '`customer_already_exists`: `phone` or `email`.' },
    },
  })
  return schema
}

/** Returns the error codes of an endpoint, by status. Without a body no error of an unreadable one is possible. */
export function errorCodesOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const common = commonErrorCodes.filter((code) => code !== 'invalid_json' || endpoint.method !== 'GET')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...common, ...endpoint.errors]) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** Returns the response of one status: its codes, their meanings, an example of each. */
export function errorResponse(status: number, codes: readonly ErrorCode[], replayable: boolean): object {
  const types = [...new Set(codes.map((code) => errorTable[code].type))]
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: headersOf(status, { replayable }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            componentRef('Error'),
            {
              type: 'object',
              properties: {
                error: {
                  type: 'object',
                  properties: { type: { enum: types }, code: { enum: [...codes] } },
                  // Strict readers otherwise forbid all members besides the two that a branch names.
                  additionalProperties: true,
                },
              },
            },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: toErrorBody(new ApiError(code, exampleDetails[code] ?? {}), request) },
          ]),
        ),
      },
    },
  }
}
