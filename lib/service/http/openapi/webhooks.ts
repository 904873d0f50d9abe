import { type EventKind, eventDataKeys, eventKinds } from '@/lib/contract/event-kinds'
import { eventMeanings, eventSample } from '@/lib/contract/event-samples'
import { eventEnvelopeSchema, eventObjectSchemas } from '@/lib/contract/events'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import { WEBHOOK_RETRY_WAITS_S, WEBHOOK_TIMEOUT_MS } from '@/lib/contract/limits'
import { type JsonSchema, jsonSchemaOf } from './json-schema'

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
              value: eventSample(kind),
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

/** Returns `onPaymentLinkCompleted` for `payment_link.completed`: safe in URLs and as a function's name. */
function operationIdOf(kind: EventKind): string {
  const parts = kind.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `on${parts.join('')}`
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
