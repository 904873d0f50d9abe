import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/domain/text'
import type { CardState } from './customer'
import type { ShownPayment } from './payment'

/** `CARD` charges the saved card immediately, `LINK` creates a payment link for the customer (contract: charge). */
const chargeWays = ['CARD', 'LINK'] as const
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

const id = z.string().min(1).max(ID_TEXT_MAX).refine(isStorable)

const start = z.object({
  /** Created when the form opens: the same token never creates two charges. */
  form_token: z.string().regex(/^[\w-]{8,100}$/),
  customer_id: id,
  way: z.enum(chargeWays),
  // The contract's schema validates amount and description.
  amount: z.custom<number>(),
  description: z.custom<string>().optional(),
})

/** Presses of a member on a charge. */
export const chargePress = z.discriminatedUnion('press', [
  start.extend({ press: z.literal('start') }),
  /** `confirmed_amount` is the amount typed again, in major units, if the same amount was charged recently. */
  z.object({ press: z.literal('send'), id, confirmed_amount: z.number().optional() }),
  z.object({ press: z.literal('link_instead'), id }),
  z.object({ press: z.literal('attach'), id, payment_id: id }),
  z.object({ press: z.literal('release'), id }),
])
/** Closes a case for good; a press of its own, because fewer roles may do it. */
export const giveUpInput = z.object({ id })
export type ChargePress = z.output<typeof chargePress>
export type ChargeInput<Name extends ChargePress['press']> = Omit<
  Extract<ChargePress, { press: Name }>,
  'press'
>

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

/** Payment of the host that may belong to the charge. */
export type ChargeMatch = Pick<ShownPayment, 'id' | 'status' | 'amount' | 'currency' | 'created_at'>

/**
 * `LATER`: not searched yet. `FAILED`: the host returned no list. `PART`: too many or unreadable payments. `WHOLE`: all
 * were read.
 */
type MatchSearch = 'LATER' | 'FAILED' | 'PART' | 'WHOLE'

export type ChargeDetail = {
  charge: ShownCharge
  /** `phone` is formatted for display. */
  customer: { name: string; phone: string | null } | null
  /** State of the card as the review shows it. */
  card_state: CardState
  /** URL of the payment page, for `LINKED`. */
  payment_url: string | null
  /** URL of the payer's receipt, for `PAID` and if the host reports one. */
  receipt_url: string | null
  /** Payments that may belong to an open case; null if the host has not listed them. */
  matches: ChargeMatch[] | null
  /** Completeness of that search; null without an open case. */
  search: MatchSearch | null
  /** Payment of the same customer and amount: for a draft of the last ten minutes, for a case since its creation. */
  similar: { charge_id: string | null; payment_id: string | null; at: string } | null
  /** Open case of the same customer, which locks the card. */
  open_case: string | null
  /** True if the member may close the case with an unknown outcome. */
  may_give_up: boolean
  /** Charge that replaced this one. */
  successor: Pick<ShownCharge, 'id' | 'state'> | null
}

export type OpenCase = ShownCharge & { customer_name: string }

/** Charges with an unknown outcome, oldest first; `count` includes those beyond the listed ones. */
export type OpenCases = { cases: OpenCase[]; count: number }
