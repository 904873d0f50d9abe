import { type ChosenEventKind, chosenEventKinds } from '@/lib/contract/event-kinds'
import { listTexts } from './filters'

/** Texts of the events of an account. */
export const developerEvents = {
  ...listTexts('event', 'events'),
  statusTabs: 'Events by origin',
  status: { real: 'Real', test: 'Test events' },
  searchLabel: 'Search events',
  searchHint: 'Event ID or object ID',
  searchedAs: { text: 'Searched by event ID and object ID, at any date' },
  searchedAnyDate: 'any date',
  columns: {
    kind: 'Event',
    delivered: 'Delivered',
    created: 'Created',
  },
  /** Engineers search for a kind by its name in the contract. The cast is safe, because its keys are all kinds. */
  kinds: Object.fromEntries(chosenEventKinds.map((kind) => [kind, kind])) as Record<ChosenEventKind, string>,
  kindsLink: 'Event reference',
  reached: {
    nobody: 'Not sent',
    count: (delivered: number, endpoints: number) => `${delivered} of ${endpoints}`,
    nobodyMeaning: 'No endpoint listened for this event.',
    parts: { delivered: 'delivered', waiting: 'waiting or retrying', failed: 'failed', skipped: 'skipped' },
  },
  emptyTitle: 'No events yet',
  emptyHint: 'The first payment, customer or settlement creates one.',
  noneInStatus: { real: 'No events yet', test: 'No test events' },
  noneOf: { real: 'No real event', test: 'No test event' },
  noMatchSearchHint: 'Paste the whole ID of an event or its object.',
  listLabel: 'Events',
  arrived: (count: number) => (count === 1 ? '1 event arrived' : `${count} events arrived`),

  detail: {
    one: 'Event',
    lead: (endpoints: number) =>
      endpoints === 0
        ? 'Not sent. No endpoint listened for this event.'
        : endpoints === 1
          ? 'Sent to 1 endpoint.'
          : `Sent to ${endpoints} endpoints.`,
    testLead: 'A test event. Receivers shouldn’t apply it.',
    deliveries: 'Deliveries',
    noDeliveries: 'None. New endpoints don’t receive earlier events.',
    id: 'Event ID',
    object: 'Object ID',
    page: 'Page',
    openObject: 'Open object',
  },
} as const
