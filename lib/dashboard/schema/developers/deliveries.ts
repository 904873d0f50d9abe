import * as z from 'zod'
import {
  answerFilters,
  type DeliveryStatus,
  deliveryStatuses,
  type FailureCause,
  type RetryRunStatus,
} from '@/lib/contract/deliveries'
import { eventKinds } from '@/lib/contract/events'
import { idField, type ListPage, listFields } from '@/lib/dashboard/schema/list'
import { periodBounds, periods } from '@/lib/dashboard/schema/period'
import { isDay } from '@/lib/domain/calendar-days'

/** A delivery in the list. Instants are ISO 8601. */
export type ListedDelivery = {
  id: string
  event_id: string
  kind: string
  object_id: string
  endpoint_id: string
  url: string
  status: DeliveryStatus
  test: boolean
  attempts: number
  automatic_attempts: number
  /** Time of the next automatic attempt; null if there is none. */
  next_attempt_at: string | null
  /** Time of the requested manual attempt; null if there is none. */
  manual_due_at: string | null
  last_answer_status: number | null
  last_error_class: string | null
  created_at: string
}

export type DeliveryAttempt = {
  number: number
  attempted_at: string
  duration_ms: number
  answer_status: number | null
  error_class: string | null
  /** First 2 KiB of the response. */
  answer_head: string | null
  manual: boolean
  /** Null for attempts from before signatures were kept. */
  signature: string | null
  answer_headers: Readonly<Record<string, string | string[]>> | null
}

export type DeliveryDetail = {
  delivery: ListedDelivery & {
    endpoint_status: string
    retry_run_id: string | null
    /** Total number of attempts of the automatic schedule. */
    attempts_max: number
  }
  /** Body of the event, byte for byte as sent unless it is masked. */
  body: string
  /** True if contacts in the body are masked for the member's role; responses are then omitted. */
  masked: boolean
  /** Attempts, newest first. */
  attempts: DeliveryAttempt[]
}

/** Attempt of a delivery for the signature debugger. */
export type SignedDelivery = {
  id: string
  endpoint_id: string
  url: string
  attempt: number
  /** Signature header. */
  header: string
  /** Body as signed; null if the member may only see it masked. */
  body: string | null
}

/** A bulk retry. */
export type RetryRun = {
  id: string
  status: RetryRunStatus
  per_second: number
  total: number
  queued: number
  created_at: string
  finished_at: string | null
}

/** Bulk retry with the results of its deliveries so far. */
export type RetryRunDetail = RetryRun & { waiting: number; delivered: number; failed: number }

/** Preview of a bulk retry. */
export type RetryPlan = {
  total: number
  /** Deliveries of paused or deleted endpoints, which are excluded. */
  inactive: number
  oldest: string | null
  newest: string | null
  parts: readonly {
    endpoint_id: string
    url: string
    kind: string
    status: DeliveryStatus
    count: number
  }[]
}

/** Failures of one endpoint with one cause. */
export type FailureGroup = {
  cause: FailureCause
  endpoint_id: string
  url: string
  endpoint_status: string
  count: number
  since: string
  /** Newest failed delivery. */
  example: string
  example_answer: number | null
  /** Time of the first success after the endpoint's last failure; null if it still fails. */
  answers_since: string | null
}

/** One page of deliveries, with the account's endpoints and the running bulk retry. */
export type DeliveriesPage = ListPage<ListedDelivery> & {
  endpoints: readonly { id: string; url: string }[]
  run: RetryRun | null
}

const { status, q, cursor } = listFields('delivery', deliveryStatuses)
const day = z.string().refine(isDay).optional()

/** Filters of the deliveries list in its URL, in their order in a URL. */
export const deliveryFilterSchema = z.object({
  status,
  q,
  endpoint: idField.optional(),
  kind: z.enum(eventKinds).optional(),
  answer: z.enum(answerFilters).optional(),
  object: idField.optional(),
  event: idField.optional(),
  run: idField.optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type DeliveryFilter = z.output<typeof deliveryFilterSchema>

/** Returns the delivery whose complete id is searched; null for any other search. */
export function searchedDelivery(q: string | undefined): string | null {
  return q !== undefined && /^whd_[0-9a-f]{32}$/.test(q) ? q : null
}

/** Returns the set of deliveries that a filter selects, its days in the zone. A search is for an id, at any date. */
export function deliverySet(filter: DeliveryFilter, zone: string, now: number) {
  const { status, q, endpoint, kind, answer, object, event, run } = filter
  const { after, before } = q === undefined ? periodBounds(filter, zone, now) : {}
  return {
    status,
    kind,
    answer,
    endpoint_id: endpoint,
    object_id: object,
    event_id: event,
    retry_run_id: run,
    created_after: after,
    created_before: before,
    ...(q === undefined ? {} : searched(q)),
  }
}

function searched(q: string): { id: string } | { event_id: string } | { object_id: string } {
  if (q.startsWith('whd_')) return { id: q }
  return q.startsWith('evt_') ? { event_id: q } : { object_id: q }
}
