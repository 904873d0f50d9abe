import type { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints, isIdempotent } from '@/lib/contract/endpoints'
import { type EventKind, eventDataKeys, eventKinds } from '@/lib/contract/event-kinds'
import { eventMeanings, eventSample } from '@/lib/contract/event-samples'
import { eventEnvelopeSchema, eventObjectSchemas } from '@/lib/contract/events'
import {
  DELIVERY_HEADER,
  EVENT_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  SIGNATURE_HEADER,
  WEBHOOK_USER_AGENT,
} from '@/lib/contract/headers'
import {
  IDEMPOTENCY_KEY_MAX,
  IDEMPOTENCY_KEY_MIN,
  WEBHOOK_RETRY_WAITS_S,
  WEBHOOK_TIMEOUT_MS,
} from '@/lib/contract/limits'
import { answerExamples, bodyExamples } from './examples'
import { componentRef, type JsonSchema, jsonSchemaOf } from './json-schema'
import { errorCodesOf, errorResponse, headersOf } from './responses'

/** Statuses of responses that are stored under an Idempotency-Key and returned again. */
const STORED = new Set([201, 402, 409])

/** Returns one operation of the document. Schemas that it references are added to `components`. */
export function operationOf(name: EndpointName, components: Map<string, JsonSchema>): object {
  const endpoint: Endpoint = endpoints[name]
  const segment = endpoint.path.split('/')[1] ?? ''
  const tag = endpoint.path.endsWith('/charges') ? 'Charges' : tagOfSegment[segment]
  const description = [endpoint.isExtension && EXTENSION, notes[name]].filter(Boolean).join('\n\n')
  const keyed = isIdempotent(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(description && { description }),
    tags: [tag],
    ...(endpoint.isExtension ? { 'x-extension': true } : {}),
    parameters: [
      ...(endpoint.path.includes('{id}') ? [{ $ref: '#/components/parameters/id' }] : []),
      ...(endpoint.query ? queryParameters(endpoint.query, components) : []),
      ...(keyed ? [{ $ref: `#/components/parameters/${keyParameterOf(name)}` }] : []),
    ],
    ...(endpoint.body ? { requestBody: requestBody(name, endpoint.body, components) } : {}),
    ...(endpoint.upload ? { requestBody: fileBody(endpoint.upload) } : {}),
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
  return name === 'createCharge' || name === 'createRefund' ? 'idempotencyKey' : 'addedIdempotencyKey'
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

function fileBody({ types, bytesMax }: NonNullable<Endpoint['upload']>): object {
  return {
    required: true,
    description: `The file as it is, of at most ${bytesMax / 1024 / 1024} MB. Its content decides its type, not the header.`,
    content: Object.fromEntries(types.map((type) => [type, {}])),
  }
}

function examplesOf(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}

export const tags = [
  { name: 'Account', description: 'The account of the key.' },
  {
    name: 'Payment links',
    description: 'A link has an address to send to a payer. It takes as many payments as `max_uses` says.',
  },
  { name: 'Payments', description: 'Every attempt to collect money, and how it ended.' },
  {
    name: 'Customers',
    description: 'People whom the merchant knows by phone, perhaps with a saved card.',
  },
  { name: 'Charges', description: 'Collecting from a customer: by the saved card, or by a link to pay.' },
  { name: 'Settlements', description: 'Transfers of collected money to the merchant’s bank account.' },
  {
    name: 'Disputes',
    description: 'Payments that their payers dispute at the bank, and the evidence against it.',
  },
  { name: 'Events', description: 'What the service sends to the address that the merchant registered.' },
] as const

const tagOfSegment: Readonly<Record<string, (typeof tags)[number]['name']>> = {
  me: 'Account',
  balance: 'Settlements',
  payment_links: 'Payment links',
  payments: 'Payments',
  customers: 'Customers',
  settlements: 'Settlements',
  disputes: 'Disputes',
}

const EXTENSION = 'Our extension of the contract: another host may answer 404.'
const CURSOR =
  'Newest first. Ask for the next page with `starting_after` set to `next_cursor`, until `has_more` is false. Rows that arrive meanwhile move nothing.'

const notes: { readonly [Name in EndpointName]?: string } = {
  getBalance:
    'At every moment: approved gross − fees − refunds − disputes = available net + in transit + paid out.',
  createPaymentLink: 'Unknown fields are refused, so that a mistyped `max_uses` never makes another link.',
  cancelPaymentLink: 'Takes no body. A link that is cancelled already is answered unchanged.',
  listPaymentLinks: CURSOR,
  listPayments: CURSOR,
  listCustomers: `${CURSOR} Phone, e-mail and external_ref are exact look-ups, not searches.`,
  listRefunds: CURSOR,
  listDisputes: CURSOR,
  listSettlements: CURSOR,
  updateCustomer: 'Only what is sent changes. A phone or an e-mail that another customer has is a 409.',
  createCharge: [
    'Send an `Idempotency-Key` made before the first attempt: a retry under it gives the same answer and never charges twice.',
    '`409 charge_unresolved` means that nobody knows yet whether money moved. Do not charge again: read `GET /payments/{id}` of `details.payment_id` until it is final. A charge that was lost is annulled by the service and never executed again.',
  ].join('\n\n'),
  createRefund: [
    'Several refunds may share a payment, together up to its amount; the payment stays `APPROVED`. The fee of the payment is not returned. Send an `Idempotency-Key` made before the first attempt: a retry under it gives the same answer and never refunds twice.',
    'The refund is `SUCCEEDED`, or `FAILED` if the bank declined it. `409 refund_unresolved` means that its outcome is not known yet: it is repeated until it is, under the same reference. Do not refund again: read `GET /payments/{id}/refunds`.',
    'The events `payment.refunded` and `payment.refund_failed` go only to endpoints that name them. Their `data` has the payment, and the refund beside it.',
  ].join('\n\n'),
  submitEvidence:
    'Needs a text or a file. The dispute becomes `UNDER_REVIEW`. If the bank refuses the evidence, it returns to `NEEDS_RESPONSE` with `refusal_code`, `payment.disputed` is sent again, and evidence can be sent again.',
  uploadDisputeFile:
    'Send the bytes of the file as the body. At most 12 uploads for a dispute, two at once. Files that the evidence does not name are deleted a day after it was sent, or after its deadline.',
}

/** Returns the section `webhooks`: the body that is sent for each kind of event. */
export function webhooksOf(components: Map<string, JsonSchema>): object {
  return Object.fromEntries(eventKinds.map((kind) => [kind, { post: delivery(kind, components) }]))
}

function delivery(kind: EventKind, components: Map<string, JsonSchema>): object {
  const noun = eventDataKeys[kind]
  const object = jsonSchemaOf(eventObjectSchemas[noun], 'output', components)
  return {
    operationId: operationIdOf(kind),
    summary: eventMeanings[kind],
    description: `The service posts this to the registered address. ${retries()}`,
    tags: ['Events'],
    security: [{ webhookSignature: [] }],
    parameters: [
      header(EVENT_HEADER, 'The kind of the event.', { type: 'string', const: kind }),
      header(
        DELIVERY_HEADER,
        'Unique id of the delivery, the same on every retry: remember it and apply it once.',
      ),
      header('User-Agent', 'Fixed.', { type: 'string', const: WEBHOOK_USER_AGENT }),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              jsonSchemaOf(eventEnvelopeSchema, 'output', components),
              {
                type: 'object',
                properties: {
                  event: { type: 'string', const: kind },
                  data: { type: 'object', required: [noun], properties: { [noun]: object } },
                },
              },
            ],
          },
          examples: examplesOf({ [kind]: eventSample(kind) }),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Anything else, or nothing in time, counts as a failure.' },
    },
  }
}

/** Returns `onPaymentLinkCompleted` for `payment_link.completed`: safe in URLs and as a function's name. */
function operationIdOf(kind: EventKind): string {
  const parts = kind.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `on${parts.join('')}`
}

function header(name: string, description: string, schema: JsonSchema = { type: 'string' }): object {
  return { name, in: 'header', required: true, description, schema }
}

function retries(): string {
  const waits = WEBHOOK_RETRY_WAITS_S.map((seconds) =>
    seconds >= 3600 ? `${seconds / 3600} h` : `${seconds / 60} min`,
  ).join(', ')
  const seconds = WEBHOOK_TIMEOUT_MS / 1000
  return `Answer 2xx within ${seconds} seconds; else it is sent again after ${waits}. Deliveries may arrive in any order, and more than once. The header \`${SIGNATURE_HEADER}\` proves where it comes from.`
}
