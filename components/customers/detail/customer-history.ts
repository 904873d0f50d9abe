import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { CustomerAction } from '@/lib/dashboard/schema/customer-detail'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'

export type HistoryPayment = Pick<
  ShownPayment,
  | 'id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'created_at'
  | 'approved_at'
  | 'payment_link'
  | 'description'
  | 'card'
  | 'decline'
>
type HistoryLink = Pick<ShownLink, 'id' | 'title' | 'amount' | 'currency' | 'created_at'>

/** One event in a customer's history. `by` is the member who created the customer in this dashboard. */
export type HistoryEntry = { key: string; at: string } & (
  | { kind: 'made'; source: ShownCustomer['source']; by: CustomerAction | null }
  | { kind: 'payment'; payment: HistoryPayment }
  | { kind: 'link'; link: HistoryLink }
  | { kind: 'card_saved' }
  | { kind: 'act'; act: CustomerAction }
)

type Reports = {
  /** Payments, newest first like the other lists. */
  payments: readonly HistoryPayment[]
  links: readonly HistoryLink[]
  events: readonly Pick<ReceivedEvent, 'delivery_id' | 'kind' | 'event_at' | 'outcome'>[]
  acts: readonly CustomerAction[]
}

/** Number of newest entries in a history. The lists contain the older ones. */
const SHOWN_MAX = 10
const MADE = 'customers.create'

/**
 * Returns a customer's history, oldest first: the creation, then the newest entries reported by the service and this
 * dashboard. `isCut` is true if entries between them are omitted.
 */
export function customerHistory(
  customer: Pick<ShownCustomer, 'created_at' | 'source'>,
  { payments, links, events, acts }: Reports,
): { entries: HistoryEntry[]; isCut: boolean } {
  const made: HistoryEntry = {
    key: 'made',
    kind: 'made',
    at: customer.created_at,
    source: customer.source,
    by: acts.find(({ action }) => action === MADE) ?? null,
  }
  const all: HistoryEntry[] = [
    ...payments.map((payment) => ({
      key: payment.id,
      kind: 'payment' as const,
      at: payment.approved_at ?? payment.created_at,
      payment,
    })),
    ...links.map((link) => ({ key: link.id, kind: 'link' as const, at: link.created_at, link })),
    ...events
      .filter(({ kind, outcome }) => kind === 'customer.card_saved' && outcome !== 'test')
      .map(({ delivery_id, event_at }) => ({
        key: delivery_id,
        kind: 'card_saved' as const,
        at: event_at,
      })),
    ...acts
      .filter(({ action }) => action !== MADE)
      .map((act) => ({ key: act.id, kind: 'act' as const, at: act.created_at, act })),
  ]
  all.sort((one, other) => one.at.localeCompare(other.at))
  return { entries: [made, ...all.slice(-SHOWN_MAX)], isCut: all.length > SHOWN_MAX }
}
