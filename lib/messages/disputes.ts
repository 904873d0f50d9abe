import type { DisputeReason } from '@/lib/contract/dispute'
import type { DisputeStatus } from '@/lib/contract/states'
import { listFilters, listTexts } from './filters'

/** Texts of disputes: their inbox, their card on a payment's page, and the evidence. */
export const disputes = {
  ...listTexts('dispute', 'disputes'),
  title: 'Disputes',
  one: 'Dispute',
  /** The inbox's first tab, which has no filter. */
  all: 'Needs response',
  open: (count: string) => `Disputes, ${count} open`,
  statusTabs: 'Disputes by status',
  status: {
    NEEDS_RESPONSE: 'Needs response',
    UNDER_REVIEW: 'Under review',
    WON: 'Won',
    LOST: 'Lost',
  } satisfies Record<DisputeStatus, string>,
  meaning: {
    NEEDS_RESPONSE: 'The bank took the money back. Without evidence before the deadline the dispute is lost.',
    UNDER_REVIEW: 'The bank has your evidence and decides.',
    WON: 'The bank decided for you. The amount is back in your balance.',
    LOST: 'The bank decided for the payer. The amount isn’t returned.',
  } satisfies Record<DisputeStatus, string>,
  disputed: 'Disputed',
  lost: 'Dispute lost',
  searchLabel: 'Search disputes',
  searchHint: 'Payer, amount, reference, ID…',
  searchedAs: { text: 'Searched in the disputed payments' },
  ...listFilters,
  columns: {
    amount: 'Disputed',
    status: 'Status',
    payer: 'Payer',
    reason: 'Reason',
    due: 'Respond by',
    opened: 'Opened',
    openedIn: (city: string) => `Opened (${city})`,
  },
  emptyTitle: 'No dispute needs a response',
  emptyHint: 'A new one appears here, on Home, and in a mail to owners and admins.',
  noneInStatus: {
    UNDER_REVIEW: 'No dispute is under review',
    WON: 'No dispute was won',
    LOST: 'No dispute was lost',
  },
  noneOf: { UNDER_REVIEW: 'No dispute under review', WON: 'No won dispute', LOST: 'No lost dispute' },
  noMatchSearchHint: 'Try part of a name, an e-mail, a title or a reference, or a whole amount or ID.',
  listLabel: 'Disputes',
  arrived: (count: number) => (count === 1 ? '1 dispute arrived' : `${count} disputes arrived`),
  due: (left: string) => `due ${left}`,
  noDeadline: 'No deadline',
  passed: 'Deadline passed',

  /** Reasons of payers, as a payer would phrase them. */
  reason: {
    FRAUDULENT: 'I didn’t make this payment',
    NOT_RECEIVED: 'I didn’t receive what I paid for',
    NOT_AS_DESCRIBED: 'It isn’t what was described',
    DUPLICATE: 'I was charged twice',
    SUBSCRIPTION_CANCELED: 'I had canceled the subscription',
    CREDIT_NOT_PROCESSED: 'I was promised a refund that didn’t come',
    UNRECOGNIZED: 'I don’t recognize this charge',
    OTHER: 'Another reason',
  } satisfies Record<DisputeReason, string>,

  card: {
    next: {
      NEEDS_RESPONSE: 'Send evidence that the payment was right. The bank then decides, often within weeks.',
      UNDER_REVIEW: 'The bank decides, often within weeks. There’s nothing left to do.',
      WON: 'The bank decided for you.',
      LOST: 'The bank decided for the payer.',
    } satisfies Record<DisputeStatus, string>,
    refused: (code: string) => `The bank refused the evidence that was sent (${code}). Send other evidence.`,
    late: 'The deadline has passed without evidence. The bank decides without it.',
    amount: 'Taken back',
    fee: 'Dispute fee',
    returns: {
      NEEDS_RESPONSE: 'You get it all back if you win.',
      UNDER_REVIEW: 'You get it all back if you win.',
      WON: 'You got it all back.',
      LOST: 'You don’t get it back.',
    } satisfies Record<DisputeStatus, string>,
    reason: 'Payer says',
    due: 'Respond by',
    notAllowed: 'An owner, an admin or a member of support sends the evidence.',
    evidence: 'Evidence sent',
    files: 'Files',
  },

  timeline: {
    opened: 'Disputed by the payer',
    sent: 'Evidence sent to the bank',
    WON: 'Dispute won',
    LOST: 'Dispute lost',
  },
} as const
