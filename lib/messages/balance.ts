/** Texts of the balance page. */
export const balance = {
  loading: 'Loading the balance',
  figures: {
    available: 'Available',
    in_transit: 'In transit',
    paid_out: 'Paid out',
  },
  definitions: {
    available: 'Collected, after fees, and not in a settlement yet.',
    in_transit: 'In settlements whose transfer to your bank has not left yet.',
    paid_out: 'Transferred to your bank so far.',
  },
  inAll: (payments: string) => `${payments}.`,
  payments: (count: string) => (count === '1' ? '1 payment' : `${count} payments`),
  settlements: (count: string) => (count === '1' ? '1 settlement' : `${count} settlements`),

  asOf: 'As of',
  asOfBecause: {
    host_unreachable: 'the payments service does not answer',
    account_disconnected: 'this account is disconnected',
    host_refused: 'the payments service refused the dashboard’s call',
    contract_mismatch: 'the payments service answered in a way that the dashboard does not understand',
    rate_limited: 'the payments service asked the dashboard to slow down',
    object_missing: 'the payments service does not know this account',
  },
  neverAnswered: 'The balance is not known yet',
  neverAnsweredBecause: (reason: string) =>
    `The dashboard asked, and ${reason}. It asks again by itself every 15 seconds.`,

  explain: {
    button: 'Explain',
    /** Completes the accessible name of the button. */
    buttonOf: (figure: string) => ` ${figure.toLowerCase()}`,
    titleOf: (figure: string) => `${figure}, explained`,
    loading: 'Adding up',
    equation: 'Equation',
    terms: {
      gross: 'Gross',
      fees: 'Fees',
      refunds: 'Refunds',
      disputes: 'Disputes',
      debt: 'Debt',
      settlements: { in_transit: 'Net of settlements on their way', paid_out: 'Net of paid settlements' },
    },
    notReported: 'not reported',
    unexplainedTerm: 'Not explained by this host',
    addsUp: 'Adds up',
    addsUpHint: {
      available: (rows: string, sum: string) => `${rows} below sum to ${sum}, the gross.`,
      settlements: (rows: string, sum: string) => `${rows} below sum to ${sum}.`,
      none: 'There is nothing to add.',
    },
    unexplained: (amount: string) => `Not explained by this host: ${amount}`,
    unexplainedHint:
      'It reports no figure for this part of the amount, or the copy of its data is not complete.',
    difference: (sum: string, amount: string) =>
      `The payments below sum to ${sum}. The gross differs by ${amount}.`,
    feesDiffer: (sum: string) => `The fees of the payments below sum to ${sum}, not to the fees above.`,
    copyHint: 'The dashboard’s copy of the payments may be a moment behind; this is checked again by itself.',
    fees: {
      all: (sum: string) => `Their fees sum to ${sum}.`,
      none: 'This host does not report the fee of each payment.',
      some: (reported: string, sum: string) => `It reports the fee of ${reported}: ${sum}.`,
    },
    rows: { payments: 'Newest payments', settlements: 'Newest settlements' },
    fee: (amount: string) => `fee ${amount}`,
    noPayer: 'Name not given',
    all: {
      available: (count: string) => `All ${count} payments without a settlement`,
      in_transit: (count: string) => `All ${count} settlements on their way`,
      paid_out: (count: string) => `All ${count} paid settlements`,
    },
  },

  fees: {
    title: 'Fees',
    schedule: (percent: string, fixed: string) => `${percent}\u00a0% + ${fixed} per approved payment`,
    percentOnly: (percent: string) => `${percent}\u00a0% per approved payment`,
    fixedOnly: (fixed: string) => `${fixed} per approved payment`,
    free: 'No fees per approved payment',
    example: (gross: string, fee: string, net: string) =>
      `Of ${gross} the fee takes ${fee}; you receive ${net}.`,
    inexact: 'This host writes its fees in a way that cannot be computed exactly.',
    calculator: 'Fee calculator',
    gross: 'Payer pays',
    net: 'You receive',
    takesAll: 'The fee takes all of it.',
    receive: (net: string, fee: string) => `You receive ${net} after a fee of ${fee}.`,
    charge: (gross: string, fee: string) => `Charge ${gross}, of which the fee takes ${fee}.`,
    hint: 'Type in either field; the other one follows.',
  },

  next: {
    title: 'Next settlement',
    covers: (days: string) => `Payments approved on ${days}`,
    coversSpan: (first: string, last: string) => `Payments approved from ${first} to ${last}`,
    net: 'Net so far',
    netHint: 'An estimate: what is approved until then comes on top.',
    netDue: 'An estimate: the period is over, and the settlement is about to be made.',
    netUnknown: 'not known yet',
    nothing: 'Nothing is collected for it yet. Without payments no settlement is made.',
    debt: 'As it stands, nothing is transferred: fees and debt are more than was collected.',
    arrives: 'Usually transferred by',
    noTimes: 'Too few transfers so far to say how long they take.',
    unknown: 'This payments service does not report when it makes settlements.',
  },

  calendar: {
    title: 'Calendar',
    previous: 'Previous month',
    next: 'Next month',
    listed: 'Show this month in the list',
    all: 'Show all months in the list',
    expected: 'expected',
    expectedDay: (day: string) => `${day}: next settlement expected`,
    settlement: (made: string, days: string, net: string, state: string) =>
      `Made on ${made}, payments of ${days}: ${net}, ${state}`,
    more: (count: number) => `+${count}`,
    moreOf: (day: string, count: number) => `${day}: ${count} more`,
    legend: 'Days on which settlements were made, in the zone of the account.',
  },
} as const
