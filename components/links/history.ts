import type { PaymentStatus } from '@/lib/contract/states'
import type { ShareTrace, ShownLink } from '@/lib/dashboard/schema/link'

export type HistoryLink = Pick<
  ShownLink,
  'shown_status' | 'created_at' | 'expires_at' | 'paid_count' | 'open_count' | 'last_opened_at'
>

type HistoryPayment = {
  id: string
  status: PaymentStatus
  created_at: string
  approved_at?: string | null | undefined
  payer: { name: string; email: string }
}

/** One past or future event of a link; `at` is null if the time is unknown. */
export type HistoryEntry = { key: string; at: string | null } & (
  | { kind: 'made' | 'ends' | 'expired' | 'completed' | 'cancelled' }
  | { kind: 'opened'; count: number }
  | { kind: 'earlier'; count: number }
  | { kind: 'paid'; payment: HistoryPayment }
  | { kind: 'shared'; share: ShareTrace }
)

/** The table above the history lists more payments. */
const PAYMENTS_SHOWN = 3
const SHARES_SHOWN = 6

type Known = {
  /** Payments, newest first. */
  payments: readonly HistoryPayment[]
  shares: readonly ShareTrace[]
  /** Time at which the link's event reported its completion. */
  completedAt: string | null
  /** Time at which a cancellation from this dashboard was carried out. */
  cancelledAt: string | null
}

/** Returns the events of a link and its end, oldest first, as the service and this dashboard recorded them. */
export function linkHistory(
  link: HistoryLink,
  { payments, shares, completedAt, cancelledAt }: Known,
): HistoryEntry[] {
  const approved = payments
    .filter(({ status }) => status === 'APPROVED')
    .toSorted((one, other) => momentOf(other).localeCompare(momentOf(one)))
  const shown = approved.slice(0, PAYMENTS_SHOWN)
  const end = endOf(link, completedAt ?? (approved[0] ? momentOf(approved[0]) : null), cancelledAt)
  const isPast = end !== null && end.kind !== 'ends' && end.at !== null
  const { open_count: opens, last_opened_at: openedAt } = link
  // Events of the same instant keep this order.
  const happened: HistoryEntry[] = [
    ...shares
      .slice(0, SHARES_SHOWN)
      .map((share) => ({ key: share.id, kind: 'shared' as const, at: share.created_at, share })),
    ...(opens && openedAt ? [{ key: 'opened', kind: 'opened' as const, at: openedAt, count: opens }] : []),
    ...shown.map((payment) => ({
      key: payment.id,
      kind: 'paid' as const,
      at: momentOf(payment),
      payment,
    })),
    ...(isPast ? [end] : []),
  ]
  happened.sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  const earlier = link.paid_count - shown.length
  const first = happened.findIndex(({ kind }) => kind === 'paid')
  if (earlier > 0 && first >= 0) {
    happened.splice(first, 0, { key: 'earlier', kind: 'earlier', at: null, count: earlier })
  }
  return [
    { key: 'made', kind: 'made', at: link.created_at },
    ...happened,
    // An end in the future, or without a known time.
    ...(end === null || isPast ? [] : [end]),
  ]
}

/** Returns the time at which a link was closed; null if it is open or the time is unknown. */
export function closedAtOf(history: readonly HistoryEntry[]): string | null {
  const closed = history.find(({ kind }) => kind === 'completed' || kind === 'cancelled')
  return closed?.at ?? null
}

function endOf(
  { shown_status, expires_at }: HistoryLink,
  lastPaid: string | null,
  cancelledAt: string | null,
): HistoryEntry | null {
  switch (shown_status) {
    case 'COMPLETED':
      return { key: 'end', kind: 'completed', at: lastPaid }
    case 'CANCELLED':
      return { key: 'end', kind: 'cancelled', at: cancelledAt }
    case 'EXPIRED':
      return { key: 'end', kind: 'expired', at: expires_at }
    case 'ACTIVE':
      return expires_at === null ? null : { key: 'end', kind: 'ends', at: expires_at }
  }
}

function momentOf({ approved_at, created_at }: HistoryPayment): string {
  return approved_at ?? created_at
}
