import type { EventKind } from '@/lib/contract/event-kinds'
import {
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
  SIGNING_SECRET_PREFIX,
  WEBHOOK_USER_AGENT,
} from '@/lib/contract/headers'
import { listFilters, listTexts } from './filters'

/** Texts of the events of an account, and of their catalogue. */
export const developerEvents = {
  ...listTexts('event', 'events'),
  statusTabs: 'Events by origin',
  status: { real: 'Real', test: 'Test events' },
  searchLabel: 'Search events',
  searchHint: 'Event ID or object ID',
  searchedAs: {
    id: 'Searched by event ID and object ID, at any date',
    text: 'Searched by event ID and object ID, at any date',
  },
  searchedAnyDate: 'any date',
  ...listFilters,
  columns: {
    kind: 'Event',
    object: 'Object',
    delivered: 'Delivered',
    created: 'Happened',
    createdIn: (zone: string) => `Happened (${zone})`,
  },
  /** Titles of the kinds; engineers search for a kind by its name in the contract. */
  kinds: {
    'payment.succeeded': 'payment.succeeded',
    'payment.failed': 'payment.failed',
    'payment_link.completed': 'payment_link.completed',
    'customer.created': 'customer.created',
    'customer.card_saved': 'customer.card_saved',
    'settlement.created': 'settlement.created',
    'settlement.paid': 'settlement.paid',
  } satisfies Record<EventKind, string>,
  testMark: 'Test',
  reached: {
    nobody: 'To nobody',
    count: (delivered: number, endpoints: number) => `${delivered} of ${endpoints}`,
    nobodyMeaning: 'No endpoint was registered for this kind of event when it happened.',
    all: 'Every endpoint has it.',
    waiting: (count: number) =>
      count === 1 ? '1 delivery is waiting or retrying.' : `${count} deliveries are waiting or retrying.`,
    failed: (count: number) =>
      count === 1
        ? '1 delivery failed after its last attempt.'
        : `${count} deliveries failed after their last attempt.`,
    skipped: (count: number) =>
      count === 1
        ? '1 delivery was not sent: the endpoint was paused or deleted.'
        : `${count} deliveries were not sent: their endpoints were paused or deleted.`,
  },
  emptyTitle: 'No events yet',
  emptyHint: 'The first payment, customer or settlement makes one.',
  noneInStatus: { real: 'Nothing has happened yet', test: 'No test events' },
  noneOf: { real: 'No real event', test: 'No test event' },
  noMatchSearchHint: 'Paste the whole ID of an event or of its payment, customer, link or settlement.',
  listLabel: 'Events',
  arrived: (count: number) => (count === 1 ? '1 event arrived' : `${count} events arrived`),

  detail: {
    one: 'Event',
    loading: 'Loading the event',
    lead: (endpoints: number) =>
      endpoints === 0
        ? 'It was sent to nobody: no endpoint was registered for this kind when it happened.'
        : endpoints === 1
          ? 'It goes to 1 endpoint.'
          : `It goes to ${endpoints} endpoints.`,
    testLead: 'Somebody sent it to try an endpoint. Receivers log it and apply nothing.',
    copyHint: 'The IDs, the moment in both time zones and the deliveries, for a ticket. Nothing of the body.',
    delivery: 'Delivery',
    deliveries: 'Deliveries',
    noDeliveries: 'None. Endpoints that are added later do not receive earlier events.',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    next: 'next',
    properties: 'Details',
    happened: 'Happened',
    id: 'Event ID',
    object: 'Object ID',
    page: 'Page',
    openObject: 'Open the object',
  },

  catalogue: {
    link: 'Event catalogue',
    title: 'Event catalogue',
    lead: 'The kinds of events, each with a sample of the body that your endpoints receive.',
    headers: 'Headers of every delivery',
    headerRows: [
      { name: 'Content-Type', value: 'application/json', note: 'The body is one JSON object in UTF-8.' },
      { name: 'User-Agent', value: WEBHOOK_USER_AGENT, note: 'It never changes.' },
      { name: EVENT_HEADER, value: 'payment.succeeded', note: 'The kind of the event.' },
      {
        name: DELIVERY_HEADER,
        value: 'whd_…',
        note: 'The same on every attempt: remember it, and apply an event once.',
      },
      {
        name: SIGNATURE_HEADER,
        value: 't=<unix seconds>,v1=<hex>',
        note: `HMAC-SHA256 of t, a dot and the raw body, keyed with the whole ${SIGNING_SECRET_PREFIX}… secret.`,
      },
    ],
    dataKey: 'Object',
    dataPath: (key: string) => `data.${key}`,
    lately: '30 days',
    never: 'It has not happened.',
    times: (count: number) =>
      count === 1 ? 'It happened once' : `It happened ${count.toLocaleString('en')} times`,
    sample: 'Sample body',
    sampleOf: (kind: string) => `sample of ${kind}`,
  },
} as const
