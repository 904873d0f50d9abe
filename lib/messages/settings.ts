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
