/** Texts of every detail page. */
export const detail = {
  more: 'More actions',
  support: 'Copy for support',
  supportCopied: 'Copied without personal data',
  developers: 'Developers',
  events: 'Received webhooks',
  noEvents: 'No webhook about this has arrived yet.',
  outcome: {
    applied: 'Applied',
    stale: 'Older than the known state, ignored',
    conflict: 'Contradicts the known state, checked with the service',
    test: 'Test, not applied',
    recorded: 'Recorded',
  },
} as const
