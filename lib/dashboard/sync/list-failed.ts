import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'

/** One list of a run failed, for a reason that concerns no other list. */
export class ListFailed extends Error {
  constructor(
    readonly noun: MirrorNoun,
    override readonly cause: unknown,
  ) {
    super(`the host's list of ${noun} cannot be read`)
    this.name = 'ListFailed'
  }
}
