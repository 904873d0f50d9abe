import * as z from 'zod'
import { chosenEventKinds } from '@/lib/contract/event-kinds'
import {
  answerFilters,
  deliveryStatuses,
  type ListedDelivery,
  type RetryRun,
} from '@/lib/contract/panel/deliveries'
import { dayFields, idField, type ListPage, listFilter, searchField } from '@/lib/dashboard/reads/list'
import { periodBounds } from '@/lib/dashboard/reads/period'
import { endpointStates, eventTabs, keyTabs, requestResults } from './shape'

const kind = z.enum(chosenEventKinds).optional()

export const deliveryFilterSchema = listFilter('delivery', deliveryStatuses, {
  endpoint: idField.optional(),
  kind,
  answer: z.enum(answerFilters).optional(),
  object: idField.optional(),
  run: idField.optional(),
  ...dayFields,
})

export type DeliveryFilter = z.output<typeof deliveryFilterSchema>

export const eventFilterSchema = listFilter('event', eventTabs, { kind, ...dayFields })

export type EventFilter = z.output<typeof eventFilterSchema>

export const requestFilterSchema = listFilter('api_request', requestResults, {
  key: idField.optional(),
  /** `shown` includes the calls of the dashboard itself. */
  dashboard: z.literal('shown').optional(),
  method: z.enum(['GET', 'POST', 'PATCH']).optional(),
  ...dayFields,
})

export type RequestFilter = z.output<typeof requestFilterSchema>

/** Filters of the API keys and of the webhook endpoints. Both lists are short, so they have one page. */
export const keyFilterSchema = z.object({ status: z.enum(keyTabs).optional(), q: searchField.optional() })

export type KeyFilter = z.output<typeof keyFilterSchema>

export const endpointFilterSchema = keyFilterSchema.extend({ status: z.enum(endpointStates).optional() })

export type EndpointFilter = z.output<typeof endpointFilterSchema>

/** One page of deliveries, with the account's endpoints and the bulk retry that runs or has just ended. */
export type DeliveriesPage = ListPage<ListedDelivery> & {
  endpoints: readonly { id: string; url: string }[]
  run: RetryRun | null
}

/** Returns the set of deliveries that a filter selects, its days in the zone. A search is for an id, at any date. */
export function deliverySet(filter: DeliveryFilter, zone: string, now: number) {
  const { status, q, endpoint, kind, answer, object, run } = filter
  const { after, before } = q === undefined ? periodBounds(filter, zone, now) : {}
  return {
    status,
    kind,
    answer,
    endpoint_id: endpoint,
    object_id: object,
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
