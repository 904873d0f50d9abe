/** One page of a list, read from the mirror. */
export interface Page<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
  /** The first row's place in the whole filtered list, from 1. */
  from: number
  /** The cursor of the page before this one; null when that is the newest, or this is. */
  newer_cursor: string | null
  /** Per status tab under the other filters, and `ALL`. */
  counts: Record<string, number>
  /** Of the filtered set. `amount` in major units of the account's currency. */
  totals: { count: number; amount: number; currency: string }
  /** What the search text was taken for; null without one. All but a text ignore the date window. */
  search: { as: SearchKind } | null
}

export type SearchKind = 'email' | 'id' | 'last4' | 'amount' | 'authorization_code' | 'text'

/** How old and how sure a row of the mirror is. */
export interface RowMirror {
  /** The instant of the event or answer that it shows, by the host's clock. */
  seen_at: string
  /** When an answer of the API last told it; null when only events did. */
  confirmed_at: string | null
  /** Two different final states were told; the host is being asked. */
  conflict: boolean
}

/** Why the host did not confirm what is shown. */
export interface HostProblem {
  code: 'host_unreachable' | 'host_refused' | 'contract_mismatch' | 'rate_limited'
  requestId: string | null
}

/** A webhook that reached this dashboard about one object. */
export interface ReceivedEvent {
  delivery_id: string
  kind: string
  event_at: string
  received_at: string
  outcome: 'applied' | 'stale' | 'conflict' | 'test' | 'recorded'
  /** The raw body, as it came. */
  body: string
}
