/** The list of what members did through the dashboard. */
export const audit = {
  title: 'Activity',
  lead: 'What was done through this dashboard, by whom, and what became of it. Nobody can change or delete a line.',
  listLabel: 'Activity',
  loading: 'Loading the activity',
  columns: {
    what: 'What',
    about: 'Which',
    who: 'Who',
    when: 'When',
    whenIn: (zone: string) => `When (${zone})`,
  },
  nobody: 'The dashboard itself',
  gone: 'A former member',
  /** What each kind of line tells; one that is not here is told by its own name. */
  actions: {
    'links.create': 'Created a link',
    'links.cancel': 'Cancelled a link',
    'links.import': 'Began an import of links',
    'payments.export': 'Exported payments',
    'connection.connect': 'Connected the account',
    'connection.replace_key': 'Replaced the API key',
    'connection.disconnect': 'Disconnected an account',
    'connection.remove': 'Disconnected an account and deleted its copy',
    'connection.add_secret': 'Added a signing secret',
    'connection.retire_secret': 'Retired a signing secret',
  } as Readonly<Record<string, string>>,
  /** The same kinds of line as an act, for one that was not carried out, or not for sure. */
  acts: {
    'links.create': 'create a link',
    'links.cancel': 'cancel a link',
    'links.import': 'import links',
    'payments.export': 'export payments',
    'connection.connect': 'connect an account',
    'connection.replace_key': 'replace the API key',
    'connection.disconnect': 'disconnect an account',
    'connection.remove': 'disconnect an account and delete its copy',
    'connection.add_secret': 'add a signing secret',
    'connection.retire_secret': 'retire a signing secret',
  } as Readonly<Record<string, string>>,
  begun: (act: string) => `Began to ${act}`,
  tried: (act: string) => `Tried to ${act}`,
  /** What an import came to so far. */
  imported: (count: string, one: boolean) =>
    one ? 'Created 1 link by an import' : `Created ${count} links by an import`,
  rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
  /** What an export was narrowed to. */
  filters: {
    search: (text: string) => `“${text}”`,
    from: (day: string) => `from ${day}`,
    before: (day: string) => `before ${day}`,
    least: 'at least',
    most: 'at most',
    card: (last4: string) => `card ••${last4}`,
    oneLink: 'of one link',
    oneCustomer: 'of one customer',
    unpaid: 'not paid since',
  },
  /** A link that is no longer here, by its id. */
  goneLink: (id: string) => `Link ${id}`,
  outcome: {
    done: 'Done',
    failed: 'Failed',
    intent: 'Under way',
    unknown: 'Not known',
  },
  meaning: {
    done: 'It was carried out.',
    failed: 'Nothing was changed.',
    intent: 'It is being carried out, or its process ended in the middle.',
    unknown: 'The service did not answer: it may have been carried out. Look there.',
  },
  emptyTitle: 'Nothing was done yet',
  emptyHint: 'Links made, imported or cancelled, exports, and changes of the connection are listed here.',
} as const
