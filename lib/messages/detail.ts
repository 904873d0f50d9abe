/** Texts of every detail page. */
export const detail = {
  developers: 'Developers',
  events: 'Received webhooks',
  noEvents: 'No webhook about this object has reached the dashboard.',
  outcome: {
    applied: 'Applied',
    stale: 'Older than what was known, ignored',
    conflict: 'Contradicts what was known, checked with the service',
    test: 'Test, not applied',
    recorded: 'Recorded',
  },
} as const
