import type { ListedDelivery } from './deliveries'

/** Event in the list, with its endpoints by delivery status. */
export type ListedAccountEvent = {
  id: string
  kind: string
  object_id: string
  test: boolean
  /** ISO 8601. */
  created_at: string
  endpoints: number
  delivered: number
  waiting: number
  failed: number
  skipped: number
}

/** Event with its deliveries. */
export type AccountEvent = {
  /** `masked`: contacts in the body are masked for the member's role, so its bytes differ from the sent ones. */
  event: ListedAccountEvent & { body: string; masked: boolean }
  deliveries: readonly ListedDelivery[]
}
