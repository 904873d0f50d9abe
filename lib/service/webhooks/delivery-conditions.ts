import type { AnswerFilter, DeliveryStatus } from '@/lib/contract/panel/deliveries'
import { type Filters, keysetConditions } from '@/lib/service/lists/keyset-query'

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

/** Deliveries `d`, each with its endpoint `e`. */
export const deliveryTables = `service.delivery d
  JOIN service.webhook_endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id`

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

/** Returns the filters of a set of an account's deliveries, the table `d`. */
export function deliveryFilters(
  accountId: string,
  { answer, created_after, created_before, ...equals }: DeliverySet,
): Filters {
  return { accountId, equals, is: answer && answers[answer], created_after, created_before }
}

/** Returns the filters of the deliveries that a bulk retry sends, on the table `d`. */
export function retryFilters(accountId: string, set: DeliverySet): Filters {
  const filters = deliveryFilters(accountId, set)
  const is = [
    ...(filters.is ? [filters.is] : []),
    ...(set.status ? [] : [`d.status IN ('FAILED', 'PENDING')`]),
    ...(!set.status || set.status === 'PENDING' ? ['d.last_error_class IS NOT NULL'] : []),
  ]
  return { ...filters, is: is.join(' AND ') || undefined }
}

/** Returns the conditions of `retryFilters`; `name`: of the statement that they are for. */
export function retryConditions(name: string, accountId: string, set: DeliverySet) {
  return keysetConditions({ name, alias: 'd' }, retryFilters(accountId, set))
}
