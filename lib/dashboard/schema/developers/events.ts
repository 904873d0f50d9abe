import * as z from 'zod'
import { eventKinds } from '@/lib/contract/event-kinds'
import type { ListPage } from '@/lib/dashboard/schema/list'
import { listFields } from '@/lib/dashboard/schema/list'
import { periods } from '@/lib/dashboard/schema/period'
import { isDay } from '@/lib/domain/calendar-days'

/** The tabs beside all events: what happened, and what was sent to try an endpoint. */
export const eventTabs = ['real', 'test'] as const

const { status, q, cursor } = listFields('event', eventTabs)
const day = z.string().refine(isDay).optional()

/** The filters of the events list in its URL, in the order of an address. */
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

/** An event in the list, with the endpoints that it was meant for by what became of its delivery. */
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

/** An event with its deliveries. */
export type AccountEvent = {
  /** `masked`: contacts in the body are masked for the member's role, so that its bytes are not those that were sent. */
  event: ListedAccountEvent & { body: string; masked: boolean }
  deliveries: EventDelivery[]
}
