import * as z from 'zod'
import { searchField } from '@/lib/dashboard/schema/list'
import { endpointStates, keyTabs } from '@/lib/dashboard/schema/tabs'

/** Filters of the API keys and of the webhook endpoints in their URL. Both lists are short, so they have one page. */
export const keyFilterSchema = z.object({ status: z.enum(keyTabs).optional(), q: searchField.optional() })
export type KeyFilter = z.output<typeof keyFilterSchema>

export const endpointFilterSchema = z.object({
  status: z.enum(endpointStates).optional(),
  q: searchField.optional(),
})
export type EndpointFilter = z.output<typeof endpointFilterSchema>
