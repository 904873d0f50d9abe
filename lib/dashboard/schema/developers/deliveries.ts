import * as z from 'zod'
import { chosenEventKinds } from '@/lib/contract/event-kinds'
import {
  answerFilters,
  deliveryStatuses,
  type ListedDelivery,
  type RetryRun,
} from '@/lib/contract/panel/deliveries'
import { idField, type ListPage, listFields } from '@/lib/dashboard/schema/list'
import { periodBounds, periods } from '@/lib/dashboard/schema/period'
import { isDay } from '@/lib/domain/calendar-days'

/** One page of deliveries, with the account's endpoints and the bulk retry that runs or has just ended. */
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
  kind: z.enum(chosenEventKinds).optional(),
  answer: z.enum(answerFilters).optional(),
  object: idField.optional(),
  run: idField.optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type DeliveryFilter = z.output<typeof deliveryFilterSchema>

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
