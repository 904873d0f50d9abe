import { randomText } from '@/lib/platform/secrets'

/** 71 bits, in letters and digits that can be read out. */
const PASSWORD_BYTES = 9

/** A generated password, shown once. */
export function newPassword(): string {
  return randomText(PASSWORD_BYTES)
}
