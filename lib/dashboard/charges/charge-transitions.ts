import { type ChargeState, chargeStates } from '@/lib/dashboard/schema/charge'

/**
 * Causes of a move. `send`: a press. `response`: the host's response to any of the calls. `repeat`: a worker claims the
 * charge, when due or after the lease of a dead process. `retry`, `attach`, `release`, `give_up`, `link_instead`,
 * `discard`: a member.
 */
export type ChargeTransitionCause =
  | 'send'
  | 'response'
  | 'repeat'
  | 'retry'
  | 'attach'
  | 'release'
  | 'give_up'
  | 'link_instead'
  | 'discard'

/** All moves of a charge: for each state its possible next states, with their causes (docs/charging.md). */
export const chargeTransitions = {
  DRAFT: {
    SENDING: ['send'],
    PAID: ['response'],
    LINKED: ['response'],
    DISCARDED: ['link_instead', 'discard'],
  },
  SENDING: {
    DRAFT: ['response'],
    UNKNOWN: ['response', 'repeat'],
    UNRESOLVED: ['response'],
    // Only after its lease.
    PAID: ['response', 'attach'],
    LINKED: ['response'],
    DECLINED: ['response'],
    GIVEN_UP: ['give_up'],
  },
  UNKNOWN: {
    DRAFT: ['response'],
    UNKNOWN: ['response', 'repeat', 'retry'],
    UNRESOLVED: ['response'],
    PAID: ['response', 'attach'],
    LINKED: ['response'],
    DECLINED: ['response'],
    GIVEN_UP: ['give_up'],
  },
  UNRESOLVED: {
    PAID: ['response', 'attach'],
    LINKED: ['response'],
    RELEASED: ['release'],
    GIVEN_UP: ['give_up'],
  },
  // The host's payment replaces another that a member attached.
  PAID: { PAID: ['response'] },
  LINKED: {},
  DECLINED: { DECLINED: ['link_instead'] },
  // A host returns the same response under one key forever, so its 201 counts in any state.
  RELEASED: { PAID: ['response'], LINKED: ['response'] },
  GIVEN_UP: { PAID: ['response'], LINKED: ['response'] },
  DISCARDED: { PAID: ['response'], LINKED: ['response'], DISCARDED: ['link_instead'] },
} as const satisfies Record<ChargeState, Partial<Record<ChargeState, readonly ChargeTransitionCause[]>>>

/** Returns the states from which a cause moves to `to`. */
export function statesBefore(to: ChargeState, by: ChargeTransitionCause): readonly ChargeState[] {
  return chargeStates.filter((from) => canTransition(from, to, by))
}

export function canTransition(from: ChargeState, to: ChargeState, by: ChargeTransitionCause): boolean {
  const following: Partial<Record<ChargeState, readonly ChargeTransitionCause[]>> = chargeTransitions[from]
  return following[to]?.includes(by) ?? false
}
