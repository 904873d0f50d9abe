/** Seconds that a cancel waits at most: a clock that is off by minutes must not promise minutes. */
export const HOLD_MAX_S = 6

/** What toasts about the cancel of one link have in common: the newer takes the older's place. */
export function cancelSubject(linkId: string): string {
  return `cancel:${linkId}`
}
