/** Time in which a cancellation can be undone: long enough to notice the button and press it. */
export const CANCEL_UNDO_MS = 6_000

/** States of a cancellation; docs/links.md has their table. */
export type LinkCancelState = 'WAITING' | 'RUNNING' | 'DONE' | 'UNDONE' | 'FAILED'

/** Cancellation as pages show it. */
export type ShownCancel = {
  id: string
  state: LinkCancelState
  /** Time at which the worker takes it; until then it can be undone. */
  due_at: string
  /** Reason of its failure or of its delay: a code of the host or of lib/dashboard/refusal.ts. */
  problem: string | null
}
