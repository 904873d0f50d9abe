import * as z from 'zod'
import type { ApiKeyState } from '@/lib/contract/states'
import { idField, type ListPage, listFields } from '@/lib/dashboard/schema/list'
import { periods } from '@/lib/dashboard/schema/period'
import { requestResults } from '@/lib/dashboard/schema/tabs'
import { isDay } from '@/lib/domain/calendar-days'

const requestMethods = ['GET', 'POST', 'PATCH'] as const
const requestClasses = ['2xx', '4xx', '5xx'] as const

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
  class: z.enum(requestClasses).optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type RequestFilter = z.output<typeof requestFilterSchema>

/** A call of an API key. */
export type ListedRequest = {
  id: string
  method: string
  /** Route pattern below {base_url}; empty if no route matched the call. */
  route: string
  path: string
  status: number
  duration_ms: number
  idempotency_key: string | null
  replayed: boolean
  object_id: string | null
  key: { id: string; name: string; last4: string; state: ApiKeyState }
  created_at: string
}

export type RequestsPage = ListPage<ListedRequest>

/** Call with its redacted request and the returned error. */
export type ShownRequest = ListedRequest & {
  /** True if the endpoint honors an Idempotency-Key. */
  idempotency_key_used: boolean
  request_body: unknown
  error: unknown
}
