import { WEBHOOK_RETRY_WAITS_S } from '@/lib/contract/limits'

/** When the next attempt is due after `attempts` made and failed, or null when that was the last (contract: retries). */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const waitS = WEBHOOK_RETRY_WAITS_S[attempts - 1]
  return waitS === undefined ? null : new Date(now.getTime() + waitS * 1_000)
}
