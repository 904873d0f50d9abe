/** The sign-in page. */
export const signIn = {
  title: 'Sign in',
  heading: 'Sign in to your dashboard',
  lead: 'Payments, links and payouts of your team.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  submit: 'Sign in',
  busy: 'Signing in…',
  needsScripts: 'The dashboard needs JavaScript. Turn it on for this page, then load it again.',
  emailMissing: 'Enter your e-mail address.',
  passwordMissing: 'Enter your password.',
  wrong: 'The e-mail or the password is not right. Check both and try again.',
  tooMany: 'Too many attempts. Wait a few minutes, then try again.',
  unreachable: 'The server did not answer. Check your connection and try again.',
} as const
