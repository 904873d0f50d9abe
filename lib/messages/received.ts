/** Texts of the list of received webhooks. */
export const received = {
  title: 'Received webhooks',
  lead: 'Each event that reached this dashboard with a valid signature, for 90 days, and what became of it.',
  loading: 'Loading the received webhooks',
  tabs: 'Received webhooks by result',
  all: 'All',
  short: {
    applied: 'Applied',
    stale: 'Older',
    conflict: 'Contradicting',
    test: 'Test',
    recorded: 'Recorded only',
  },
  about: 'About',
  emptyTitle: 'No webhooks here',
  emptyHint: 'None has arrived yet. The next payment sends one, once the webhook is set up.',
  emptyHere: 'None of the received webhooks ended this way.',
} as const
