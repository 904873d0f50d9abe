/** The check of a user's e-mail address: the banner until it is done, and the page of the mailed link. */
export const verifyEmail = {
  banner: (email: string) => `Confirm your e-mail address: check the inbox of ${email}`,
  bannerHint: 'Invitations and two-step sign-in begin after that.',
  sendAgain: 'Send again',
  sending: 'Sending…',
  sent: (email: string) => `Mail sent to ${email}`,
  notSent: 'The mail was not sent',
  change: 'Change address',
  changeTitle: 'Change your e-mail address',
  changeLead:
    'You sign in with it from then on. A mail to the new address confirms it; the link of the earlier mail ends.',
  newEmail: 'New e-mail',
  newEmailMissing: 'Enter an e-mail address, such as ana@example.com.',
  changeSubmit: 'Change and send',
  changeFailed: 'The address was not changed',
  emailTaken: 'Somebody signs in with this e-mail already.',
  noAnswer: 'The server did not answer. Check your connection and try again.',
  title: 'Confirm your e-mail address',
  lead: (email: string) => `You sign in with ${email}. Confirm that you receive mail there.`,
  confirm: 'Confirm e-mail',
  confirming: 'Confirming…',
  confirmedTitle: 'Your e-mail address is confirmed',
  confirmedLead: 'You can close this page.',
  toDashboard: 'Open the dashboard',
  overTitle: 'This link is not valid any more',
  overLead:
    'It was used already, it is older than 7 days, or a newer mail has taken its place. “Send again” in your dashboard mails a new one.',
} as const
