/** Texts of the fields that a signed-in member fills in again before a sensitive change. */
export const stepUp = {
  password: 'Your password',
  passwordMissing: 'Enter your password.',
  code: 'Code of two-step sign-in',
  codeHint: 'Six digits from your authenticator app, or a recovery code.',
  codeMissing: 'Enter the code from your app, or a recovery code.',
  usePasskey: 'Use a passkey',
  passkeyUsed: 'Passkey confirmed',
  passkeyWrong: 'The passkey was not accepted. Use it again, or enter a code.',
  codeWrong: 'This code doesn’t match or was used. Enter the newest one.',
} as const
