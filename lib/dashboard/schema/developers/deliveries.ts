import * as z from 'zod'
import {
  answerFilters,
  type DeliveryStatus,
  deliveryStatuses,
  type FailureCause,
  type RetryRunStatus,
} from '@/lib/contract/deliveries'
import { eventKinds } from '@/lib/contract/event-kinds'
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
  /** Null where no automatic attempt follows. */
  next_attempt_at: string | null
  /** Null where no manual attempt waits. */
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
  /** The first 2 KiB of the answer. */
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
    /** Attempts of the automatic schedule in all. */
    attempts_max: number
  }
  /** The event's body, byte for byte as it is sent unless it is masked. */
  body: string
  /** Contacts in the body are masked for the member's role, and the answers to it are left out. */
  masked: boolean
  /** The newest first. */
  attempts: DeliveryAttempt[]
}

/** An attempt of a delivery for the signature debugger. */
export type SignedDelivery = {
  id: string
  endpoint_id: string
  url: string
  attempt: number
  /** Its signature header. */
  header: string
  /** As it was signed; null where the member may not see it unmasked. */
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

/** A bulk retry with what became of its deliveries so far. */
export type RetryRunDetail = RetryRun & { waiting: number; delivered: number; failed: number }

/** The plan of a bulk retry. */
export type RetryPlan = {
  total: number
  /** Deliveries of endpoints that are paused or deleted, which stay. */
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

/** Failures of one endpoint for one cause. */
export type FailureGroup = {
  cause: FailureCause
  endpoint_id: string
  url: string
  endpoint_status: string
  count: number
  since: string
  /** The delivery that failed last. */
  example: string
  example_answer: number | null
  /** The first success after the endpoint's last failure; null = it still fails. */
  answers_since: string | null
}

/** One page of deliveries, with the account's endpoints and the bulk retry that runs. */
export type DeliveriesPage = ListPage<ListedDelivery> & {
  endpoints: readonly { id: string; url: string }[]
  run: RetryRun | null
}

const { status, q, cursor } = listFields('delivery', deliveryStatuses)
const day = z.string().refine(isDay).optional()

/** The filters of the deliveries list in its URL, in the order of an address. */
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

/** Returns the delivery that a search names whole; null for any other search. */
export function searchedDelivery(q: string | undefined): string | null {
  return q !== undefined && /^whd_[0-9a-f]{32}$/.test(q) ? q : null
}

/** Returns the set of deliveries that a filter names, its days in the zone. A search is for an id, at any date. */
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
