/** Texts of the screens that import many links from one table. */
export const linkImports = {
  title: 'Import links',
  lead: 'One link per row. Nothing is created until you have reviewed the rows.',
  entry: 'Import CSV',
  file: 'Choose a CSV file',
  drop: 'or drop it here',
  fileHint: 'From Excel, Numbers or Google Sheets: save as CSV.',
  fileRead: (name: string) => `${name} loaded. Choose another to replace it.`,
  paste: 'Or paste the rows',
  pasteHint: 'The first row holds the headings, spelled as under Columns.',
  columns: {
    title: 'Columns',
    required: 'required',
    known: [
      ['title', 'What the payment is for', true],
      ['amount', 'Such as 12.50 or 12,50', true],
      ['description', 'Shown under the amount', false],
      ['max_uses', 'A number, or “unlimited”; empty means one payment', false],
      ['expires_at', '2026-12-31 or 2026-12-31 18:30, in the account’s time zone', false],
      ['metadata.order', 'Any name after “metadata.” becomes a reference', false],
    ],
    sample: 'title,amount,max_uses\nTable 1,25.00,1\nTable 2,30.00,unlimited\n',
    useSample: 'Try an example',
    download: 'Template',
    templateFile: 'payment-links-template.csv',
    template:
      'title,amount,description,max_uses,expires_at,metadata.order\r\nTable 1,25.00,Two seats by the window,1,,A-1024\r\nTable 2,30.00,,unlimited,,A-1025\r\n',
  },
  fileUnreadable: 'This file could not be read as text.',
  fileTooLarge: (kilobytes: string) => `The table is larger than ${kilobytes} kB. Split it.`,
  problems: {
    empty: 'There are no rows yet.',
    tooMany: (count: string, most: string) =>
      `This table has ${count} rows, and up to ${most} rows can be imported at once. Split it.`,
    missingColumns: (names: readonly string[]) =>
      names.length === 1
        ? `The heading “${names[0]}” is missing.`
        : `The headings ${names.map((name) => `“${name}”`).join(' and ')} are missing.`,
    unknownColumns: (names: string, one: boolean) =>
      one ? `The heading “${names}” is not known.` : `These headings are not known: ${names}.`,
    /** A column without a heading. */
    unnamed: (position: number) => `column ${position}`,
    moreNames: (names: string, more: string) => `${names} and ${more} more`,
    headingHint:
      'Use the headings of the template. Delete other columns, or give them a heading such as metadata.order to keep them as references.',
    twiceColumn: (name: string) => `The heading “${name}” appears twice.`,
    moreCells: 'This row has more cells than there are columns.',
    quote: 'A quotation mark in this table is never closed.',
    uses: (most: string) => `Enter a whole number from 1 to ${most}, or “unlimited”.`,
    cutAmount: (amount: string) => `Is this ${amount}? Put it in quotes, or write it without a comma.`,
    expiry:
      'Enter a future date with a full year that can be read in one way only, such as 2026-12-31, or a date and time.',
  },
  ready: (rows: string) => `${rows} ready`,
  needCorrection: (count: string, one: boolean) =>
    one ? `${count} row has mistakes` : `${count} rows have mistakes`,
  total: (amount: string) => `${amount} in total if each is paid once`,
  rows: (count: string, one: boolean) => (one ? `${count} row` : `${count} rows`),
  wrongOnly: 'Show only rows with mistakes',
  start: (count: string, one: boolean) => (one ? `Create ${count} link` : `Create ${count} links`),
  /** Shown while other rows have errors. */
  startReady: (count: string, one: boolean) =>
    one ? `Create ${count} ready link` : `Create ${count} ready links`,
  /** Label of the button that moves to the first of them. */
  correctRows: (count: string, one: boolean) => (one ? `Fix ${count} row` : `Fix ${count} rows`),
  correct: 'Fix',
  correctRow: (row: number) => `Fix row ${row}`,
  begun: (count: string, one: boolean) =>
    one
      ? `${count} link went ahead as an import of its own.`
      : `${count} links went ahead as an import of their own.`,
  begunHint: 'The rows with mistakes are still here to be fixed.',
  follow: 'See the import',
  /** Name of the remaining rows of a file after a partial import. */
  restOf: (name: string) => `Rest of ${name}`,
  refusedRow: (row: number, column: string, message: string) => `Row ${row}, ${column}: ${message}`,
  starting: 'Starting…',
  failed: 'No links were created.',
  /** Shown when no response arrived. */
  unsure: 'It is not known whether the links were created.',
  unsureHint: 'Try again before you change a row: no link is created twice.',
  row: 'Row',
  name: 'Title',
  amount: 'Amount',
  uses: 'Uses',
  ends: 'Expires',
  state: 'State',
  fine: 'Ready',
  /** Replaces a missing required value. */
  missing: '—',
  problemOf: (column: string, problem: string) => `${column}: ${problem}`,
  wrong: 'Has mistakes',
  unlimited: 'Unlimited',
  noEnd: 'Never',
  /** Parts of one line about quota and expiry. */
  usesSentence: (count: string | null, one: boolean) =>
    count === null ? 'Unlimited uses' : one ? '1 use' : `${count} uses`,
  expirySentence: 'expires',
  noExpirySentence: 'never expires',
  pasted: 'Pasted rows',
  hiddenRows: (count: string) => `and ${count} more rows`,
  recent: 'Earlier imports',
  progress: {
    title: 'Import of links',
    state: {
      QUEUED: 'Waiting',
      RUNNING: 'Creating links',
      STOPPED: 'Stopped',
      DONE: 'Done',
    },
    lead: 'You can leave this page. The import goes on.',
    bar: (done: string, total: string) => `${done} of ${total} rows`,
    waits: 'The payments service is busy or not answering. The import continues automatically.',
    stop: 'Stop',
    resume: 'Resume',
    notStopped: 'The import was not stopped.',
    notResumed: 'The import was not resumed.',
    download: 'Download the addresses (CSV)',
    result: 'Result',
    /** States of a row within the import: rows with errors and empty rows are not part of it. */
    rowState: { WAITING: 'Waiting', DONE: 'Created', FAILED: 'Failed' },
    loading: 'Loading the rows',
    again: 'Import more',
  },
} as const
