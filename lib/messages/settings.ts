import type { AccountStatus } from '@/lib/contract/states'

/** Returns the end of a sentence about one or several objects. */
function was(done: string) {
  return (count: number) => `${count === 1 ? 'was' : 'were'} ${done}`
}

/** Texts of the settings page. */
export const settings = {
  /** Shown next to the action whose response did not arrive. */
  noAnswer: 'The server did not respond. Check your connection and try again.',
  title: 'Settings',
  account: {
    charges: 'Charges',
    chargesOn: 'Enabled',
    chargesOff: 'Off: payers can’t pay',
    mode: 'Mode',
    testMode: 'Test: no real money moves',
    liveMode: 'Live',
    currency: 'Currency',
    timeZone: 'Time zone',
  },
  accountStatuses: {
    TRIAL: 'Trial',
    ACTIVE: 'Active',
    SUSPENDED: 'Suspended',
    CLOSED: 'Closed',
  } satisfies Record<AccountStatus, string>,
  payouts: {
    open: 'Bank account and transfers',
    hint: 'Where your money is sent',
  },
  connections: {
    title: 'Connections',
    key: 'API key',
    keyEnds: 'ends in',
    inUse: 'Open here',
    use: 'Open',
    switchTo: (name: string) => `Open ${name}`,
    add: 'Connect account',
    /** Name of the copied value. */
    address: 'the API address',
    replace: {
      open: 'Replace key',
      title: (name: string) => `Replace key of ${name}`,
      lead: 'The current key stays in use until the new one is accepted.',
      field: {
        label: 'New API key',
        hint: 'A key of the same account. We store it encrypted and never show it again.',
        missing: 'Paste the new key.',
      },
      submit: 'Check and replace',
      done: 'Key replaced',
      failed: 'The key was not replaced',
    },
    reconnect: {
      open: 'Connect again',
      title: (name: string) => `Connect again: ${name}`,
      lead: 'Everything since the disconnection is imported. The webhook needs a new signing secret.',
      submit: 'Check and connect',
      done: 'Account connected again',
      failed: 'The account was not connected',
    },
    disconnected: 'Disconnected',
    disconnect: {
      open: 'Disconnect',
      title: (name: string) => `Disconnect ${name}?`,
      lead: 'Its API key and signing secrets are deleted here, and its events are refused. The account itself, its links and its money stay as they are.',
      /** Follows the lead for an account of this deployment. */
      ownLead: 'To connect it again you need an API key: create one under Developers first, and store it.',
      label: (name: string) => `Type “${name}” to confirm`,
      missing: 'Type the name of the account.',
      choice: {
        label: 'Also delete its data in this dashboard',
        hint: 'Otherwise its payments, links, customers and settlements stay readable.',
      },
      keep: 'Cancel',
      submit: 'Disconnect',
      done: (name: string) => `${name} disconnected. Its data stays readable.`,
      deleted: (name: string) => `${name} disconnected, its data deleted`,
      failed: (name: string) => `${name} was not disconnected`,
    },
    deleteCopy: {
      open: 'Delete data',
      title: (name: string) => `Delete data of ${name}?`,
      lead: 'Its payments, links, customers and settlements are deleted from this dashboard for good. The account itself stays as it is.',
      submit: 'Delete data',
      failed: (name: string) => `The data of ${name} was not deleted`,
    },
  },
  webhook: {
    address: 'Address',
    /** Name of the copied value. */
    copied: 'the address',
    secret: 'Signing secret',
    secretSet: 'Set, ends in',
    since: 'since',
    secretNone: 'Not set: events are refused',
    secretOlder: 'Also accepted',
    replace: 'Replace',
    add: 'Enter secret',
    lastEvent: 'Last event',
    lastRefused: 'Last refused',
    /** Messages by the reason of a delivery's refusal. */
    refused: {
      bad_signature: 'Its signature doesn’t match, or is older than five minutes',
      bad_event: 'It isn’t an event of the API',
    },
    open: 'Webhook and received events',
    hint: 'How new payments appear here without a reload',
    page: 'Webhook',
    setup: 'Setup',
    register: {
      lead: 'We register the address and store its signing secret in one step.',
      again: 'No events? Register again: this creates a new signing secret and ends the old registration.',
      submit: 'Register webhook',
      renew: 'Register again',
      done: 'Webhook registered',
      failed: 'The webhook was not registered',
    },
    lastEventNone: 'None yet',
    testEvent: 'test',
    steps:
      'Add this address as an endpoint for all events at the payments service, then enter its signing secret here.',
    retire: {
      open: (last4: string) => `Stop accepting the secret that ends in ${last4}`,
      short: 'Stop accepting',
      title: (last4: string) => `Stop accepting the secret that ends in ${last4}?`,
      lead: 'Events signed with it are refused at once. The other secret stays in use.',
      keep: 'Cancel',
      done: 'Secret retired',
      failed: 'The secret is still accepted',
    },
    dialog: {
      title: 'Signing secret',
      lead: 'Both secrets are accepted until you retire the old one, so no event is lost.',
      field: {
        label: 'Signing secret',
        hint: 'Starts with whsec_. The payments service shows it once.',
        missing: 'Paste the signing secret.',
      },
      submit: 'Save secret',
      saved: 'Secret saved',
      failed: 'The secret was not saved',
    },
  },
  health: {
    title: 'Data health',
    lead: 'Webhooks keep your data up to date. We compare it with the payments service every few minutes.',
    state: 'State',
    states: {
      importing: 'Importing your history',
      live: 'Up to date',
      no_webhook: 'No webhooks',
      behind: 'Behind the service',
      broken: 'Not comparing',
      disconnected: 'Disconnected',
    },
    hints: {
      importing: 'Lists fill up as it runs. You can leave this page.',
      live: 'Matches the payments service.',
      no_webhook: 'Payments appear only at each comparison. Set up the webhook.',
      behind: 'The last comparison is too old. Reconcile now.',
      broken: 'The last comparison failed. Check the connection above, then reconcile.',
      disconnected: 'Unchanged since the disconnection. Connect the account again above.',
    },
    /** State and hint while a comparison runs. */
    comparingState: 'Comparing',
    comparingHint: 'You can leave this page. It continues.',
    /** State and hint while calls are paused, by the reason. `time`: the end of the pause. */
    pausedState: 'Paused',
    pausedHints: {
      rate_limited: (time: string) => `The service asked us to wait until ${time}.`,
      refused: (time: string) =>
        `The service refuses the API key. Replace it above, or wait for the next try at ${time}.`,
      blocked: (time: string) => `The service has blocked this account. The next try is at ${time}.`,
      away: (time: string) => `The service does not respond. The next try is at ${time}.`,
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
        created: was('created'),
        PENDING: was('started'),
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
        created: was('created'),
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
          ? '1 missed and added in the last 24 hours'
          : `${written} missed and added in the last 24 hours`,
    quarantine: {
      name: 'Not readable',
      summary: (count: number, written: string) =>
        `${count === 1 ? '1 object' : `${written} objects`} could not be read. We try again at each comparison.`,
      object: (noun: string, id: string | null, reason: string) =>
        `${noun.slice(0, -1)} ${id ?? 'without an ID'}: ${reason}`,
    },
    timeZoneUnknown: (zone: string) => `We don’t know your time zone “${zone}”. Dates are in UTC.`,
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
        resource_not_found: 'Nothing was found at this address. Check the API address above.',
        method_not_allowed: 'The service does not support one of our requests. Contact its operator.',
        invalid_parameters: 'The service refused one of our requests. Contact its operator.',
        rate_limited: 'The service asked us to slow down. We try again later.',
        internal_error: 'The service failed. We try again soon.',
        calls_paused: 'Requests to the service are paused. We continue after that.',
        host_unreachable: 'The service did not respond. We try again soon.',
        contract_mismatch: 'The service sent a response that we don’t understand.',
        account_disconnected: 'The account is disconnected.',
        other_account: 'The API key now opens another account. Replace it with a key of this one.',
        mirror_full:
          'This account has reached its limit of 5,000,000 objects or 8 GiB, or all your accounts 16 GiB. New objects are not added. Contact the operator of this dashboard.',
        dashboard_failed: 'Something failed on our side. We try again soon.',
      },
      unknown: 'The service sent an error that we don’t know.',
      /** Prefix of a sentence about one list; the other lists were compared. */
      list: (objects: string) => `The ${objects} could not be compared.`,
      listWithoutEnd: (objects: string) =>
        `The service’s list of ${objects} does not end, so not all were compared. Contact its operator.`,
      code: 'Code for support:',
    },
  },
  preferences: {
    title: 'Preferences',
    lead: 'Only for you, in this browser.',
    theme: 'Theme',
    keyboard: 'Keyboard',
    keyboardHint: 'All shortcuts, and a switch for single-key ones.',
    showKeys: 'Show shortcuts',
  },
  you: {
    title: 'You',
    name: 'Name',
    email: 'E-mail',
    team: 'Team',
    role: 'Role',
  },
  more: {
    title: 'Developers',
    links: {
      quickStart: { title: 'Quick start', hint: 'From an API key to your first payment, with curl' },
      reference: { title: 'API reference', hint: 'Every endpoint, field, error and event' },
      activity: { title: 'Activity', hint: 'Who changed what in this dashboard' },
    },
  },
  connect: {
    title: 'Connect an account',
    lead: 'Manage an account of another payments service here.',
    firstLead: 'Connect an account to see its payments and links.',
    noneTitle: 'No account is connected yet',
    noneHint: 'Ask an owner or admin of your team to connect one.',
    baseUrl: 'API address',
    baseUrlHint: 'With its version, such as https://pay.example.com/api/v1',
    apiKey: 'API key',
    apiKeyHint: 'We store it encrypted and never show it again.',
    submit: 'Check and connect',
    busy: 'Checking…',
    failed: 'The account was not connected',
    problems: {
      base_url: 'Enter the address of the API.',
      api_key: 'Enter the key.',
    },
    /** Messages by the error code of the service's response to the key. */
    refused: {
      invalid_api_key:
        'The service does not know this key. Copy all of it, and check that it is from this service.',
      resource_not_found:
        'There is no payments service at this address. Does it end with the version, such as /api/v1?',
      contract_mismatch:
        'There is no payments service at this address. Use the address of its API, not of a website.',
      host_unreachable: 'This address does not respond. Check the spelling, and that the service is running.',
    },
  },
} as const
