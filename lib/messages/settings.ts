import type { AccountStatus } from '@/lib/contract/states'

/** Returns the end of a sentence about one or several objects. */
function was(done: string) {
  return (count: number) => `${count === 1 ? 'was' : 'were'} ${done}`
}

/** Texts of the settings page. */
export const settings = {
  /** Shown next to the action whose response did not arrive. */
  noAnswer: 'We got no answer. Check your connection and try again.',
  title: 'Settings',
  lead: 'Your account, its connection to the payments service, and your preferences.',
  account: {
    charges: 'Charges',
    chargesOn: 'Enabled',
    chargesOff: 'Switched off: payers cannot pay',
    mode: 'Mode',
    testMode: 'Test: no real money moves',
    liveMode: 'Live',
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
    /** Name of the copied value. */
    address: 'the API address',
    replace: {
      open: 'Replace the key',
      title: (name: string) => `Replace the key of ${name}`,
      lead: 'The new key is checked first. The current one stays in use until it is accepted.',
      field: {
        label: 'New API key',
        hint: 'Of the same account, from the operator of the payments service. It is stored encrypted and never shown again.',
        missing: 'Paste the new key.',
      },
      submit: 'Check and replace',
      done: 'Key replaced.',
      failed: 'The key was not replaced.',
    },
    reconnect: {
      open: 'Connect again',
      title: (name: string) => `Connect ${name} again`,
      lead: 'The key is checked first. Then everything since the disconnection is imported; the webhook needs a new signing secret.',
      submit: 'Check and connect',
      done: 'Connected again.',
      failed: 'The account was not connected.',
    },
    disconnected: 'Disconnected',
    disconnect: {
      open: 'Disconnect',
      title: (name: string) => `Disconnect ${name}?`,
      lead: 'Its API key and signing secrets are deleted here, and its events are refused. The account at the payments service, its links and its money are not affected. Its activity stays listed.',
      /** Follows the lead for an account of this deployment. */
      ownLead:
        'To connect it again you need an API key of it: create one under Developers, Keys first, and store it.',
      label: (name: string) => `Type “${name}” to confirm`,
      missing: 'Type the name of the account.',
      choice: {
        label: 'Also delete this dashboard’s copy',
        hint: 'Its payments, links, customers and settlements here. Without this they stay readable, as they are now.',
      },
      keep: 'Keep it',
      submit: 'Disconnect',
      done: (name: string) => `${name} is disconnected. Its data stays readable.`,
      deleted: (name: string) => `${name} is disconnected and its copy deleted.`,
      failed: (name: string) => `${name} was not disconnected.`,
      openCases: 'Show the open cases',
    },
    deleteCopy: {
      open: 'Delete the copy',
      title: (name: string) => `Delete the copy of ${name}?`,
      lead: 'Its payments, links, customers and settlements are deleted from this dashboard for good. The account at the payments service is not affected. Its activity stays listed.',
      submit: 'Delete the copy',
      failed: (name: string) => `The copy of ${name} was not deleted.`,
    },
  },
  webhook: {
    title: 'Webhook',
    lead: 'The payments service reports each event here, signed. That is how new payments appear without a reload.',
    address: 'Address',
    /** Name of the copied value. */
    copied: 'the address',
    secret: 'Signing secret',
    secretSet: 'Set, ends in',
    since: 'since',
    secretNone: 'Not set: events are refused until it is',
    secretOlder: 'Also accepted',
    replace: 'Replace',
    add: 'Enter the secret',
    lastEvent: 'Last event',
    lastRefused: 'Last refused',
    /** Messages by the reason of a delivery's refusal. */
    refused: {
      bad_signature: 'Its signature matches no accepted secret, or it was signed over five minutes ago',
      bad_event: 'It is not an event of the API',
    },
    open: 'Webhook and received events',
    hint: 'Where the service sends its events, the signing secret, and what arrived',
    page: 'Webhook',
    setup: 'Setup',
    pageLead: 'How events of the payments service reach this dashboard, and what arrived.',
    register: {
      lead: 'This account is on this service: the address can be registered, and its secret stored, in one step.',
      again:
        'If no events arrive, register again: that makes a new signing secret and ends the old registration.',
      submit: 'Register the webhook',
      renew: 'Register again',
      done: 'Webhook registered. Events arrive from now on.',
      failed: 'The webhook was not registered.',
    },
    lastEventNone: 'None yet. The next payment will send one.',
    testEvent: 'test',
    steps:
      'Register this address at the payments service for all events: in its developer panel, or ask its operator. The service shows a signing secret once (whsec_…). Enter it here.',
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
      field: {
        label: 'Signing secret',
        hint: 'The service shows it once, when the webhook is made or its secret is rolled. It begins with whsec_.',
        missing: 'Paste the signing secret.',
      },
      submit: 'Save the secret',
      saved: 'Secret saved. Events signed with it are accepted from now on.',
      failed: 'The secret was not saved.',
    },
  },
  health: {
    title: 'Mirror health',
    lead: 'The dashboard keeps a copy of your payments, links, customers and settlements. Webhooks keep it up to date, and a reconciliation checks it against the service every few minutes.',
    state: 'State',
    states: {
      importing: 'Importing your history',
      live: 'Up to date',
      no_webhook: 'Without webhooks',
      behind: 'Behind the service',
      broken: 'Not comparing',
      disconnected: 'Disconnected',
    },
    hints: {
      importing: 'Lists fill up as it runs. You can leave this page.',
      live: 'What you see is what the service has.',
      no_webhook: 'Payments appear only at each reconciliation. Set up the webhook.',
      behind: 'The last comparison is older than it should be. Reconcile now.',
      broken: 'The last comparison failed. Check the connection above, then reconcile.',
      disconnected: 'Everything is as it was at the disconnection. Connect the account again above.',
    },
    /** State and hint while a comparison runs. */
    comparingState: 'Comparing',
    comparingHint: 'You can leave this page. It continues.',
    /** State and hint while calls are paused, by the reason. `time`: the end of the pause. */
    pausedState: 'Paused',
    pausedHints: {
      rate_limited: (time: string) => `The service asked us to wait until ${time}.`,
      refused: (time: string) => `The service refuses the API key. The next try is at ${time}.`,
      blocked: (time: string) => `The service has blocked this account. The next try is at ${time}.`,
      away: (time: string) => `The service does not answer. The next try is at ${time}.`,
    },
    /** Effect of a comparison requested during the pause. */
    pausedRun: {
      rate_limited: (time: string) => `“Reconcile now” waits with it: the comparison starts at ${time}.`,
      refused: () => '“Reconcile now” tries the key at once. If it was replaced, put the new one in above.',
      blocked: () => '“Reconcile now” asks the service at once.',
      away: () => '“Reconcile now” asks the service at once.',
    },
    /** Shown next to a comparison that waits for the end of the pause. */
    pausedSync: (time: string) => `A comparison waits until ${time}.`,
    lastSync: 'Last comparison',
    noSync: 'Not yet',
    nouns: {
      payments: (count: number, written: string) => (count === 1 ? '1 payment' : `${written} payments`),
      links: (count: number, written: string) => (count === 1 ? '1 link' : `${written} links`),
      customers: (count: number, written: string) => (count === 1 ? '1 customer' : `${written} customers`),
      settlements: (count: number, written: string) =>
        count === 1 ? '1 settlement' : `${written} settlements`,
    },
    importLabel: 'Import of your history',
    importOf: (objects: string) => `Import of ${objects}`,
    importDone: 'Imported',
    importRunning: 'Importing…',
    importWaiting: 'Waits',
    imported: (objects: string) => `Imported ${objects}`,
    importing: (objects: string) => `Imported ${objects} so far`,
    /** `days`: age of the compared objects; null = the whole history. */
    compared: (objects: string, days: number | null) =>
      `Compared ${days === null ? 'the whole history' : `the last ${days} days`}: ${objects}`,
    comparing: (objects: string, days: number | null) =>
      `Comparing ${days === null ? 'the whole history' : `the last ${days} days`}: ${objects} so far`,
    /** Shown next to the time of the last response. */
    balance: 'Last balance',
    noBalance: 'Not yet',
    corrected: 'Brought up to date',
    correctedNone: 'Nothing in the last 24 hours',
    /** By the kind of change, or the object's current status. */
    correctedChanges: {
      all: {
        changed: was('changed'),
        gone: (count: number) => `${count === 1 ? 'is' : 'are'} unknown to the service`,
      },
      payments: {
        created: was('made'),
        PENDING: was('begun'),
        APPROVED: was('approved'),
        FAILED: was('declined'),
        VOIDED: was('voided'),
        TIMEOUT: () => 'timed out',
      },
      links: {
        created: was('created by API'),
        changed: was('changed by API'),
        ACTIVE: was('activated'),
        COMPLETED: was('completed'),
        CANCELLED: was('canceled'),
      },
      customers: {
        created: was('created by API'),
        changed: was('changed by API'),
        ACTIVE: was('restored'),
        ARCHIVED: was('archived'),
      },
      settlements: {
        created: was('made'),
        PENDING: was('announced'),
        PAID: was('paid out'),
        DEBT: was('carried as debt'),
      },
    },
    /** For a status that has no label. */
    correctedOther: (status: string) => `became ${status}`,
    drift: 'Missed events',
    driftUnknown: 'Checking…',
    driftValue: (rows: number, written: string) =>
      rows === 0
        ? 'None in the last 24 hours'
        : rows === 1
          ? '1 missed and made good in the last 24 hours'
          : `${written} missed and made good in the last 24 hours`,
    quarantine: {
      name: 'Not readable',
      summary: (count: number, written: string) =>
        `${count === 1 ? '1 object' : `${written} objects`} could not be read. Everything else is up to date. These are tried again at each reconciliation.`,
      object: (noun: string, id: string | null, reason: string) =>
        `${noun.slice(0, -1)} ${id ?? 'without an ID'}: ${reason}`,
    },
    timeZoneUnknown: (zone: string) =>
      `Your host reports the time zone “${zone}”, which is not known. Dates are in UTC.`,
    run: 'Reconcile now',
    runHint: (days: number) => `Reconcile now compares the last ${days} days.`,
    runWhole: 'Compare everything',
    running: 'Reconciling…',
    failed: 'The reconciliation could not start.',
    syncFailed: 'The last comparison failed.',
    /** Reasons of a failed comparison. */
    problems: {
      sentences: {
        missing_api_key: 'The service refuses the API key. Replace it above.',
        invalid_api_key: 'The service refuses the API key. Replace it above.',
        charges_disabled: 'The service has blocked this account. Contact the operator of the service.',
        resource_not_found:
          'The service does not know the address that was asked. Check the API address above.',
        method_not_allowed:
          'The service does not support a call of the API. Contact the operator of the service.',
        invalid_parameters:
          'The service did not accept a call of this dashboard. Contact the operator of the service.',
        rate_limited: 'The service asked us to slow down. The comparison is tried again later.',
        internal_error: 'The service failed while it answered. The comparison is tried again by itself.',
        calls_paused: 'Calls to the service are paused. The comparison goes on by itself after that.',
        host_unreachable: 'The service did not answer. The comparison is tried again by itself.',
        contract_mismatch: 'The service answered in a way that this dashboard does not understand.',
        account_disconnected: 'The account is disconnected.',
        other_account: 'The API key now opens another account. Replace it by a key of this one.',
        mirror_full:
          'The dashboard’s copy of this account has reached its limit of 5,000,000 objects or 8 GiB, or those of all your accounts 16 GiB. Known objects are still updated, new ones are not added. Contact the operator of this dashboard.',
        dashboard_failed: 'The dashboard itself failed. The comparison is tried again by itself.',
      },
      unknown: 'The service answered with an error that this dashboard does not know.',
      /** Prefix of a sentence about one list; the other lists were compared. */
      list: (objects: string) => `The ${objects} could not be compared.`,
      listWithoutEnd: (objects: string) =>
        `The service’s list of ${objects} does not end, so they could not all be compared. Contact the operator of the service.`,
      code: 'Code for support:',
    },
  },
  preferences: {
    title: 'Preferences',
    lead: 'Only for you, in this browser.',
    theme: 'Theme',
    keyboard: 'Keyboard',
    keyboardHint: 'All shortcuts, and a switch to turn off single-key ones.',
    showKeys: 'Show the shortcuts',
  },
  you: {
    title: 'You',
    lead: 'Who you are signed in as, and your role in the team.',
    name: 'Name',
    email: 'E-mail',
    team: 'Team',
    role: 'Role',
  },
  teamLead: 'The people who work with this account.',
  more: {
    title: 'Developers',
    lead: 'API documentation, and the activity log.',
    links: {
      quickStart: { title: 'Quick start', hint: 'From an API key to your first payment, with curl' },
      reference: { title: 'API reference', hint: 'Every endpoint, field, error and event' },
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
    baseUrlHint:
      'In the developer panel of that service, or from its operator. Including the version, such as https://pay.example.com/api/v1',
    apiKey: 'API key',
    apiKeyHint:
      'From the same place: a service shows a key only once. It is stored encrypted and never shown again.',
    submit: 'Check and connect',
    busy: 'Asking the service…',
    failed: 'The account was not connected.',
    noAnswer: 'We got no answer. Check your connection and try again: connecting twice does no harm.',
    problems: {
      base_url: 'Enter the address of the API.',
      api_key: 'Enter the key.',
    },
    /** Messages by the error code of the service's response to the key. */
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
