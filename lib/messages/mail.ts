import { common } from './common'

const setPassword = {
  link: 'Set a new password',
  closing:
    'Every other browser was signed out. If it was not you, set a new password by this link at once, which also removes every passkey, and let the owners of your team know.',
} as const
const security = {
  link: 'Open Security',
  closing:
    'If it was not you, open Security at once: change your password, remove every passkey that is not yours, sign out every other browser, and check two-step sign-in. If you cannot sign in, set a new password with “Forgot your password?”.',
} as const
const team = {
  link: 'View the team',
  closing:
    'The member and the owners receive this mail. If nobody of your team meant this change, an owner undoes it in Settings, Team.',
} as const
const payouts = {
  link: 'View payouts',
  closing:
    'Owners, admins and the contact address of the account receive this mail. If nobody of your team made this change, open payouts at once, cancel it or name the right account, and set a new password.',
} as const
const accounts = {
  link: 'View the activity',
  closing:
    'Owners and admins receive this mail. If nobody of your team did it, undo it in Settings, remove the member, and set a new password.',
} as const

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
  disputeLetter: {
    dispute_opened: {
      subject: (amount: string) => `A payment of ${amount} was disputed`,
      greeting: (merchant: string) =>
        `A payer disputed a payment to ${merchant}, and the bank took the money back.`,
    },
    dispute_due: {
      subject: (amount: string) => `Less than two days left to answer a dispute of ${amount}`,
      greeting: (merchant: string) =>
        `A dispute of a payment to ${merchant} still needs a response. Without evidence before its deadline it is lost.`,
    },
    refused: {
      subject: (amount: string) => `The bank refused your evidence for a dispute of ${amount}`,
      greeting: (merchant: string) =>
        `A dispute of a payment to ${merchant} needs a response again, because the bank refused the evidence. Without other evidence it is lost.`,
    },
    evidence: 'Evidence',
    refusedAt: (date: string) => `Refused by the bank on ${date}. Send it again.`,
    amount: 'Amount',
    payer: 'Payer',
    reason: 'Payer says',
    due: 'Answer by',
    id: 'Payment ID',
    link: 'View the payment and send evidence',
    closing: 'Owners and admins of the team receive this mail.',
  },
  securityLetter: {
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
  },
  /** Notices to a user about their own sign-in, and about roles and accounts of their team. */
  userNotice: {
    greeting: (email: string) => `This concerns your ${common.product} sign-in ${email}.`,
    account: 'Account',
    service: 'Service',
    team: 'Team',
    member: 'Member',
    roleBefore: 'Role before',
    role: 'Role now',
    operator: 'the operator of this service',
    browser: 'Browser',
    kinds: {
      'user.change_password': { what: 'Your password was changed', ...setPassword },
      'user.reset_password': {
        what: 'Your password was set by a mailed link',
        link: setPassword.link,
        closing:
          'If it was not you, somebody reads your mail: change the password of your mailbox, then set a new one here.',
      },
      'user.two_step_on': { what: 'Two-step sign-in was turned on', ...security },
      'user.two_step_off': { what: 'Two-step sign-in was turned off', ...security },
      'user.recovery_codes': { what: 'New recovery codes were made', ...security },
      'user.passkey_add': { what: 'A passkey was added', ...security },
      'user.passkey_remove': { what: 'A passkey was removed', ...security },
      'session.new_browser': { what: 'A new browser signed in to your account', ...security },
      'team.change_role': { what: 'The role of a member was changed', ...team },
      'team.accept_invitation': { what: 'A member joined the team', ...team },
      'team.remove_member': { what: 'A member was removed from the team', ...team },
      'connection.connect': { what: 'An account was connected', ...accounts },
      'connection.disconnect': { what: 'An account was disconnected', ...accounts },
      'connection.remove': { what: 'An account was disconnected, and its copy was deleted', ...accounts },
      'connection.replace_key': { what: 'The API key of an account was replaced', ...accounts },
      'connection.register_webhook': { what: 'The webhook of this dashboard was registered', ...accounts },
      'connection.add_secret': { what: 'A signing secret was added', ...accounts },
      'connection.retire_secret': { what: 'A signing secret was retired', ...accounts },
      'keys.create': { what: 'An API key was created', ...accounts },
      'keys.roll': { what: 'An API key was rolled', ...accounts },
      'keys.revoke': { what: 'An API key was revoked', ...accounts },
      'endpoints.create': { what: 'A webhook endpoint was added', ...accounts },
      'endpoints.edit': { what: 'The URL of a webhook endpoint was changed', ...accounts },
      'endpoints.pause': { what: 'A webhook endpoint was paused', ...accounts },
      'endpoints.delete': { what: 'A webhook endpoint was deleted', ...accounts },
      'endpoints.rotate_secret': { what: 'The rotation of a signing secret began', ...accounts },
      'payouts.set_account': { what: 'The bank account for payouts was changed', ...payouts },
      'payouts.cancel_change': { what: 'A change of the bank account was canceled', ...payouts },
      'payouts.remove_account': { what: 'The bank account for payouts was removed', ...payouts },
    },
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
    SIGN_UP: {
      subject: () => `Finish your ${common.product} account`,
      greeting: () => `Set a password, and your ${common.product} account is open.`,
      link: 'Set your password',
      closing: 'If you did not ask for an account, ignore this mail: nothing is opened without the link.',
    },
    HAS_ACCOUNT: {
      subject: `You already have a ${common.product} account`,
      greeting: `Somebody filled in the sign-up of ${common.product} with this address, which has an account already.`,
      link: 'Sign in',
      reset: 'To set a new password',
      closing: 'If it was not you, ignore this mail: your account stays as it is.',
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
