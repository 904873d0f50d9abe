/** Texts of the mails of the dashboard, and of the controls that send them. */
export const mail = {
  receipt: {
    menu: 'Receipt',
    view: 'View',
    print: 'Print',
    send: 'Send',
    title: 'Send receipt',
    lead: (amount: string) => `For ${amount}`,
    email: 'E-mail',
    missing: 'Enter the payer’s e-mail address.',
    emptyIsPayer: 'Leave it empty to use the payer’s own address.',
    noAddress: 'This payer has no usable e-mail address. Enter one.',
    sending: 'Sending…',
    sent: (to: string) => `Receipt on its way to ${to}`,
    failed: 'The receipt wasn’t sent.',
    off: 'Send (e-mail is off)',
  },
  receipts: {
    title: 'Receipts by mail',
    state: { QUEUED: 'On its way', SENT: 'Sent', SHOWN: 'Not sent in test mode', FAILED: 'Not delivered' },
    failedHint: 'The mail server refused it. Check the address, then send the receipt again.',
  },
  /** Texts of a payment's page that is printed as a receipt. */
  receiptPrint: {
    subject: (merchant: string) => `Receipt from ${merchant}`,
    amount: 'Amount',
    refunded: 'Refunded',
    date: 'Date',
    what: 'For',
    card: 'Card',
    id: 'Payment ID',
  },
  notifications: {
    title: 'Notifications',
    lead: 'Mail to you alone, about this account alone.',
    paid: 'You were paid',
    paidHint: (email: string) => `A mail to ${email} when a settlement is paid.`,
    off: 'This deployment sends no mail.',
    saveFailed: 'The setting was not changed.',
  },
} as const
