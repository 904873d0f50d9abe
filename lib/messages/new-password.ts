import { PASSWORD_MAX, PASSWORD_MIN } from '@/lib/contract/limits'

/** Rule of a new password, shown before it is typed, and its errors. */
export const newPassword = {
  hint: `At least ${PASSWORD_MIN} characters. A short sentence works well. Don’t use your name or e‑mail.`,
  missing: 'Enter a new password.',
  same: 'This is already your password.',
  tooShort: `Use at least ${PASSWORD_MIN} characters.`,
  tooLong: `Use at most ${PASSWORD_MAX} characters.`,
  own: 'This is too close to your name, your e-mail or our name. Choose another.',
  common: 'This is easy to guess. Choose another.',
} as const
