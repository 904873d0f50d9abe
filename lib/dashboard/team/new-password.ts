import { randomText } from '@/lib/platform/secrets'

/** 71 bits, in letters and digits that can be read aloud. */
const PASSWORD_BYTES = 9

/** Returns a generated password, to be shown once. */
export function newPassword(): string {
  return randomText(PASSWORD_BYTES)
}
