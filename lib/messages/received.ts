/** Texts of the list of received webhooks. */
export const received = {
  title: 'Received webhooks',
  lead: 'Events with a valid signature, kept for 90 days.',
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
  emptyHint: 'The next payment sends one, once the webhook is set up.',
  emptyHere: 'No received webhook has this result.',
} as const
