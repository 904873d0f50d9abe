/** Texts of the sign-in page. */
export const signIn = {
  title: 'Sign in',
  heading: 'Sign in to your dashboard',
  lead: 'Payments, links and payouts of your team.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Sign in',
  busy: 'Signing in…',
  needsScripts: 'The dashboard needs JavaScript. Turn it on for this page, then load it again.',
  emailMissing: 'Enter your e-mail address.',
  passwordMissing: 'Enter your password.',
  wrong: 'The e-mail or the password is not right. Check both and try again.',
  tooMany: 'Too many attempts. Wait a few minutes, then try again.',
  twoStep: {
    code: {
      label: 'Code',
      hint: 'The six digits that your authenticator app shows now.',
      missing: 'Enter the code that your app shows.',
      wrong: 'This code is not right, or was used already. Enter the newest one.',
    },
    recovery: {
      label: 'Recovery code',
      hint: 'One of the ten that you stored. Each works once.',
      missing: 'Enter a recovery code.',
      wrong: 'This recovery code is not right, or was used already.',
    },
    useRecovery: 'Use a recovery code',
    useApp: 'Use the app',
    back: 'Back',
  },
  passkey: {
    submit: 'Use a passkey',
    failed: 'No passkey was used: it was canceled, took too long, or none is stored for this site.',
    wrong: 'This passkey does not sign you in here. It may have been removed. Use your password.',
  },
  forgot: 'Forgot your password? The operator of Checkout can set a new one for you.',
  forgotLink: 'Forgot your password?',
  foreignOrigin:
    'The server refused this page’s address, so nobody can sign in here. Open the dashboard at the address that its operator gave you. If this is the one, ask them to check WEB_URL.',
  refused:
    'The server refused to sign you in from here. Reload the page and try again, or ask the operator of the dashboard.',
  unavailable:
    'Something on our side is not working, so nobody can sign in right now. Try again in a minute.',
  unreachable: 'The server did not answer. Check your connection and try again.',
} as const
