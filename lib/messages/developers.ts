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
  /** Texts of an account without a panel, by the reason. */
  absent: {
    disconnected: {
      title: 'This account is disconnected',
      hint: 'Connect it to see its keys, webhooks and requests.',
    },
    key_refused: {
      title: 'The dashboard’s API key is no longer valid',
      hint: 'It was revoked or has expired. Connect the account with another key.',
    },
    elsewhere: {
      title: 'This account lives on another host',
      hint: 'Manage its keys, endpoints and requests there.',
    },
    other_team: {
      title: 'This account is managed by another team',
      hint: 'That team manages its keys, webhooks and bank account.',
    },
    no_team: {
      title: 'No team manages this account yet',
      hint: 'The payments service’s operator assigns it with “operator account give”.',
    },
  },
  connect: 'Connect account',
  openSettings: 'Open webhook settings',
  properties: 'Details',
  askManager: 'Ask an owner or admin of your team.',
  body: {
    title: 'Body',
    raw: 'Raw body',
    hint: 'Copy takes the exact bytes that were signed.',
    masked: 'Contact details are masked for your role, so the signature doesn’t match.',
  },
  confirm: { busy: 'Sending…' },
  stored: 'I have stored it',
  /** An action whose response was lost. */
  unknown: {
    title: 'No response',
    message: 'We don’t know whether it worked. Check the list before you try again.',
  },
} as const
