/** Texts of the monthly statements. */
export const statements = {
  title: 'Statements',
  lead: 'What was settled and what was sent to your bank, month by month.',
  back: 'Balance',
  month: 'Month',
  region: (month: string) => `Statement of ${month}`,
  soFar: 'so far',
  opening: 'Opening balance',
  closing: 'Closing balance',
  closingSoFar: 'Balance now',
  settled: 'Gross settled',
  fees: 'Fees',
  refunds: 'Refunds',
  disputes: 'Disputes',
  transferred: 'Sent to the bank',
  kinds: { settlement: 'Settlement', transfer: 'Transfer' },
  of: (count: string, isOne: boolean, noun: 'settlement' | 'transfer' | 'payment') =>
    `${count} ${noun}${isOne ? '' : 's'}`,
  movements: 'Movements',
  noMovements: 'No settlements and no transfers in this month.',
  tooMany: (count: string) => `Too many to show: ${count} movements. Download the CSV.`,
  columns: {
    date: 'Date',
    movement: 'Movement',
    effect: 'Change',
    balance: 'Balance',
  },
  transferOf: (reference: string) => `Transfer ${reference}`,
  transfer: 'Transfer',
  settlement: (payments: string) => `Settlement of ${payments}`,
  grossFees: (gross: string, fees: string) => `gross ${gross} − fees ${fees}`,
  andRefunds: (refunds: string) => ` − refunds ${refunds}`,
  andDisputes: (disputes: string) => ` − disputes ${disputes}`,
  debtTaken: (amount: string) => `Earlier debt of ${amount} deducted.`,
  becameDebt: 'Ended in debt: no transfer.',
  undated: 'Day not reported.',
  notExplained: (amount: string) => `Not explained by this host: ${amount}`,
  check: {
    consists: 'Consists of',
    onItsWay: (settlements: string) => `On its way (${settlements})`,
    debt: 'Debt, deducted from the next settlements',
    unexplained: 'Not explained by this host',
  },
  unsettled: (payments: string) => `Not included: ${payments} not settled by the end of the month`,
  none: 'No settlements yet',
  noneHint: 'The first statement comes with the first settlement.',
  unknownMonth: 'No statement for this month',
  unknownMonthHint: 'Statements run from the first settlement to the current month.',
  /** Column headings of the CSV. */
  exported: {
    date: (zone: string) => `Date (${zone})`,
    dateUtc: 'Date (UTC)',
    movement: 'Movement',
    settlement: 'Settlement',
    reference: 'Bank reference',
    payments: 'Payments',
    gross: 'Gross',
    fees: 'Fees',
    refunds: 'Refunds',
    disputes: 'Disputes',
    debt: 'Debt deducted',
    net: 'Net',
    effect: 'Change',
    balance: 'Balance',
    unexplained: 'Not explained by this host',
    currency: 'Currency',
    note: 'Note',
  },
} as const

/** Line of a sum: its amount without the sign by which it is added. */
export type SumLine = { name: string; amount: number; sign?: '+' | '−' | '='; note?: string }

type Amount =
  | 'opening'
  | 'gross'
  | 'fees'
  | 'refunds'
  | 'disputes'
  | 'net'
  | 'closing'
  | 'debt'
  | 'unexplained'
type Totals = Record<Amount | 'settlements' | 'transfers' | 'waiting' | 'waiting_net', number> & {
  closed: boolean
  unsettled: { count: number }
}

/** Returns the sums of a month from opening to closing, the parts of the closing balance, and what it does not include. */
export function sumsOf(totals: Totals, number: Intl.NumberFormat) {
  const { refunds, disputes, debt, unexplained, unsettled } = totals
  const of = (count: number, noun: 'settlement' | 'transfer' | 'payment') =>
    statements.of(number.format(count), count === 1, noun)
  const sums: SumLine[] = [
    { name: statements.opening, amount: totals.opening },
    { name: statements.settled, amount: totals.gross, sign: '+', note: of(totals.settlements, 'settlement') },
    { name: statements.fees, amount: totals.fees, sign: '−' },
    ...(refunds ? [{ name: statements.refunds, amount: refunds, sign: '−' as const }] : []),
    ...(disputes ? [{ name: statements.disputes, amount: disputes, sign: '−' as const }] : []),
    { name: statements.transferred, amount: totals.net, sign: '−', note: of(totals.transfers, 'transfer') },
    { name: totals.closed ? statements.closing : statements.closingSoFar, amount: totals.closing, sign: '=' },
  ]
  const parts: SumLine[] = [
    { name: statements.check.onItsWay(of(totals.waiting, 'settlement')), amount: totals.waiting_net },
    ...(debt ? [{ name: statements.check.debt, amount: debt }] : []),
    ...(unexplained ? [{ name: statements.check.unexplained, amount: unexplained }] : []),
  ]
  const left = unsettled.count ? statements.unsettled(of(unsettled.count, 'payment')) : null
  return { sums, parts, unsettled: left }
}
