import type { ChargeState } from '@/lib/dashboard/schema/charge'

/**
 * Causes of a move. `send`: a press, of a draft or of a case that is no longer repeated. `response`: the host's response
 * to any of the calls. `repeat`: a worker claims the charge, when due or after the lease of a dead process. The others: a
 * member.
 */
export type ChargeTransitionCause = keyof typeof chargeTransitions

const called = ['SENDING', 'UNKNOWN'] as const
const open = [...called, 'UNRESOLVED'] as const
const closed = ['RELEASED', 'GIVEN_UP', 'DISCARDED'] as const

/** All moves of a charge: for each cause the possible next states, with the states before (docs/charging.md). */
export const chargeTransitions = {
  send: { SENDING: ['DRAFT'], UNKNOWN: ['UNKNOWN'] },
  repeat: { UNKNOWN: called },
  response: {
    DRAFT: called,
    UNKNOWN: called,
    UNRESOLVED: called,
    DECLINED: called,
    // A host returns the same response under one key forever, so its 201 counts in any state. Its payment replaces
    // another that a member attached.
    PAID: ['DRAFT', ...open, ...closed, 'PAID'],
    LINKED: ['DRAFT', ...open, ...closed],
  },
  // A charge in flight only after its lease.
  attach: { PAID: open },
  give_up: { GIVEN_UP: open },
  release: { RELEASED: ['UNRESOLVED'] },
  link_instead: { DISCARDED: ['DRAFT', 'DISCARDED'], DECLINED: ['DECLINED'] },
} as const satisfies Record<string, Partial<Record<ChargeState, readonly ChargeState[]>>>

/** Returns the states from which a cause moves to `to`. */
export function statesBefore(to: ChargeState, by: ChargeTransitionCause): readonly ChargeState[] {
  const moves: Partial<Record<ChargeState, readonly ChargeState[]>> = chargeTransitions[by]
  return moves[to] ?? []
}
