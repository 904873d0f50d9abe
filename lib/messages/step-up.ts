/** Texts of the fields that a signed-in member fills in again before a sensitive change. */
export const stepUp = {
  password: 'Your password',
  passwordMissing: 'Enter your password.',
  code: 'Code of two-step sign-in',
  codeHint: 'The six digits that your authenticator app shows now, or a recovery code. Each works once.',
  codeMissing: 'Enter the code that your app shows, or a recovery code.',
  usePasskey: 'Use a passkey',
  passkeyUsed: 'Passkey confirmed',
  passkeyWrong: 'The passkey was not accepted. Use it again, or enter a code.',
  codeWrong: 'This code is not right, or was used already. Enter the newest one.',
} as const
