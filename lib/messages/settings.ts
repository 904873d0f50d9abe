import type { AccountStatus } from '@/lib/contract/states'

/** The settings page. */
export const settings = {
  title: 'Settings',
  connection: 'Connection',
  connectionLead: 'The payments service that this dashboard works with.',
  account: 'Account',
  accountStatus: 'Account status',
  accountStatuses: {
    TRIAL: 'Trial',
    ACTIVE: 'Active',
    SUSPENDED: 'Suspended',
    CLOSED: 'Closed',
  } satisfies Record<AccountStatus, string>,
  charges: 'Charges',
  chargesOn: 'Enabled',
  chargesOff: 'Switched off',
  currency: 'Currency',
  timeZone: 'Time zone',
  baseUrl: 'API address',
  key: 'API key',
  keyEnds: (last4: string) => `ends in ${last4}`,
  mode: 'Mode',
  testMode: 'Test: no real money moves',
  liveMode: 'Live',
  modeUnknown: 'The service does not say',
  health: 'Mirror health',
  healthState: 'State',
  healthLead:
    'The dashboard keeps a copy of your links and payments. Webhooks keep it fresh; a reconciliation compares it.',
  state: {
    importing: 'Importing your history',
    live: 'Up to date',
    no_webhook: 'Webhook not set up: register it below',
    behind: 'Behind the service',
    broken: 'Not receiving: check the connection',
  },
  lastEvent: 'Last webhook',
  noEvent: 'none received yet',
  lastSync: 'Last reconciliation',
  noSync: 'not yet',
  drift: 'Drift found',
  driftValue: (rows: number) =>
    rows === 0
      ? 'None: the copy was right'
      : rows === 1
        ? '1 row was wrong, now right'
        : `${rows} rows were wrong, now right`,
  reconcile: 'Reconcile now',
  reconciling: 'Reconciling…',
  reconcileStarted: 'Reconciliation started.',
  reconcileFailed: 'The reconciliation could not start.',
  progress: (links: string, payments: string) => `${links} links and ${payments} payments compared so far`,
  syncFailed: 'The last run failed.',
  connections: 'Connected accounts',
  connectionsLead: 'The dashboard shows one account at a time.',
  inUse: 'In use',
  use: 'Use this one',
  switchTo: (name: string) => `Use ${name}`,
  using: (name: string) => `Now showing ${name}.`,
  useFailed: 'The account was not changed.',
  connectOther: 'Connect an account',
  connect: {
    title: 'Connect an account',
    lead: 'With the address and a key of a payments service, this dashboard works for that account.',
    baseUrl: 'API address',
    baseUrlHint: 'With its version, such as https://pay.example.com/api/v1',
    apiKey: 'API key',
    apiKeyHint: 'From the developer panel of that service. It is kept encrypted and never shown again.',
    submit: 'Check and connect',
    busy: 'Asking the service…',
    failed: 'The account was not connected.',
    noAnswer: 'No answer came. Check your connection and try again; connecting twice does no harm.',
    problems: {
      base_url: 'Enter the address of the API.',
      api_key: 'Enter the key.',
    },
    /** By the code of what the service answered to the key. */
    refused: {
      invalid_api_key:
        'The service does not know this key. Copy it whole, and check that it is of this service.',
      resource_not_found:
        'No payments service answers at this address. Does it end with the version, such as /api/v1?',
      contract_mismatch:
        'No payments service answers at this address. It is that of the API, not of a dashboard or a web site.',
      host_unreachable: 'Nothing answers at this address. Check its spelling, and that the service runs.',
    },
  },
  webhook: {
    title: 'Webhook',
    lead: 'Register this address at the payments service, so that payments appear here by themselves.',
    address: 'Webhook address',
    secret: 'Signing secret',
    secretHint: 'The service shows it once, when the webhook is made. It begins with whsec_.',
    secretMissing: 'Paste the signing secret.',
    submit: 'Save the secret',
    busy: 'Saving…',
    saved: 'Secret saved. Signed events are accepted from now on.',
    failed: 'The secret was not saved.',
  },
  team: 'You',
  role: 'Role',
  roles: {
    OWNER: 'Owner',
    ADMIN: 'Administrator',
    DEVELOPER: 'Developer',
    SUPPORT: 'Support',
    ACCOUNTANT: 'Accountant',
    VIEWER: 'Viewer',
  },
} as const
