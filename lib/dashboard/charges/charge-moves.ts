import { type ChargeState, chargeStates } from '@/lib/dashboard/schema/charge'

/**
 * Causes of a move. `send`: a press. `answer`: the host's answer to any of its calls. `repeat`: a worker takes it over, at its time or
 * after the lease of a process that died. `ask_again`, `attach`, `release`, `give_up`, `link_instead`, `discard`: a member.
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

/** Every move of a charge: for each state the states that may follow, and by what (docs/charging.md). */
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
    // Its lease is over.
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
  // The host's payment comes in the place of another that a member attached.
  PAID: { PAID: ['answer'] },
  LINKED: {},
  DECLINED: { DECLINED: ['link_instead'] },
  // A host says the same under one key for ever: its 201 counts, whatever was believed before.
  RELEASED: { PAID: ['answer'], LINKED: ['answer'] },
  GIVEN_UP: { PAID: ['answer'], LINKED: ['answer'] },
  DISCARDED: { PAID: ['answer'], LINKED: ['answer'], DISCARDED: ['link_instead'] },
} as const satisfies Record<ChargeState, Partial<Record<ChargeState, readonly ChargeMoveBy[]>>>

/** Returns the states that a cause moves to `to`. */
export function statesBefore(to: ChargeState, by: ChargeMoveBy): readonly ChargeState[] {
  return chargeStates.filter((from) => mayMove(from, to, by))
}

export function mayMove(from: ChargeState, to: ChargeState, by: ChargeMoveBy): boolean {
  const following: Partial<Record<ChargeState, readonly ChargeMoveBy[]>> = chargeMoves[from]
  return following[to]?.includes(by) ?? false
}
