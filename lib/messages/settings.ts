import type { AccountStatus } from '@/lib/contract/states'

/** The settings page. */
export const settings = {
  /** Where no answer came to what was asked for; beside the words that name it. */
  noAnswer: 'We got no answer. Check your connection and try again.',
  title: 'Settings',
  lead: 'Your account, its connection to the payments service, and your preferences.',
  account: {
    title: 'Account',
    lead: 'Comes from the payments service, and can only be changed there.',
    name: 'Name',
    id: 'Account ID',
    status: 'Status',
    charges: 'Charges',
    chargesOn: 'Enabled',
    chargesOff: 'Switched off: payers cannot pay',
    mode: 'Mode',
    testMode: 'Test: no real money moves',
    liveMode: 'Live',
    modeUnknown: 'The service does not say',
    currency: 'Currency',
    timeZone: 'Time zone',
    timeZoneHint: 'All dates in this dashboard use it.',
  },
  accountStatuses: {
    TRIAL: 'Trial',
    ACTIVE: 'Active',
    SUSPENDED: 'Suspended',
    CLOSED: 'Closed',
  } satisfies Record<AccountStatus, string>,
  payouts: {
    title: 'Payouts',
    lead: 'The bank account your money is paid out to, and transfers not sent yet.',
    open: 'Bank account and transfers',
    hint: 'See where the money goes, or change it',
  },
  connections: {
    title: 'Connections',
    lead: 'The accounts that your team has connected. Each has its own address here.',
    ownLead: 'The payments service that this dashboard reads from.',
    key: 'API key',
    keyEnds: 'ends in',
    inUse: 'Open here',
    use: 'Open',
    switchTo: (name: string) => `Open ${name}`,
    add: 'Connect an account',
    /** As it is copied. */
    address: 'the API address',
    replace: {
      open: 'Replace the key',
      title: (name: string) => `Replace the key of ${name}`,
      lead: 'The new key is checked first. The current one stays in use until it is accepted.',
      label: 'New API key',
      hint: 'Of the same account, from whoever runs the payments service. It is stored encrypted and never shown again.',
      missing: 'Paste the new key.',
      submit: 'Check and replace',
      busy: 'Asking the service…',
      done: 'Key replaced.',
      failed: 'The key was not replaced.',
    },
    remove: {
      open: 'Remove',
      title: (name: string) => `Remove ${name} from this dashboard?`,
      lead: 'Its key, its signing secrets and the copy of its links and payments are deleted for good. The account at the payments service, its links and its money are not affected, and its activity stays listed here.',
      label: (name: string) => `Type “${name}” to confirm`,
      missing: 'Type the name of the account.',
      keep: 'Keep it',
      submit: 'Remove it',
      busy: 'Removing…',
      done: (name: string) => `${name} was removed.`,
      failed: (name: string) => `${name} was not removed.`,
    },
  },
  webhook: {
    title: 'Webhook',
    lead: 'The payments service reports each event here, signed. That is how new payments appear without a reload.',
    address: 'Address',
    /** The address, as it is copied. */
    copied: 'the address',
    secret: 'Signing secret',
    secretSet: 'Set, ends in',
    since: 'since',
    secretNone: 'Not set: events are refused until it is',
    secretOlder: 'Also accepted',
    replace: 'Replace',
    add: 'Enter the secret',
    lastEvent: 'Last event',
    lastEventNone: 'None yet. The next payment will send one.',
    testEvent: 'test',
    watch: 'Watch for the next event',
    watching: 'Waiting: pay one of your links now, or send a test event from the payments service.',
    watchStop: 'Stop waiting',
    arrived: 'It arrived. The webhook works.',
    steps: 'How to set it up',
    step: [
      'Copy the address above.',
      'At the payments service, register it as a webhook endpoint for all events: in its developer panel, or ask whoever runs it.',
      'The service shows a signing secret once (whsec_…). Copy it and enter it here.',
      'Pay a link, or send a test event from that panel, and watch for it here.',
    ],
    command: 'If you run the service yourself, register it with a command:',
    commandLabel: 'Command',
    retire: {
      open: (last4: string) => `Stop accepting the secret that ends in ${last4}`,
      short: 'Stop accepting',
      title: (last4: string) => `Stop accepting the secret that ends in ${last4}?`,
      lead: 'Events signed with it are refused within a second. The other secret stays in use.',
      keep: 'Keep accepting it',
      done: 'The secret is no longer accepted.',
      failed: 'The secret is still accepted.',
    },
    dialog: {
      title: 'Signing secret',
      lead: 'A new secret is accepted alongside the current one, so that no event is lost while the service switches over.',
      label: 'Signing secret',
      hint: 'The service shows it once, when the webhook is made or its secret is rolled. It begins with whsec_.',
      missing: 'Paste the signing secret.',
      submit: 'Save the secret',
      busy: 'Saving…',
      saved: 'Secret saved. Events signed with it are accepted from now on.',
      failed: 'The secret was not saved.',
    },
  },
  health: {
    title: 'Mirror health',
    lead: 'The dashboard keeps a copy of your links and payments. Webhooks keep it up to date, and a reconciliation checks it against the service every few minutes.',
    state: 'State',
    states: {
      importing: 'Importing your history',
      live: 'Up to date',
      no_webhook: 'Without webhooks',
      behind: 'Behind the service',
      broken: 'Not comparing',
    },
    hints: {
      importing: 'Lists fill up as it runs. You can leave this page.',
      live: 'What you see is what the service has.',
      no_webhook: 'Payments appear only at each reconciliation. Set up the webhook above.',
      behind: 'The last comparison is older than it should be. Reconcile now.',
      broken: 'The last comparison failed. Check the connection above, then reconcile.',
    },
    /** The state and its hint while a comparison runs. */
    comparingState: 'Comparing',
    comparingHint: 'You can leave this page. It continues.',
    lastSync: 'Last comparison',
    noSync: 'Not yet',
    links: (count: number, written: string) => (count === 1 ? '1 link' : `${written} links`),
    payments: (count: number, written: string) => (count === 1 ? '1 payment' : `${written} payments`),
    /** `days`: how far back the run looks; null = the whole history. */
    compared: (links: string, payments: string, days: number | null) =>
      days === null
        ? `Compared ${links} and ${payments}`
        : `Compared the last ${days} days: ${links}, ${payments}`,
    comparing: (links: string, payments: string, days: number | null) =>
      days === null
        ? `Compared ${links} and ${payments} so far`
        : `Comparing the last ${days} days: ${links}, ${payments} so far`,
    drift: 'Differences',
    driftUnknown: 'Checking…',
    driftValue: (rows: number, written: string) =>
      rows === 0
        ? 'None: the copy matched the service'
        : rows === 1
          ? '1 found and corrected'
          : `${written} found and corrected`,
    run: 'Reconcile now',
    running: 'Reconciling…',
    failed: 'The reconciliation could not start.',
    syncFailed: 'The last comparison failed.',
  },
  preferences: {
    title: 'Preferences',
    lead: 'Only for you, in this browser.',
    theme: 'Theme',
    keyboard: 'Keyboard',
    keyboardHint: 'All shortcuts, and a switch to turn off single-key ones.',
    showKeys: 'Show the shortcuts',
    language: 'Numbers',
    languageHint: (example: string) => `From your browser’s language: ${example}`,
  },
  you: {
    title: 'You',
    lead: 'Who you are signed in as, and your role in the team.',
    name: 'Name',
    email: 'E-mail',
    team: 'Team',
    role: 'Role',
  },
  more: {
    title: 'Developers',
    lead: 'API documentation, and the activity log.',
    links: {
      quickStart: { title: 'Quick start', hint: 'From an API key to your first payment, with curl' },
      reference: { title: 'API reference', hint: 'Every endpoint, field, error and event' },
      webhooks: { title: 'Verifying webhooks', hint: 'The signature check in four languages' },
      activity: { title: 'Activity', hint: 'Who changed what in this dashboard' },
    },
  },
  connect: {
    title: 'Connect an account',
    lead: 'Enter the address and an API key of a payments service to manage that account here.',
    firstLead: 'Your team has no account here yet. Connect one to see its payments and links.',
    noneTitle: 'No account is connected yet',
    noneHint: 'Ask an owner or admin of your team to connect one.',
    baseUrl: 'API address',
    baseUrlHint: 'Including the version, such as https://pay.example.com/api/v1',
    apiKey: 'API key',
    apiKeyHint: 'From whoever runs that service. It is stored encrypted and never shown again.',
    submit: 'Check and connect',
    busy: 'Asking the service…',
    where: 'Where to find these',
    steps: [
      'Open the developer panel of the payments service. If it has none, ask whoever runs the service for both.',
      'Copy the API address.',
      'Have an API key made and copy all of it. The service shows a key only once.',
    ],
    command: 'If you run the service yourself, this makes a key:',
    commandLabel: 'Command',
    after:
      'The address and the key are checked before anything is saved. Then its links and payments are imported.',
    failed: 'The account was not connected.',
    noAnswer: 'We got no answer. Check your connection and try again: connecting twice does no harm.',
    problems: {
      base_url: 'Enter the address of the API.',
      api_key: 'Enter the key.',
    },
    /** By the code of what the service answered to the key. */
    refused: {
      invalid_api_key:
        'The service does not know this key. Copy all of it, and check that it belongs to this service.',
      resource_not_found:
        'No payments service answers at this address. Does it end with the version, such as /api/v1?',
      contract_mismatch:
        'No payments service answers at this address. Use the address of the API, not of a dashboard or website.',
      host_unreachable:
        'Nothing answers at this address. Check the spelling, and that the service is running.',
    },
  },
} as const
