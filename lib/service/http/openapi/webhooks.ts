import {
  type EventKind,
  eventDataKeys,
  eventEnvelopeSchema,
  eventKinds,
  eventObjectSchemas,
} from '@/lib/contract/events'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import { WEBHOOK_RETRY_WAITS_S, WEBHOOK_TIMEOUT_MS } from '@/lib/contract/limits'
import { eventExamples } from './examples'
import { type JsonSchema, jsonSchemaOf } from './json-schema'

const meanings: Readonly<Record<EventKind, string>> = {
  'payment.succeeded': 'A charge was approved: the main event.',
  'payment.failed': 'The bank rejected a charge attempt; the customer was not charged.',
  'payment_link.completed': 'A link reached its quota of uses and accepts no more payments.',
  'customer.created': 'Someone registered by the merchant’s public sign-up page.',
  'customer.card_saved': 'A customer saved a card.',
  'settlement.created':
    'A settlement was generated. PENDING: the transfer is on its way. DEBT: net ≤ 0, no transfer.',
  'settlement.paid': 'The transfer to the bank left, with its reference.',
}

/** The section `webhooks`: what is sent for each kind of event. */
export function webhooksOf(components: Map<string, JsonSchema>): object {
  return Object.fromEntries(eventKinds.map((kind) => [kind, { post: delivery(kind, components) }]))
}

function delivery(kind: EventKind, components: Map<string, JsonSchema>): object {
  const noun = eventDataKeys[kind]
  const object = jsonSchemaOf(eventObjectSchemas[noun], 'output', components)
  return {
    operationId: operationIdOf(kind),
    summary: meanings[kind],
    description: `The service posts this to the registered address. ${retries()}`,
    tags: ['Events'],
    security: [{ webhookSignature: [] }],
    parameters: [
      header(EVENT_HEADER, 'The kind of the event.', { type: 'string', const: kind }),
      header(
        DELIVERY_HEADER,
        'Unique id of the delivery, the same on every retry: remember it and apply it once.',
        {
          type: 'string',
        },
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
          examples: {
            [kind]: {
              value: {
                event: kind,
                created_at: '2026-11-20T12:04:31.912Z',
                data: { [noun]: exampleFor(kind) },
              },
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Anything else, or nothing in time, counts as a failure.' },
    },
  }
}

/** `payment_link.completed` → `onPaymentLinkCompleted`: safe in URLs and as a function's name. */
function operationIdOf(kind: EventKind): string {
  const words = kind.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `on${words.join('')}`
}

function exampleFor(kind: EventKind): object {
  if (kind === 'payment.failed') {
    const advice = 'The bank gave no reason. Ask the customer to call the bank or to pay with another card.'
    return {
      ...eventExamples.payment,
      status: 'FAILED',
      authorization_code: null,
      approved_at: null,
      fee_amount: null,
      decline: { code: 'generic_decline', advice },
    }
  }
  if (kind === 'settlement.paid') {
    return {
      ...eventExamples.settlement,
      status: 'PAID',
      reference: 'TR-20261121-0042',
      paid_at: '2026-11-21T06:00:07.440Z',
    }
  }
  return eventExamples[eventDataKeys[kind]]
}

function header(name: string, description: string, schema: JsonSchema): object {
  return { name, in: 'header', required: true, description, schema }
}

function retries(): string {
  const waits = WEBHOOK_RETRY_WAITS_S.map((seconds) =>
    seconds >= 3600 ? `${seconds / 3600} h` : `${seconds / 60} min`,
  ).join(', ')
  const seconds = WEBHOOK_TIMEOUT_MS / 1000
  return `Answer 2xx within ${seconds} seconds; else it is sent again after ${waits}. ${ORDER} The header \`${SIGNATURE_HEADER}\` proves where it comes from.`
}

const ORDER = 'Deliveries may arrive in any order, and more than once.'
