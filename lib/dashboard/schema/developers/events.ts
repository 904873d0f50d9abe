import * as z from 'zod'
import { chosenEventKinds } from '@/lib/contract/event-kinds'
import type { ListedAccountEvent } from '@/lib/contract/panel/events'
import { type ListPage, listFields } from '@/lib/dashboard/schema/list'
import { periods } from '@/lib/dashboard/schema/period'
import { eventTabs } from '@/lib/dashboard/schema/tabs'
import { isDay } from '@/lib/domain/calendar-days'

const { status, q, cursor } = listFields('event', eventTabs)
const day = z.string().refine(isDay).optional()

/** Filters of the events list in its URL, in their order in a URL. */
export const eventFilterSchema = z.object({
  status,
  q,
  kind: z.enum(chosenEventKinds).optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type EventFilter = z.output<typeof eventFilterSchema>

export type EventsPage = ListPage<ListedAccountEvent>
