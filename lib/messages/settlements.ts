import type { AdjustmentType } from '@/lib/contract/settlement'
import type { SettlementStatus } from '@/lib/contract/states'
import { detail } from './detail'
import { listFilters, listTexts } from './filters'

/** Texts of the settlements: the list below the balance, and a settlement's page. */
export const settlements = {
  ...listTexts('settlement', 'settlements'),
  title: 'Settlements',
  one: 'Settlement',
  oneOf: (days: string) => `Settlement of ${days}`,
  /** A settlement in a sentence or a link of another page. */
  named: (days: string, status: string) => `Settlement of ${days}, ${status}`,
  statusTabs: 'Settlements by status',
  status: { PENDING: 'On its way', PAID: 'Paid', DEBT: 'Debt' } satisfies Record<SettlementStatus, string>,
  meaning: {
    PENDING: 'The transfer to your bank has not left yet.',
    PAID: 'The transfer has left for your bank.',
    DEBT: 'Fees and earlier debt came to more than was collected. Nothing is transferred.',
  } satisfies Record<SettlementStatus, string>,
  missing: 'Missing',
  lastState: (status: string) => `Last known state: ${status}.`,
  searchLabel: 'Search settlements',
  searchHint: 'Reference, amount, ID…',
  searchedAs: {
    id: 'Searched by settlement ID and reference, in any month',
    amount: 'Searched in net and gross amounts and references, in any month',
    last4: 'Searched in references and amounts, in any month',
    authorization_code: 'Searched in references and amounts, in any month',
    text: 'Searched in references and amounts',
  },
  ...listFilters,
  month: 'Month',
  toBank: 'net to your bank',
  columns: {
    net: 'Net',
    status: 'Status',
    period: 'Period',
    payments: 'Payments',
    bank: 'Bank',
    date: 'Made or paid',
    dateIn: (city: string) => `Made or paid (${city})`,
  },
  paymentCount: (count: string) => (count === '1' ? '1 payment' : `${count} payments`),
  bankEnds: (last4: string) => `••${last4}`,
  bankEndsSpoken: (last4: string) => `ends in ${last4}`,
  made: 'made',
  paid: 'paid',
  emptyTitle: 'No settlements yet',
  emptyHint: 'One is made when a period with approved payments has ended.',
  noneInStatus: {
    PENDING: 'No settlement is on its way',
    PAID: 'No settlement is paid yet',
    DEBT: 'No settlement ended in debt',
  } satisfies Record<SettlementStatus, string>,
  noneOf: {
    PENDING: 'No settlement on its way',
    PAID: 'No paid settlement',
    DEBT: 'No settlement in debt',
  } satisfies Record<SettlementStatus, string>,
  noMatchHint: 'Another month may show more.',
  noMatchSearchHint: 'Try a whole amount or ID, or a part of the transfer reference.',
  listLabel: 'Settlements',
  arrived: (count: number) => (count === 1 ? '1 settlement arrived' : `${count} settlements arrived`),

  detail: {
    ...detail,
    loading: 'Loading the settlement',
    sentence: {
      PENDING: 'The transfer to your bank has not left yet. This page changes by itself.',
      PAID: (day: string) => `The transfer left for your bank on ${day}.`,
      PAID_undated: 'The transfer has left for your bank.',
      DEBT: 'Fees and earlier debt came to more than was collected, so nothing is transferred.',
    },
    /** The account's own history, in working days. */
    usually: (earliest: number, usual: number) =>
      earliest === usual
        ? usual === 0
          ? 'Yours leave on the working day on which the settlement is made.'
          : `Yours leave ${workingDays(usual)} after the settlement is made.`
        : `Yours leave ${earliest} to ${workingDays(usual)} after the settlement is made.`,
    covers: (days: string, made: string) => `Payments of ${days}, made on ${made}.`,
    equation: 'Equation',
    gross: 'Gross',
    fees: 'fees',
    refunds: 'refunds',
    disputes: 'disputes',
    debt: 'debt',
    unexplained: (amount: string) => `not explained by this host: ${amount}`,
    timeline: 'What happened',
    generated: 'Settlement made',
    onItsWay: 'On its way to your bank',
    left: 'Paid: the transfer left',
    leaves: 'Paid',
    expectedBy: (day: string) => `expected by ${day}`,
    noTransfer: 'Ended in debt: no transfer',
    properties: 'Details',
    period: 'Period',
    periodOf: (from: string, to: string) => `${from} to ${to}`,
    bank: 'Bank',
    reference: 'Transfer ref.',
    payments: 'Payments',
    made: 'Made',
    paid: 'Paid',
    id: 'Settlement ID',
    notArrived: 'Has not arrived?',
    notArrivedPaid:
      'The transfer has left, but when your bank books it is up to your bank. If it is missing after a few working days, give your bank this:',
    notArrivedPending:
      'The transfer has not left yet, so your bank does not know of it. There is nothing to ask the bank for now.',
    notArrivedLate: 'Ask your payments service what holds the transfer up, and name this settlement:',
    copyForBank: 'Copy for the bank',
    copyForService: 'Copy for the payments service',
    enquiry: {
      amount: 'Amount',
      date: 'Left on',
      made: 'Made on',
      expected: 'Usual by',
      reference: 'Reference',
      account: 'Account',
      ending: (last4: string) => `ending in ${last4}`,
      settlement: 'Settlement',
    },
    late: (day: string) => `This transfer is late: it usually leaves by ${day}.`,
    debtTitle: 'About this debt',
    debtWhat: (amount: string) =>
      `In this period fees and earlier debt were ${amount} more than the payments brought in. Nothing is asked of you: your account carries the difference.`,
    debtNext: 'The next settlement takes it off before anything is transferred.',
    debtTaken: 'Taken off by the',
    debtUnknown: 'This payments service does not report which settlement takes a debt off.',
    debtTook: (amount: string) => `${amount} of an earlier debt was taken off here.`,
    debtCame: 'It came from the',
    allPayments: (count: string) => `All ${count} payments`,
    allUncounted: 'All payments',
    noPayments: 'No payment of this settlement is here yet.',
    incomplete: (here: string, all: string) =>
      `${here} of ${all} payments are here so far; the others are still being fetched.`,
    addsUp: (count: string, sum: string) => `${count}, ${sum} in all: equal to the gross.`,
    differs: (count: string, sum: string, gross: string) =>
      `${count}, ${sum} in all, but the settlement reports ${gross}.`,
    support: 'Copy for support',
    supportHint: 'IDs, amounts and times',
    print: 'Print',
    csvHint: 'The payments, refunds and disputes of this settlement as CSV',
    json: 'Settlement as JSON',
  },
  /** Refunds and disputes that a settlement took off, or gave back. */
  adjustments: {
    title: 'Refunds and disputes',
    type: {
      payment: 'Payment',
      refund: 'Refund',
      refund_reversal: 'Refund that came back',
      dispute: 'Dispute',
      dispute_won: 'Dispute won',
      rest: 'Not listed',
    } satisfies Record<AdjustmentType | 'payment' | 'rest', string>,
    first: (count: number) => `The first ${count} are listed.`,
  },
  summary: {
    settlement: 'Settlement',
    status: 'Status',
    net: 'Net',
    gross: 'Gross',
    fees: 'Fees',
    refunds: 'Refunds',
    disputes: 'Disputes',
    debt: 'Debt',
    payments: 'Payments',
    period: 'Period',
    made: 'Made',
    paid: 'Paid',
    bank: 'Bank',
    reference: 'Transfer reference',
  },

  /** Settlement and expected payout date on a payment's page. */
  whenPaid: {
    title: 'When do I get this money?',
    settled: 'It is part of the',
    PENDING: 'Its transfer to your bank has not left yet.',
    pendingBy: (day: string) => `Its transfer to your bank usually leaves by ${day}.`,
    pendingLate: (day: string) => `Its transfer to your bank is late: it usually leaves by ${day}.`,
    PAID: (day: string) => `Its transfer left for your bank on ${day}.`,
    PAID_undated: 'Its transfer has left for your bank.',
    DEBT: 'That settlement ended in debt: nothing was transferred.',
    unknown: 'Its details are not here yet.',
    willSettle: (days: string, made: string) => `Expected in the settlement of ${days}, made on ${made}.`,
    willLeave: (day: string) => `The transfer to your bank usually leaves by ${day}.`,
    noSchedule: 'This payments service does not report when it settles.',
    notSettled: 'It is not in a settlement yet.',
    notCollected: 'Nothing is collected yet, so there is nothing to pay out.',
    wentBack: 'Nothing arrives for it: the money went back to the payer.',
    returned: (amount: string, day: string) =>
      `${amount} came back on ${day}, when you won the dispute. It comes with the settlement after that day.`,
    takenOut: 'What was refunded or disputed is taken out of the same or a later settlement.',
    neverCollected: 'Nothing was collected, so there is nothing to pay out.',
  },
} as const

function workingDays(count: number): string {
  return count === 1 ? '1 working day' : `${count} working days`
}
