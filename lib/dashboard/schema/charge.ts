import type { CardState } from './customer'
import type { RowMirror } from './mirror'
import type { ShownPayment } from './payment'

/** `CARD` charges the saved card at once, `LINK` makes a payment link for the customer (contract: charge). */
export const chargeWays = ['CARD', 'LINK'] as const
export type ChargeWay = (typeof chargeWays)[number]

/**
 * States of a charge (docs/charging.md). `DRAFT`: nothing is on its way. `SENDING`: its first call is. `UNKNOWN`: its outcome is
 * not known, the same request is repeated. `UNRESOLVED`: the host will never know either. The others are final.
 */
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

/** Cases that count as open until they end by themselves or a person closes them. */
export const caseStates = ['UNKNOWN', 'UNRESOLVED'] as const satisfies readonly ChargeState[]

/** States in which money may have been collected and nobody knows: the record must not go. */
export const unsettledStates = ['SENDING', ...caseStates] as const satisfies readonly ChargeState[]

/** Returns states as a list for SQL's `IN`. */
export function sqlStates(states: readonly ChargeState[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}

/** Code of the problem of a charge whose request goes out no more, although its outcome is not known. */
export const REPEATS_ENDED = 'repeats_ended'

/** The answer because of which a charge has no outcome (yet). */
export type ChargeProblem = {
  /** HTTP status; 0 where no answer came. */
  status: number
  /** The host's code, or one of ours for no answer. */
  code: string
  message: string
  retry_after_s: number | null
}

/** A bank's refusal (contract: Errors, 402). */
export type ChargeDecline = {
  code: string
  message: string
  advice: string | null
  retryable: boolean | null
}

export type ChargeCard = { brand: string | null; last4: string | null; expiry: string | null }

/** A charge as pages show it. */
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
  /** Calls so far. */
  attempts: number
  /** Its outcome is not known, and no process waits for it. */
  is_case: boolean
  /** Its outcome is not known, and its request goes out no more by itself. */
  has_ended: boolean
  replaces: string | null
  user: { id: string; name: string } | null
  created_at: string
  sent_at: string | null
  finished_at: string | null
}

/** A payment of the host that may be the charge's. */
export type ChargeMatch = Pick<
  ShownPayment,
  'id' | 'status' | 'amount' | 'currency' | 'created_at' | 'authorization_code'
>

/** `LATER`: not searched yet. `FAILED`: the host did not list. `PART`: it has more than can be looked through or read. `WHOLE`: all. */
export type MatchSearch = 'LATER' | 'FAILED' | 'PART' | 'WHOLE'

export type ChargeDetail = {
  charge: ShownCharge
  /** `phone` is written for people. */
  customer: { id: string; name: string; phone: string | null; email: string | null; mirror: RowMirror } | null
  /** Key of the request; null before it was sent, and for readers to whom calls of the API are of no use. */
  idempotency_key?: string | null
  /** State of the card as the review shows it. */
  card_state: CardState
  /** Address of the payment page, for `LINKED`. */
  payment_url: string | null
  /** Address of the payer's receipt, for `PAID` and as far as the host reports one. */
  receipt_url: string | null
  /** Payments of an open case that may be its own; null where the host has not listed them. */
  matches: ChargeMatch[] | null
  /** How far the host was searched for them; null where there is no open case. */
  search: MatchSearch | null
  /** The same customer and amount: for a draft on the card in the last ten minutes, for a case that may be asked for again since it was made. */
  similar: { charge_id: string | null; payment_id: string | null; at: string } | null
  /** An open case of the same customer, which locks the card. */
  open_case: string | null
  /** The reader may close the case although nobody will know its outcome. */
  may_give_up: boolean
  /** The charge that came in this one's place. */
  successor: Pick<ShownCharge, 'id' | 'state'> | null
}

export type OpenCase = ShownCharge & { customer_name: string }

/**
 * Charges whose outcome is not known, oldest first; `count` is that of all, also beyond what is listed. `prepared` came in the
 * place of a closed case and were not sent.
 */
export type OpenCases = { cases: OpenCase[]; count: number; prepared: OpenCase[] }
