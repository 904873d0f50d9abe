import type { AnswerFilter, DeliveryStatus } from '@/lib/contract/deliveries'

/** A set of deliveries. Plain JSON: a bulk retry stores it. */
export interface DeliverySet {
  status?: DeliveryStatus | undefined
  answer?: AnswerFilter | undefined
  kind?: string | undefined
  endpoint_id?: string | undefined
  object_id?: string | undefined
  event_id?: string | undefined
  retry_run_id?: string | undefined
  id?: string | undefined
  /** ISO 8601, half open. */
  created_after?: string | undefined
  created_before?: string | undefined
}

/** SQL conditions on the table `d`, and the values of their parameters. `shape` names the prepared statement. */
export interface Conditions {
  shape: string
  wheres: string[]
  values: unknown[]
  bind(value: unknown): string
}

/** Returns the class of a failed response, literally as in the index `delivery_answer_list`. */
const failed = (errorClass: string) =>
  `d.last_error_class IS NOT NULL AND (CASE d.last_error_class WHEN 'closed' THEN 'connect'
    WHEN 'protocol' THEN 'connect' ELSE d.last_error_class END) = '${errorClass}'`
const failed4xx = (statuses: string) => `${failed('http_4xx')} AND d.last_answer_status ${statuses}`

const answers: Readonly<Record<AnswerFilter, string>> = {
  '2xx': 'd.last_error_class IS NULL AND d.last_attempt_at IS NOT NULL',
  '3xx': failed('http_3xx'),
  '4xx': failed('http_4xx'),
  '5xx': failed('http_5xx'),
  timeout: failed('timeout'),
  dns: failed('dns'),
  tls: failed('tls'),
  connection: failed('connect'),
  auth: failed4xx('IN (401, 403)'),
  gone: failed4xx('IN (404, 410)'),
  limited: failed4xx('= 429'),
  other_4xx: failed4xx('NOT IN (401, 403, 404, 410, 429)'),
  address_refused: failed('address_refused'),
  secret_unreadable: failed('secret_unreadable'),
}

/** Returns the conditions of a set of an account's deliveries. */
export function deliveryConditions(accountId: string, set: DeliverySet): Conditions {
  const values: unknown[] = [accountId]
  const conditions: Conditions = {
    shape: '',
    wheres: ['d.account_id = $1'],
    values,
    bind: (value) => `$${values.push(value)}`,
  }
  const where = (key: string, sql: string) => {
    conditions.shape += `+${key}`
    conditions.wheres.push(sql)
  }
  const { answer, created_after: after, created_before: before } = set
  for (const column of [
    'status',
    'kind',
    'endpoint_id',
    'object_id',
    'event_id',
    'retry_run_id',
    'id',
  ] as const)
    if (set[column] !== undefined) where(column, `d.${column} = ${conditions.bind(set[column])}`)
  if (answer) where(answer, answers[answer])
  if (after) where('after', `d.created_at >= ${conditions.bind(after)}`)
  if (before) where('before', `d.created_at < ${conditions.bind(before)}`)
  return conditions
}

/**
 * Returns the conditions of the deliveries that a bulk retry sends from a set: failed ones and those that wait for
 * their next attempt, or exactly the status that the set names. First attempts are sent by themselves.
 */
export function retryConditions(accountId: string, set: DeliverySet): Conditions {
  const conditions = deliveryConditions(accountId, set)
  conditions.shape += '+retry'
  if (!set.status) conditions.wheres.push(`d.status IN ('FAILED', 'PENDING')`)
  if (!set.status || set.status === 'PENDING') conditions.wheres.push('d.last_error_class IS NOT NULL')
  return conditions
}
