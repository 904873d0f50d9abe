import type { ApiKeyState } from '@/lib/contract/states'

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

/** Call with its redacted request and the returned error. */
export type ShownRequest = ListedRequest & {
  request_body: unknown
  error: unknown
}
