import { PASSWORD_MAX, PASSWORD_MIN } from '@/lib/contract/limits'

/** Rule of a new password, shown before it is typed, and its errors. */
export const newPassword = {
  hint: `At least ${PASSWORD_MIN} characters. A short sentence is good. Do not use your name, your e-mail or a common password.`,
  missing: 'Enter a new password.',
  same: 'This is your password already.',
  tooShort: `Use at least ${PASSWORD_MIN} characters.`,
  tooLong: `Use at most ${PASSWORD_MAX} characters.`,
  own: 'This is little more than your name, your e-mail or the name of this product. Choose another.',
  common:
    'This is easy to guess: a common password, a row of keys or the same few characters. Choose another.',
} as const
