import { type ChosenEventKind, chosenEventKinds } from '@/lib/contract/event-kinds'
import { panelLists } from './developers'
import { listTexts } from './filters'

/** Texts of the events of an account. */
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
  ...panelLists,
  columns: {
    kind: 'Event',
    object: 'Object',
    delivered: 'Delivered',
    created: 'Happened',
    createdIn: (zone: string) => `Happened (${zone})`,
  },
  /** Engineers search for a kind by its name in the contract. The cast is safe, because its keys are all kinds. */
  kinds: Object.fromEntries(chosenEventKinds.map((kind) => [kind, kind])) as Record<ChosenEventKind, string>,
  kindsLink: 'What each event holds',
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
  noneFurther: 'No events further back',
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
    delivery: 'Delivery',
    deliveries: 'Deliveries',
    noDeliveries: 'None. Endpoints that are added later do not receive earlier events.',
    happened: 'Happened',
    id: 'Event ID',
    object: 'Object ID',
    page: 'Page',
    openObject: 'Open the object',
  },
} as const
