import { commonErrorCodes, type Endpoint } from '@/lib/contract/endpoints'
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
import {
  IDEMPOTENT_REPLAY_HEADER,
  RATE_LIMIT_HEADER,
  RATE_REMAINING_HEADER,
  RATE_RESET_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from '@/lib/contract/headers'
import { RATE_LIMIT_BURST, RATE_LIMIT_PER_SECOND } from '@/lib/contract/limits'
import { componentRef, type JsonSchema, jsonSchemaOf } from './json-schema'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

export const headerComponents = {
  [REQUEST_ID_HEADER]: {
    ...text(
      'Names this request. Quote it to support. A replayed error names the request that it first answered.',
      'req_019aa0d5e7f27b3c8d4e9f6a5b7c8d90',
    ),
    required: true,
  },
  [RATE_LIMIT_HEADER]: count(
    `How many requests the key may save up: ${RATE_LIMIT_BURST} unless set otherwise, refilled at ${RATE_LIMIT_PER_SECOND} a second.`,
    RATE_LIMIT_BURST,
  ),
  [RATE_REMAINING_HEADER]: count('How many requests are left now.', RATE_LIMIT_BURST - 1),
  [RATE_RESET_HEADER]: count('Seconds until the limit is full again.', 1),
  [RETRY_AFTER_HEADER]: { ...count('Seconds to wait before the next request.', 1), required: true },
  [IDEMPOTENT_REPLAY_HEADER]: {
    description: 'Sent when this answer was given before under the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string', const: 'Bearer' },
    required: true,
  },
}

type HeaderName = keyof typeof headerComponents

const LIMITS: readonly HeaderName[] = [RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER]

/** Returns the headers of a response with this status. Without a known key there are no limits. */
export function headersOf(status: number, { replayable = false } = {}): object {
  const names: HeaderName[] = [REQUEST_ID_HEADER]
  if (status === 401) names.push('WWW-Authenticate')
  else names.push(...LIMITS)
  if (status === 429) names.push(RETRY_AFTER_HEADER)
  if (replayable) names.push(IDEMPOTENT_REPLAY_HEADER)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const { payment, customer, request, refund } = exampleIds

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
  refund_unresolved: { refund_id: refund },
  payment_not_approved: { status: 'FAILED' },
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
      refund_id: { type: 'string', description: '`refund_unresolved`: the refund to look at.' },
      status: { type: 'string', description: '`payment_not_approved`: the payment’s status.' },
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
