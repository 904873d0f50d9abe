import { generateSync } from 'otplib'

const STEP_S = 30

/** Returns the code that an authenticator app shows for a secret, `away` steps from `at`. */
export function appCode(secret: string, away = 0, at = new Date()): string {
  return generateSync({ secret, epoch: at.getTime() / 1_000 + away * STEP_S })
}
