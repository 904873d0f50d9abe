import { common } from './common'

/** Texts of the mails of the dashboard, and of the controls that send them. */
export const mail = {
  receipt: {
    view: 'View receipt',
    print: 'Print',
    send: 'Send receipt',
    title: 'Send receipt',
    lead: (amount: string) => `A mail with the receipt for ${amount} goes to this address.`,
    email: 'E-mail',
    missing: 'Enter the e-mail address of the payer.',
    emptyIsPayer: 'Leave this empty to use the payer’s own address.',
    noAddress: 'This payer has no e-mail address that can be used. Enter one.',
    sending: 'Sending',
    sent: (to: string) => `The receipt is on its way to ${to}.`,
    failed: 'The receipt was not sent.',
    off: 'This deployment sends no mail, so receipts cannot be sent.',
  },
  receipts: {
    title: 'Receipts by mail',
    state: { QUEUED: 'On its way', SENT: 'Sent', SHOWN: 'Not sent in test mode', FAILED: 'Not delivered' },
    failedHint: 'The mail server did not take it. Check the address, then send the receipt again.',
  },
  receiptLetter: {
    subject: (merchant: string) => `Receipt from ${merchant}`,
    greeting: (merchant: string) => `${merchant} received your payment.`,
    merchant: 'Merchant',
    amount: 'Amount',
    date: 'Date',
    what: 'For',
    card: 'Card',
    id: 'Payment ID',
    link: 'View the receipt',
    closing: 'Keep this mail as your receipt. For questions about the payment, contact the merchant.',
  },
  paidLetter: {
    subject: (amount: string) => `You were paid ${amount}`,
    greeting: (merchant: string) => `A settlement of ${merchant} was paid to your bank account.`,
    amount: 'Amount',
    reference: 'Bank reference',
    date: 'Paid',
    id: 'Settlement ID',
    link: 'View the settlement',
    closing: 'You receive this mail because you turned it on under Settings, Notifications.',
  },
  securityLetter: {
    subject: (merchant: string, action: string) => `${merchant}: ${action.toLowerCase()}`,
    greeting: (merchant: string) => `A change was made to the account ${merchant}.`,
    action: 'What happened',
    result: 'Result',
    unknown: 'Not known. The change may have been made.',
    name: 'Name',
    bankBefore: 'Bank account before',
    bankAfter: 'Bank account now',
    from: 'Receives money from',
    by: 'By',
    address: 'IP address',
    date: 'When',
    activityLink: 'View the activity',
    payoutsLink: 'View payouts',
    closing:
      'Owners and admins receive this mail. If nobody of your team made this change, undo it, remove the member, and set a new password.',
    payoutsClosing:
      'Owners, admins and the contact address of the account receive this mail. If nobody of your team made this change, open payouts at once, cancel it or name the right account, and set a new password.',
  },
  linkLetters: {
    role: 'Role',
    email: 'E-mail',
    until: 'Valid until',
    INVITATION: {
      subject: (team: string) => `You are invited to ${team} on ${common.product}`,
      greeting: ({ team, inviter }: { team: string; inviter: string | null }) =>
        inviter
          ? `${inviter} invites you to the team ${team} on ${common.product}.`
          : `You are invited to the team ${team} on ${common.product}.`,
      link: 'Accept the invitation',
      closing:
        'The link works once, and for this e-mail address alone. If you did not expect this invitation, ignore this mail: nobody joins without the link.',
    },
    VERIFY_EMAIL: {
      subject: () => `Confirm your e-mail address for ${common.product}`,
      greeting: () => `Confirm that this address is yours, so that ${common.product} can reach you.`,
      link: 'Confirm the address',
      closing:
        'If you have no account here, ignore this mail: without the link the address stays unconfirmed.',
    },
    RESET_PASSWORD: {
      subject: () => `Set a new password for ${common.product}`,
      greeting: () => `A new password for your ${common.product} account was requested.`,
      link: 'Set a new password',
      closing:
        'The link works once. If you did not request it, ignore this mail: your password stays as it is.',
    },
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
