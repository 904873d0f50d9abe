import type { MirrorNoun } from '@/lib/dashboard/live/live-message'
import type { SyncKind } from '@/lib/dashboard/schema/mirror'

/** One list of the host that a run pages through. */
export interface ListPhase {
  noun: MirrorNoun
  /** `window`: what is new enough (an import: everything); `open`: what is in a state that may still change, at any age. */
  of: 'window' | 'open'
}

/** The lists of a run in their order. After them a reconciliation asks for what no list showed, one by one. */
export const syncPhases: Readonly<Record<SyncKind, readonly ListPhase[]>> = {
  IMPORT: [
    { noun: 'links', of: 'window' },
    { noun: 'payments', of: 'window' },
  ],
  RECONCILE: [
    { noun: 'links', of: 'window' },
    { noun: 'links', of: 'open' },
    { noun: 'payments', of: 'window' },
    { noun: 'payments', of: 'open' },
  ],
}
