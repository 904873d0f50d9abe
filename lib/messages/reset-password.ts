/** Texts of the pages for a forgotten password. */
export const resetPassword = {
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter the e-mail with which you sign in. A link to set a new password is mailed to it.',
  email: 'E-mail',
  emailMissing: 'Enter your e-mail address.',
  send: 'Send the link',
  sending: 'Sending…',
  failed: 'The link was not sent',
  noAnswer: 'The server did not answer. Check your connection and try again.',
  sentTitle: 'Check your inbox',
  sentLead: (email: string) =>
    `If somebody signs in with ${email}, a mail with a link is on its way to it. The link holds for one hour.`,
  sentHint: 'No mail? Look into the spam folder and check the spelling of the address.',
  shownTitle: 'Read the mail in the outbox',
  shownLead: (email: string) =>
    `Test mode sends no mail. If somebody signs in with ${email}, the operator of this service reads the link with “npm run -s operator -- outbox”. The link holds for one hour.`,
  backToSignIn: 'Back to the sign-in',
  title: 'Set a new password',
  lead: (email: string) => `For ${email}. Every browser that is signed in with it is signed out.`,
  password: 'New password',
  submit: 'Set password',
  busy: 'Setting the password…',
  setFailed: 'The password was not set',
  doneTitle: 'Your new password is set',
  doneLead: 'Every browser was signed out. Sign in with the new password.',
  signIn: 'Sign in',
  overTitle: 'This link is not valid any more',
  overLead:
    'It was used already, it is older than an hour, or a newer mail has taken its place. If you have just set a password, sign in with it.',
  newLink: 'Request a new link',
} as const
