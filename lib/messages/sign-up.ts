/** Texts of the page on which a merchant opens an account. */
export const signUp = {
  title: 'Create an account',
  heading: 'Create your account',
  lead: 'An account with payment links, customers, payouts and the API.',
  leadTest: 'A test account with payment links, customers, payouts and the API.',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  businessName: 'Business name',
  businessHint: 'Your customers read it when they pay.',
  country: 'Country',
  countryMissing: 'Choose a country.',
  currencyMissing: 'Choose a currency.',
  currency: 'Currency',
  currencyHint: 'It cannot be changed later.',
  timeZone: 'Time zone',
  timeZoneHint: 'Days begin and end by it.',
  otherZones: 'All time zones',
  submit: 'Create account',
  busy: 'Creating your account…',
  hasAccount: 'You have an account?',
  signIn: 'Sign in',
  noAccount: 'New here?',
  failed: 'The account was not created',
  noAnswer: 'The server did not answer. Send the form again: it goes on where it stopped.',
  /** Texts after the form where mail is set up: the same for the address of a user. */
  mailed: {
    title: 'Check your inbox',
    lead: (email: string) =>
      `A mail with the next step is on its way to ${email}. Its link holds for one day.`,
    hint: 'No mail? Look into the spam folder and check the spelling of the address.',
    shown: (email: string) =>
      `Test mode on this computer shows its mail instead of sending it. The link of the mail to ${email} is here.`,
    shownKnown: (email: string) =>
      `${email} has an account already. Test mode on this computer shows its mail instead of sending it: its link leads to the sign-in.`,
    open: 'Open the link of the mail',
  },
  /** Texts of the page of the mailed link. */
  complete: {
    title: 'Choose your password',
    lead: (email: string) => `You sign in with ${email}.`,
    notYours:
      'Are these details not yours? Somebody else has typed your address: close this page, and use the mail of your own sign-up.',
    submit: 'Open the account',
    noAnswer: 'The server did not answer. Try to sign in with this password, or send the form again.',
  },
  over: {
    title: 'This link is not valid any more',
    lead: 'It was used already, it is older than a day, or you have signed up with another mail. Sign in if you have chosen a password.',
    again: 'Sign up again',
  },
  problems: {
    name: 'Enter your name.',
    email: 'Enter an e-mail address, such as ana@example.com.',
    emailTaken: 'Somebody signs in with this e-mail already.',
    businessName: 'Enter the name of your business.',
  },
  /** Texts of the same form for a team without an account. */
  business: {
    title: 'Open an account',
    lead: 'An account of your team in this service. Your team can connect an account of another service as well.',
    offer: 'Open an account in this service',
    offerHint: 'It takes a minute and begins in test mode.',
  },
} as const
