import type { Receipt } from '@/lib/dashboard/receiver/receive-delivery'
import { refusals } from '@/lib/messages/refusals'
import { jsonResponse } from './responses'

/** Returns the response to a delivery. A duplicate is a success: the sender must not retry it. */
export function deliveryResponse(receipt: Receipt): Response {
  if (receipt.ok) return new Response(null, { status: 204 })
  const { status, type } = answers[receipt.reason]
  const message = refusals.delivery[receipt.reason]
  const response = jsonResponse({ error: { type, code: receipt.reason, message, details: {} } }, status)
  if ('retryAfterS' in receipt) response.headers.set('Retry-After', String(receipt.retryAfterS))
  return response
}

const answers = {
  unknown_connection: { status: 404, type: 'not_found_error' },
  bad_signature: { status: 401, type: 'authentication_error' },
  too_many_deliveries: { status: 429, type: 'rate_limit_error' },
  too_many_events: { status: 429, type: 'rate_limit_error' },
  bad_event: { status: 400, type: 'invalid_request_error' },
} as const
