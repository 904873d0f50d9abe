/** Look of a badge: pending, collected, declined, action needed, closed. */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'muted'

/** One state: its possible next states and its tone. A state without next states is final. */
export type StateRule<Status extends string> = { readonly next: readonly Status[]; readonly tone: Tone }

export type StateTable<Status extends string> = Readonly<Record<Status, StateRule<Status>>>

export const paymentStatuses = ['PENDING', 'APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Decisions: payments, transitions. One row per attempt; all but PENDING are final. */
export const paymentStates = {
  PENDING: { next: ['APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT'], tone: 'neutral' },
  APPROVED: { next: [], tone: 'success' },
  FAILED: { next: [], tone: 'danger' },
  VOIDED: { next: [], tone: 'muted' },
  TIMEOUT: { next: [], tone: 'muted' },
} as const satisfies StateTable<PaymentStatus>

export const refundStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const disputeStatuses = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** States of a dispute (our extension). The bank decides at any time, also without evidence. */
export const disputeStates = {
  NEEDS_RESPONSE: { next: ['UNDER_REVIEW', 'WON', 'LOST'], tone: 'warning' },
  UNDER_REVIEW: { next: ['NEEDS_RESPONSE', 'WON', 'LOST'], tone: 'neutral' },
  WON: { next: [], tone: 'success' },
  LOST: { next: [], tone: 'danger' },
} as const satisfies StateTable<DisputeStatus>

export const paymentLinkStatuses = ['ACTIVE', 'COMPLETED', 'CANCELLED'] as const
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number]

export const paymentLinkStates = {
  ACTIVE: { next: ['COMPLETED', 'CANCELLED'], tone: 'success' },
  COMPLETED: { next: [], tone: 'muted' },
  CANCELLED: { next: [], tone: 'muted' },
} as const satisfies StateTable<PaymentLinkStatus>

/** Display statuses of a link: its status, or the derived EXPIRED, which the enum lacks. */
export const shownLinkStatuses = [...paymentLinkStatuses, 'EXPIRED'] as const
export type ShownLinkStatus = (typeof shownLinkStatuses)[number]

export const shownLinkTones: Readonly<Record<ShownLinkStatus, Tone>> = {
  ACTIVE: 'success',
  COMPLETED: 'muted',
  CANCELLED: 'muted',
  EXPIRED: 'muted',
}

/** Returns the display status of a link: EXPIRED from `expires_at` on, while the status stays ACTIVE (decisions). */
export function shownLinkStatus(
  link: { readonly status: PaymentLinkStatus; readonly expires_at: string | null },
  now: Date,
): ShownLinkStatus {
  const expired =
    link.status === 'ACTIVE' && link.expires_at !== null && Date.parse(link.expires_at) <= now.getTime()
  return expired ? 'EXPIRED' : link.status
}

export type ApiKeyState = 'LIVE' | 'ENDING' | 'ENDED' | 'REVOKED'

/** States of an API key. A roll sets a later end for the old key, which is accepted until then. */
export const apiKeyStateRules = {
  LIVE: { next: ['ENDING', 'ENDED', 'REVOKED'], tone: 'success' },
  ENDING: { next: ['ENDED', 'REVOKED'], tone: 'warning' },
  ENDED: { next: [], tone: 'muted' },
  REVOKED: { next: [], tone: 'muted' },
} as const satisfies StateTable<ApiKeyState>

export const customerStatuses = ['ACTIVE', 'ARCHIVED'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

export const customerSources = ['MERCHANT', 'SELF'] as const
export type CustomerSource = (typeof customerSources)[number]

export const settlementStatuses = ['PENDING', 'PAID', 'DEBT'] as const
export type SettlementStatus = (typeof settlementStatuses)[number]

/** Contract: states, settlement. DEBT is final: a later settlement deducts the debt as a line of its own. */
export const settlementStates = {
  PENDING: { next: ['PAID'], tone: 'neutral' },
  PAID: { next: [], tone: 'success' },
  DEBT: { next: [], tone: 'warning' },
} as const satisfies StateTable<SettlementStatus>

export const accountStatuses = ['TRIAL', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** Decisions: account transitions. `mayCharge` is the default of `charges_enabled`; an operator may switch it off. */
export const accountStates = {
  TRIAL: { next: ['ACTIVE', 'CLOSED'], tone: 'neutral', mayCharge: true },
  ACTIVE: { next: ['SUSPENDED', 'CLOSED'], tone: 'success', mayCharge: true },
  SUSPENDED: { next: ['ACTIVE', 'CLOSED'], tone: 'warning', mayCharge: false },
  CLOSED: { next: [], tone: 'muted', mayCharge: false },
} as const satisfies Readonly<
  Record<AccountStatus, StateRule<AccountStatus> & { readonly mayCharge: boolean }>
>

export const accountTypes = ['NATURAL_PERSON', 'BUSINESS'] as const
export type AccountType = (typeof accountTypes)[number]

export const activationStatuses = [
  'PENDING',
  'UNDER_REVIEW',
  'NEEDS_INFORMATION',
  'ACTIVATED',
  'REJECTED',
] as const
export type ActivationStatus = (typeof activationStatuses)[number]

/** Decisions: `activation_status`, in the order in which an application is processed. */
export const activationStates = {
  PENDING: { next: ['UNDER_REVIEW'], tone: 'neutral' },
  UNDER_REVIEW: { next: ['NEEDS_INFORMATION', 'ACTIVATED', 'REJECTED'], tone: 'neutral' },
  NEEDS_INFORMATION: { next: ['UNDER_REVIEW', 'REJECTED'], tone: 'warning' },
  ACTIVATED: { next: ['UNDER_REVIEW'], tone: 'success' },
  REJECTED: { next: ['UNDER_REVIEW'], tone: 'danger' },
} as const satisfies StateTable<ActivationStatus>

/** Returns whether `status` has no next state in its table. */
export function isFinal<Status extends string>(table: StateTable<Status>, status: Status): boolean {
  return table[status].next.length === 0
}

/** Returns whether `to` may directly follow `from` in their table. Staying in a state is not a transition. */
export function canTransition<Status extends string>(
  table: StateTable<Status>,
  from: Status,
  to: Status,
): boolean {
  return table[from].next.includes(to)
}
