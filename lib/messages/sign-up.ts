/** Texts of the page on which a merchant opens an account. */
export const signUp = {
  title: 'Create an account',
  heading: 'Create your account',
  lead: 'Take your first payment in minutes.',
  leadTest: 'A test account: no real money moves.',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  businessName: 'Business name',
  businessHint: 'Shown to your customers when they pay.',
  country: 'Country',
  countryMissing: 'Choose a country.',
  currencyMissing: 'Choose a currency.',
  currency: 'Currency',
  currencyHint: 'Can’t be changed later.',
  timeZone: 'Time zone',
  otherZones: 'All time zones',
  submit: 'Create account',
  busy: 'Creating your account…',
  hasAccount: 'Have an account?',
  signIn: 'Sign in',
  noAccount: 'New here?',
  failed: 'The account was not created',
  noAnswer: 'The server did not respond. Send the form again: it continues where it stopped.',
  /** Texts after the form where mail is set up: the same for the address of a user. */
  mailed: {
    title: 'Check your inbox',
    lead: (email: string) => `We’re sending the next step to ${email}. The link works for one day.`,
    hint: 'No mail? Check your spam folder and the spelling of the address.',
    shown: (email: string) => `Test mode shows mail instead of sending it. This is the link for ${email}.`,
    shownKnown: (email: string) =>
      `${email} already has an account. Test mode shows mail instead of sending it: its link opens the sign-in.`,
    open: 'Open the mailed link',
  },
  /** Texts of the page of the mailed link. */
  complete: {
    title: 'Choose your password',
    lead: (email: string) => `You sign in with ${email}.`,
    notYours: 'Not your details? Somebody else typed your address: close this page.',
    submit: 'Open account',
    noAnswer: 'The server did not respond. Try to sign in with this password, or send the form again.',
  },
  over: {
    title: 'This link no longer works',
    lead: 'It was used or replaced, or is older than a day. If you chose a password, sign in.',
    again: 'Sign up again',
  },
  problems: {
    name: 'Enter your name.',
    email: 'Enter an e-mail address, such as ana@example.com.',
    emailTaken: 'This e-mail already has an account.',
    businessName: 'Enter the name of your business.',
  },
  /** Texts of the same form for a team without an account. */
  business: {
    title: 'Open an account',
    lead: 'For your team, in this service.',
    offer: 'Open an account in this service',
    offerHint: 'Takes a minute and starts in test mode.',
  },
} as const
