import { relativeTime, shortTime } from '@/components/time/format-time'
import { failureCause } from '@/lib/contract/deliveries'
import type { DeliveryFilter, ListedDelivery } from '@/lib/dashboard/schema/developers/deliveries'
import { delivery as copy, deliveries, failures, retryRuns } from '@/lib/messages/developer-deliveries'

/** Returns a URL without its scheme, for a column. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** Returns the host and port of an endpoint's URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
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
  'status' | 'attempts' | 'automatic_attempts' | 'next_attempt_at' | 'manual_due_at' | 'last_error_class'
> & { attempts_max: number }

/** Returns the state of a delivery in one sentence; `now` in milliseconds. */
export function deliverySentence(delivery: Shown, timeZone: string, now: number): string {
  const { status, attempts, next_attempt_at: next } = delivery
  if (delivery.manual_due_at !== null) return copy.manualDue
  switch (status) {
    case 'SUCCEEDED':
      if (delivery.last_error_class !== null) return copy.deliveredThenFailed
      // A manual attempt may have followed the successful one.
      return attempts > 1 && attempts > delivery.automatic_attempts
        ? copy.deliveredOf(attempts)
        : copy.delivered(attempts)
    case 'FAILED':
      return copy.failed(attempts)
    case 'SKIPPED':
      return attempts === 0 ? copy.skipped : copy.skippedFailed(attempts)
    case 'PENDING':
      return attempts === 0 || next === null
        ? copy.waitsFirst
        : copy.failedSoFar(
            attempts,
            whenText(next, timeZone, now),
            delivery.automatic_attempts + 1,
            delivery.attempts_max,
          )
  }
}

/** Returns `due now`, `in 4 min`, or the time itself if it is more than a day ahead. */
export function whenText(iso: string, timeZone: string, now: number): string {
  // A time within the next half minute counts as due.
  if (Date.parse(iso) <= now + 30_000) return copy.dueNow
  const rounded = new Date(Date.parse(iso) + 30_000).toISOString()
  return relativeTime(rounded, now) ?? shortTime(iso, timeZone, now)
}
