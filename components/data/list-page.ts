/** One page of a list as every data route answers it. */
export type ListPage<Row> = {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
  /** The first row's place in the whole filtered list, from 1. */
  from: number
  /** The cursor of the page before this one; null when that is the newest, or this is. */
  newer_cursor: string | null
  /** Per status under the other filters, and `ALL`. */
  counts: Record<string, number>
  /** Of the filtered set; `amount` in major units. */
  totals: { count: number; amount: number; currency: string }
  search: { as: 'email' | 'id' | 'last4' | 'amount' | 'authorization_code' | 'text' } | null
}

/** How fresh the copy of one object is. */
export type RowMirror = { seen_at: string; confirmed_at: string | null; conflict: boolean }

/** Why an object could not be confirmed with the service. */
export type HostProblem = {
  code: 'host_unreachable' | 'host_refused' | 'contract_mismatch' | 'rate_limited'
  requestId: string | null
}

/** A webhook that the dashboard received about an object. */
export type ReceivedEvent = {
  delivery_id: string
  kind: string
  event_at: string
  received_at: string
  outcome: 'applied' | 'stale' | 'conflict' | 'test' | 'recorded'
  body: string
}
