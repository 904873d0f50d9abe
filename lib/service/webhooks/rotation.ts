/** The state of an endpoint's secret rotation. ENDED: the new secret signs already, but was not moved into its place. */
export const rotationStates = ['NONE', 'STAGED', 'OVERLAP', 'ENDED'] as const
export type RotationState = (typeof rotationStates)[number]

export const rotationActions = ['stage', 'overlap', 'use_now', 'cancel'] as const
export type RotationAction = (typeof rotationActions)[number]

/** The state that an action leads to. */
export const rotationLeadsTo = {
  stage: 'STAGED',
  overlap: 'OVERLAP',
  use_now: 'NONE',
  cancel: 'NONE',
} as const satisfies Record<RotationAction, RotationState>

/** The secret that is the current one after an action: the one before, or the next; null = the action is refused. */
type Keeps = 'current' | 'next' | null

/**
 * Every state and every action (decisions: secret rotation). A rotation under way ends by hand before another one begins; one that
 * has ended by time behaves as none whose secret is the new one.
 */
export const rotationMoves = {
  NONE: { stage: 'current', overlap: 'current', use_now: null, cancel: null },
  STAGED: { stage: null, overlap: null, use_now: 'next', cancel: 'current' },
  OVERLAP: { stage: null, overlap: null, use_now: 'next', cancel: 'current' },
  ENDED: { stage: 'next', overlap: 'next', use_now: 'next', cancel: null },
} as const satisfies Record<RotationState, Record<RotationAction, Keeps>>

/** The states from which an action may be taken; with `keeps` those after which that secret is the current one. */
export function statesAllowing(action: RotationAction, keeps?: 'current' | 'next'): RotationState[] {
  return rotationStates.filter((state) => {
    const kept: Keeps = rotationMoves[state][action]
    return keeps === undefined ? kept !== null : kept === keeps
  })
}
