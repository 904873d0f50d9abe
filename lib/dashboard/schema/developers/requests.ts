import * as z from 'zod'
import type { ListedRequest } from '@/lib/contract/panel/requests'
import { idField, type ListPage, listFields } from '@/lib/dashboard/schema/list'
import { periods } from '@/lib/dashboard/schema/period'
import { requestResults } from '@/lib/dashboard/schema/tabs'
import { isDay } from '@/lib/domain/calendar-days'

const requestMethods = ['GET', 'POST', 'PATCH'] as const

const { status, q, cursor } = listFields('api_request', requestResults)
const day = z.string().refine(isDay).optional()

/** Filters of the request log in its URL, in their order in a URL. */
export const requestFilterSchema = z.object({
  status,
  q,
  key: idField.optional(),
  /** Calls of the dashboard itself; hidden by default. */
  dashboard: z.enum(['hidden', 'shown']).optional(),
  method: z.enum(requestMethods).optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type RequestFilter = z.output<typeof requestFilterSchema>

export type RequestsPage = ListPage<ListedRequest>
