/**
 * States of an endpoint's secret rotation. ENDED: the new secret already signs, but was not moved to the current one's
 * column.
 */
export const rotationStates = ['NONE', 'STAGED', 'OVERLAP', 'ENDED'] as const
export type RotationState = (typeof rotationStates)[number]

export const rotationActions = ['stage', 'overlap', 'use_now', 'cancel'] as const
export type RotationAction = (typeof rotationActions)[number]

/** The state after an action. */
export const stateAfterRotationAction = {
  stage: 'STAGED',
  overlap: 'OVERLAP',
  use_now: 'NONE',
  cancel: 'NONE',
} as const satisfies Record<RotationAction, RotationState>

/** The secret that is current after an action: the previous one, or the next; null = the action is refused. */
type Keeps = 'current' | 'next' | null

/**
 * Effect of every action in every state (decisions: secret rotation). A current rotation ends by hand before another
 * one starts; one that has ended by time behaves like none whose secret is the new one.
 */
export const rotationTransitions = {
  NONE: { stage: 'current', overlap: 'current', use_now: null, cancel: null },
  STAGED: { stage: null, overlap: null, use_now: 'next', cancel: 'current' },
  OVERLAP: { stage: null, overlap: null, use_now: 'next', cancel: 'current' },
  ENDED: { stage: 'next', overlap: 'next', use_now: 'next', cancel: null },
} as const satisfies Record<RotationState, Record<RotationAction, Keeps>>

/** Returns the states in which an action is allowed; with `keeps`, those after which that secret is the current one. */
export function statesAllowing(action: RotationAction, keeps?: 'current' | 'next'): RotationState[] {
  return rotationStates.filter((state) => {
    const kept: Keeps = rotationTransitions[state][action]
    return keeps === undefined ? kept !== null : kept === keeps
  })
}
