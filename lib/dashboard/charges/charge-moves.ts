import { type ChargeState, chargeStates } from '@/lib/dashboard/schema/charge'

/**
 * Causes of a move. `send`: a press. `answer`: the host's response to any of the calls. `repeat`: a worker claims the
 * charge, when due or after the lease of a dead process. `ask_again`, `attach`, `release`, `give_up`, `link_instead`,
 * `discard`: a member.
 */
export type ChargeMoveBy =
  | 'send'
  | 'answer'
  | 'repeat'
  | 'ask_again'
  | 'attach'
  | 'release'
  | 'give_up'
  | 'link_instead'
  | 'discard'

/** All moves of a charge: for each state its possible next states, with their causes (docs/charging.md). */
export const chargeMoves = {
  DRAFT: {
    SENDING: ['send'],
    PAID: ['answer'],
    LINKED: ['answer'],
    DISCARDED: ['link_instead', 'discard'],
  },
  SENDING: {
    DRAFT: ['answer'],
    UNKNOWN: ['answer', 'repeat'],
    UNRESOLVED: ['answer'],
    // Only after its lease.
    PAID: ['answer', 'attach'],
    LINKED: ['answer'],
    DECLINED: ['answer'],
    GIVEN_UP: ['give_up'],
  },
  UNKNOWN: {
    DRAFT: ['answer'],
    UNKNOWN: ['answer', 'repeat', 'ask_again'],
    UNRESOLVED: ['answer'],
    PAID: ['answer', 'attach'],
    LINKED: ['answer'],
    DECLINED: ['answer'],
    GIVEN_UP: ['give_up'],
  },
  UNRESOLVED: {
    PAID: ['answer', 'attach'],
    LINKED: ['answer'],
    RELEASED: ['release'],
    GIVEN_UP: ['give_up'],
  },
  // The host's payment replaces another that a member attached.
  PAID: { PAID: ['answer'] },
  LINKED: {},
  DECLINED: { DECLINED: ['link_instead'] },
  // A host returns the same response under one key forever, so its 201 counts in any state.
  RELEASED: { PAID: ['answer'], LINKED: ['answer'] },
  GIVEN_UP: { PAID: ['answer'], LINKED: ['answer'] },
  DISCARDED: { PAID: ['answer'], LINKED: ['answer'], DISCARDED: ['link_instead'] },
} as const satisfies Record<ChargeState, Partial<Record<ChargeState, readonly ChargeMoveBy[]>>>

/** Returns the states from which a cause moves to `to`. */
export function statesBefore(to: ChargeState, by: ChargeMoveBy): readonly ChargeState[] {
  return chargeStates.filter((from) => mayMove(from, to, by))
}

export function mayMove(from: ChargeState, to: ChargeState, by: ChargeMoveBy): boolean {
  const following: Partial<Record<ChargeState, readonly ChargeMoveBy[]>> = chargeMoves[from]
  return following[to]?.includes(by) ?? false
}
