/** `CARD` charges the saved card immediately, `LINK` creates a payment link for the customer (contract: charge). */
export const chargeWays = ['CARD', 'LINK'] as const

export type ChargeWay = (typeof chargeWays)[number]

/** States of a charge, each explained in docs/charging.md; those after `UNRESOLVED` are final. */
export const chargeStates = [
  'DRAFT',
  'SENDING',
  'UNKNOWN',
  'UNRESOLVED',
  'PAID',
  'LINKED',
  'DECLINED',
  'RELEASED',
  'GIVEN_UP',
  'DISCARDED',
] as const

export type ChargeState = (typeof chargeStates)[number]

/** Cases that count as open until their outcome arrives or a member closes them. */
export const caseStates = ['UNKNOWN', 'UNRESOLVED'] as const satisfies readonly ChargeState[]

/** States in which the charge may have collected money: its record must not be deleted. */
export const unsettledStates = ['SENDING', ...caseStates] as const satisfies readonly ChargeState[]

/** Returns states as a list for SQL's `IN`. */
export function sqlStates(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}

/** Response that left a charge without an outcome. */
export type ChargeProblem = {
  /** HTTP status; 0 without a response. */
  status: number
  /** Host's code, or one of ours for a missing response. */
  code: string
  message: string
  retry_after_s: number | null
}

/** Decline by the bank (contract: Errors, 402). */
export type ChargeDecline = {
  code: string
  message: string
  advice: string | null
  retryable: boolean | null
}

export type ChargeCard = { brand: string | null; last4: string | null; expiry: string | null }

/** Charge as pages show it. */
export type ShownCharge = {
  id: string
  customer_id: string
  way: ChargeWay
  state: ChargeState
  amount: number
  currency: string
  description: string | null
  card: ChargeCard | null
  problem: ChargeProblem | null
  decline: ChargeDecline | null
  payment_id: string | null
  link_id: string | null
  request_id: string | null
  /** Number of calls so far. */
  attempts: number
  /** True if the outcome is unknown and no process waits for it. */
  is_case: boolean
  /** True if the outcome is unknown and the request is no longer repeated automatically. */
  has_ended: boolean
  replaces: string | null
  user: { id: string; name: string } | null
  created_at: string
  sent_at: string | null
}
