/** The time in which a cancel can be undone: long enough to see the word and press it. */
export const CANCEL_HOLD_MS = 6_000

/** The states of a cancel; docs/links.md has their table. */
export type LinkCancelState = 'WAITING' | 'RUNNING' | 'DONE' | 'UNDONE' | 'FAILED'

/** A cancel as pages show it. */
export type ShownCancel = {
  id: string
  state: LinkCancelState
  /** The instant at which the worker takes it; until then it can be undone. */
  due_at: string
  /** The reason of its failure or of its delay: a code of the host or of lib/dashboard/refusal.ts. */
  problem: string | null
}
