// Values that pages list by themselves. Beside a schema they would bring zod to the browser, 27 kB of a page's first load.

/** Tabs of the events other than all: real ones, and those sent to test an endpoint. */
export const eventTabs = ['real', 'test'] as const

/** Results of a call of an API key: FAILED = answered with 400 or above. */
export const requestResults = ['SUCCEEDED', 'FAILED'] as const

/** Tabs of the API keys: those that work, and those that were revoked or are over. */
export const keyTabs = ['ACTIVE', 'ENDED'] as const

/** Tabs of the webhook endpoints, by their shown state. */
export const endpointStates = ['ACTIVE', 'FAILING', 'PAUSED'] as const

/** `intent`: the call is running or its process died; `unknown`: no response arrived, it may have been executed. */
export const auditOutcomes = ['done', 'failed', 'unknown', 'intent'] as const

/** Figures of the balance that can be explained. */
export const balanceFigures = ['available', 'in_transit', 'paid_out'] as const

/** Tabs of the disputes after the first one, which has those that need a response and no status in the URL. */
export const laterDisputes = ['UNDER_REVIEW', 'WON', 'LOST'] as const

/** Time before a dispute's deadline from which it is urgent: shown in red, and mailed. */
export const DISPUTE_URGENT_MS = 48 * 3_600_000

/** States of a refund from the dashboard, each explained in docs/refunds.md. */
export const refundStates = [
  'DRAFT',
  'SENDING',
  'UNKNOWN',
  'PENDING',
  'SUCCEEDED',
  'FAILED',
  'NOT_MADE',
] as const
export type RefundState = (typeof refundStates)[number]

/** States in which the outcome is not known yet: no second refund of the payment starts meanwhile. */
export const openRefundStates = ['SENDING', 'UNKNOWN', 'PENDING'] as const satisfies readonly RefundState[]

/** Kinds of actions by which the list can be filtered, with the beginnings, or the end, of their names. */
export const auditGroups = {
  sign_in: ['session.', 'user.'],
  team: ['team.'],
  links: ['links.', 'imports.'],
  customers: ['customers.'],
  charges: ['charges.'],
  money: ['payments.', 'refunds.', 'receipts.', 'disputes.', 'settlements.', 'statements.', 'payouts.'],
  exports: ['exports.', '.export'],
  developers: ['keys.', 'endpoints.', 'deliveries.'],
  connection: ['connection.', 'mirror.'],
} as const satisfies Record<string, readonly string[]>
