/** Texts that all tabs of `Developers` share; each tab has a file of its own. */
export const developers = {
  title: 'Developers',
  tabs: {
    keys: 'API keys',
    webhooks: 'Webhooks',
    deliveries: 'Deliveries',
    events: 'Events',
    requests: 'Requests',
  },
  leads: {
    keys: 'Your systems use these keys to call the API.',
    webhooks: 'Your endpoints receive a signed POST when something happens in the account.',
    deliveries: 'Each event that was sent to an endpoint, with every attempt and its answer.',
    events: 'Everything that happened in the account, sent or not.',
    requests: 'The calls that were made lately with your API keys, the newest first.',
  },
  confirm: { password: 'Your password', passwordMissing: 'Type your password.', busy: 'Sending…' },
  stored: 'I have stored it',
  /** An act whose answer was lost. */
  unknown: {
    title: 'No answer came',
    message: 'We do not know whether it was done: look at the list before you try again.',
  },
} as const
