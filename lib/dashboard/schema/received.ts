import * as z from 'zod'
import { idField } from './list'
import { eventOutcomes, type ReceivedEvent } from './mirror'

/** Received webhook with the id of its object; empty if it has none. */
export type ListedEvent = ReceivedEvent & { object_id: string }

export type ReceivedPage = { data: ListedEvent[]; has_more: boolean; next_cursor: string | null }

/** URL of the received webhooks; the cursor is a delivery's id. */
export const receivedFilterSchema = z.object({
  status: z.enum(eventOutcomes).optional(),
  cursor: idField.optional(),
})
export type ReceivedFilter = z.output<typeof receivedFilterSchema>
