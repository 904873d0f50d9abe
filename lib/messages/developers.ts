import { listFilters } from './filters'

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
  /** Texts of an account without a panel, by the reason. */
  absent: {
    disconnected: {
      title: 'This account is disconnected',
      hint: 'The dashboard has no key for it any more, so its keys, webhooks and requests cannot be shown.',
      action: 'Connect again',
    },
    key_refused: {
      title: 'The dashboard’s key for this account is no longer valid',
      hint: 'It was revoked or has ended. Connect the account again with another key of it.',
      action: 'Connect again',
    },
    elsewhere: {
      title: 'This account lives on another host',
      hint: 'Its keys, endpoints and requests are managed there. The webhooks that arrive from it are listed in the settings.',
      action: 'Open webhook settings',
    },
    other_team: {
      title: 'This account is managed by another team',
      hint: 'Keys, webhooks and the bank account are managed by that team. Your key of the account gives what it gives over the API.',
      action: 'Open webhook settings',
    },
    no_team: {
      title: 'No team manages this account yet',
      hint: 'The operator of this payments service assigns it to a team with “operator account give”.',
      action: 'Open webhook settings',
    },
  },
  properties: 'Details',
  askManager: 'Ask an owner or an admin of your team.',
  body: {
    title: 'Body',
    raw: 'Raw body',
    hint: 'Indented for reading. What is copied are the bytes that are signed and sent.',
    masked: 'Contacts are masked for your role, so this is not what was signed and sent.',
  },
  confirm: { busy: 'Sending…' },
  stored: 'I have stored it',
  /** An action whose response was lost. */
  unknown: {
    title: 'No answer came',
    message: 'We do not know whether it was done: look at the list before you try again.',
  },
} as const

/** Texts of every list of `Developers`. */
export const panelLists = {
  ...listFilters,
  all: 'All',
  searchedAnyDate: 'any date',
  noMatchFor: (text: string, none: string) => `${none} matches “${text}”`,
  noMatchFilters: (none: string) => `${none} matches these filters`,
  noMatchHint: 'Fewer filters may show more.',
} as const
