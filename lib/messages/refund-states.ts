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
    SENDING: 'Sending it to the payments service. The outcome appears here.',
    UNKNOWN: 'We don’t know yet whether the money went back. We keep checking. Don’t refund again.',
    PENDING: 'The payments service has it. The outcome appears here. Don’t refund again.',
    SUCCEEDED: 'The money is on its way to the payer, who sees it in 5 to 10 business days.',
    FAILED: `The payer’s bank or the card network declined it. ${nothing}`,
    NOT_MADE: `The payments service didn’t start it. ${nothing} You can try again.`,
  },
} as const
