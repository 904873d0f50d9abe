import type { StateTable } from './states'

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
export const retrySpeeds = [1, 10, 50] as const
export const RETRY_SPEED_DEFAULT = 10
