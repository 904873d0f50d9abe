import { relativeTime, shortTime } from '@/components/time/format-time'
import { failureCause, type ListedDelivery } from '@/lib/contract/panel/deliveries'
import type { DeliveryFilter } from '@/lib/dashboard/schema/developers/deliveries'
import { delivery as copy, deliveries, failures, retryRuns } from '@/lib/messages/developer-deliveries'

/** Returns a URL without its scheme, for a column. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** Returns the state of a delivery. A pending one with an attempt is being retried. */
export function deliveryState({
  status,
  attempts,
}: Pick<ListedDelivery, 'status' | 'attempts'>): keyof typeof deliveries.state {
  return status === 'PENDING' && attempts > 0 ? 'RETRYING' : status
}

/** Returns the latest response: `503`, `time-out`, `not yet`, or `never sent` for a skipped delivery. */
export function answerText({
  status: state,
  last_answer_status: status,
  last_error_class: error,
}: Pick<ListedDelivery, 'status' | 'last_answer_status' | 'last_error_class'>): string {
  if (status !== null) return String(status)
  if (error !== null) return failures[failureCause(error, status)].name
  return state === 'SKIPPED' ? deliveries.neverSent : deliveries.noAnswerYet
}

/**
 * Returns the label of the link to a bulk retry of a tab, with a count only if the plan includes every delivery of the
 * tab. A plan excludes first attempts and, without a status, successful deliveries.
 */
export function bulkRetryText(status: DeliveryFilter['status'], count: string | null): string {
  return status && status !== 'PENDING' && count !== null
    ? retryRuns.button(count)
    : retryRuns.buttonUncounted
}

type Shown = Pick<
  ListedDelivery,
  'status' | 'attempts' | 'automatic_attempts' | 'next_attempt_at' | 'manual_due_at'
> & { attempts_max: number }

/** Returns the state of a delivery in one sentence; `now` in milliseconds. */
export function deliverySentence(delivery: Shown, timeZone: string, now: number): string {
  const { attempts, next_attempt_at: next } = delivery
  if (delivery.manual_due_at !== null) return copy.manualDue
  if (attempts === 0 || next === null) return deliveries.meaning[deliveryState(delivery)]
  const when = whenText(next, timeZone, now)
  return copy.failedSoFar(attempts, when, delivery.automatic_attempts + 1, delivery.attempts_max)
}

/** Returns `due now`, `in 4 min`, or the time itself if it is more than a day ahead. */
export function whenText(iso: string, timeZone: string, now: number): string {
  // A time within the next half minute counts as due.
  if (Date.parse(iso) <= now + 30_000) return copy.dueNow
  const rounded = new Date(Date.parse(iso) + 30_000).toISOString()
  return relativeTime(rounded, now) ?? shortTime(iso, timeZone, now)
}
