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
