export const nothing = 'Nothing was refunded.'

/** Texts of refunds that a payment's page shows before its dialog opens. */
export const refundStates = {
  open: 'Refund',
  title: (amount: string) => `Refund of ${amount}`,
  show: 'Show that refund',
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
    SENDING: 'The payments service is being asked. This page shows its answer, also after a reload.',
    UNKNOWN:
      'The connection broke off before the outcome was known. The same request is repeated until it is; it cannot take effect twice. Do not refund again.',
    PENDING:
      'The payments service has the refund and will finish it. This page shows the outcome. Do not refund again.',
    SUCCEEDED: 'The money is on its way to the payer, who sees it in 5 to 10 business days.',
    FAILED: `The payer’s bank or the card network declined it. ${nothing}`,
    NOT_MADE: `The payments service stopped before it began, and lists no such refund. ${nothing} You can try again.`,
  },
} as const
