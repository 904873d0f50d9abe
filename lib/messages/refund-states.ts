export const nothing = 'Nothing was refunded.'

/** Texts of refunds that a payment's page shows before its dialog opens. */
export const refundStates = {
  open: 'Refund',
  title: (amount: string) => `Refund of ${amount}`,
  show: 'Show that refund',
  /** Why an approved payment has no refund yet. */
  none: {
    disputed: 'A disputed payment can’t be refunded.',
    unsupported: 'Your payments service doesn’t offer refunds.',
    role: 'Owners, admins and support can refund this payment.',
  },
  state: {
    DRAFT: 'Not refunded',
    SENDING: 'Being refunded',
    UNKNOWN: 'Not known yet',
    PENDING: 'Under way',
    SUCCEEDED: 'Refunded',
    FAILED: 'Declined',
    NOT_MADE: 'Not refunded',
  },
  meaning: {
    DRAFT: nothing,
    SENDING: 'The payments service has the request. The outcome appears here.',
    UNKNOWN: 'We don’t know yet whether the money went back. We’ll keep checking. Don’t refund again.',
    PENDING: 'The payments service is working on it. The outcome appears here. Don’t refund again.',
    SUCCEEDED: 'The money is on its way to the payer, who sees it in 5 to 10 business days.',
    FAILED: `The payer’s bank or the card network declined it. ${nothing}`,
    NOT_MADE: `The refund never reached the bank. ${nothing} You can try again.`,
  },
} as const
