import type { StateTable } from '@/lib/contract/states'

export const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * States of a delivery. A successful manual attempt moves any of them to SUCCEEDED; a skipped delivery can still be sent.
 */
export const deliveryStates = {
  PENDING: { next: ['SUCCEEDED', 'FAILED', 'SKIPPED'], tone: 'neutral' },
  SUCCEEDED: { next: [], tone: 'success' },
  FAILED: { next: ['SUCCEEDED'], tone: 'danger' },
  SKIPPED: { next: ['PENDING', 'SUCCEEDED'], tone: 'muted' },
} as const satisfies StateTable<DeliveryStatus>

export const retryRunStatuses = ['RUNNING', 'STOPPED', 'DONE'] as const
export type RetryRunStatus = (typeof retryRunStatuses)[number]

/** States of a bulk retry: DONE once its last delivery is queued. */
export const retryRunStates = {
  RUNNING: { next: ['STOPPED', 'DONE'], tone: 'neutral' },
  STOPPED: { next: [], tone: 'muted' },
  DONE: { next: [], tone: 'success' },
} as const satisfies StateTable<RetryRunStatus>

/** Causes of a failed attempt that each have their own remedy. */
export const failureCauses = [
  'dns',
  'tls',
  'connection',
  'timeout',
  'auth',
  'gone',
  '3xx',
  'limited',
  'other_4xx',
  '5xx',
  'address_refused',
  'secret_unreadable',
] as const
export type FailureCause = (typeof failureCauses)[number]

/** Filters by a delivery's last response: a class of statuses, or one cause of failure. */
export const answerFilters = ['2xx', '4xx', ...failureCauses] as const
export type AnswerFilter = (typeof answerFilters)[number]

const causes: Readonly<Record<string, FailureCause>> = {
  dns: 'dns',
  tls: 'tls',
  timeout: 'timeout',
  http_3xx: '3xx',
  http_5xx: '5xx',
  address_refused: 'address_refused',
  secret_unreadable: 'secret_unreadable',
}

const causesOf4xx: Readonly<Record<number, FailureCause>> = {
  401: 'auth',
  403: 'auth',
  404: 'gone',
  410: 'gone',
  429: 'limited',
}

/** Returns the cause of a failed attempt from its error class and the response's status. */
export function failureCause(errorClass: string, answerStatus: number | null): FailureCause {
  if (errorClass === 'http_4xx') return causesOf4xx[answerStatus ?? 0] ?? 'other_4xx'
  return causes[errorClass] ?? 'connection'
}

/** Deliveries queued per second by a bulk retry. */
export const RETRIES_PER_SECOND = 10

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
  header: string
  /** Body as signed; null if the member may only see it masked. */
  body: string | null
}

/** A bulk retry. */
export type RetryRun = {
  id: string
  status: RetryRunStatus
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
  parts: readonly { endpoint_id: string; url: string; count: number }[]
}

/** Failures of one endpoint with one cause. */
export type FailureGroup = {
  cause: FailureCause
  endpoint_id: string
  url: string
  endpoint_status: string
  count: number
  since: string
  example: string
  example_answer: number | null
  /** Time of the endpoint's latest success after its last failure; null if it still fails. */
  answered_at: string | null
}
