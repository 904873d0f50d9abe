import * as z from 'zod'
import { eventKinds } from '@/lib/contract/event-kinds'
import type { ListPage } from '@/lib/dashboard/schema/list'
import { listFields } from '@/lib/dashboard/schema/list'
import { periods } from '@/lib/dashboard/schema/period'
import { eventTabs } from '@/lib/dashboard/schema/tabs'
import { isDay } from '@/lib/domain/calendar-days'

const { status, q, cursor } = listFields('event', eventTabs)
const day = z.string().refine(isDay).optional()

/** Filters of the events list in its URL, in their order in a URL. */
export const eventFilterSchema = z.object({
  status,
  q,
  kind: z.enum(eventKinds).optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type EventFilter = z.output<typeof eventFilterSchema>

/** Event in the list, with its endpoints by delivery status. */
export type ListedAccountEvent = {
  id: string
  kind: string
  object_id: string
  test: boolean
  created_at: string
  endpoints: number
  delivered: number
  waiting: number
  failed: number
  skipped: number
}

export type EventsPage = ListPage<ListedAccountEvent>

export type EventDelivery = {
  id: string
  endpoint_id: string
  url: string
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED'
  attempts: number
  last_answer_status: number | null
  last_error_class: string | null
  last_attempt_at: string | null
  next_attempt_at: string | null
}

/** Event with its deliveries. */
export type AccountEvent = {
  /** `masked`: contacts in the body are masked for the member's role, so its bytes differ from the sent ones. */
  event: ListedAccountEvent & { body: string; masked: boolean }
  deliveries: EventDelivery[]
}
