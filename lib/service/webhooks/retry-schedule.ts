import { WEBHOOK_RETRY_WAITS_S } from '@/lib/contract/limits'

/**
 * Returns the instant of the next attempt after `attempts` failed ones, or null after the last one (contract: retries).
 */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const waitS = WEBHOOK_RETRY_WAITS_S[attempts - 1]
  return waitS === undefined ? null : new Date(now.getTime() + waitS * 1_000)
}
