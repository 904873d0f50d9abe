import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'

/** Host's list of a noun repeats a cursor, refuses its own cursors or reports more without one. */
export class PaginationError extends Error {
  readonly code = 'list_without_end'

  constructor(readonly noun: MirrorNoun) {
    super(`the host's list of ${noun} does not end`)
    this.name = 'PaginationError'
  }
}
