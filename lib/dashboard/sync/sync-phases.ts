import type { MirrorNoun, SyncKind } from '@/lib/dashboard/schema/mirror'

/** One list of the host that a run pages through. */
export interface ListPhase {
  noun: MirrorNoun
  /** `window`: objects new enough (for an import: all); `open`: objects of any age in a state that may still change. */
  of: 'window' | 'open'
}

/** Lists of a run in their order. After them a comparison fetches, one by one, the objects that no list contained. */
export const syncPhases: Readonly<Record<SyncKind, readonly ListPhase[]>> = {
  IMPORT: [
    { noun: 'links', of: 'window' },
    { noun: 'payments', of: 'window' },
    { noun: 'customers', of: 'window' },
    { noun: 'settlements', of: 'window' },
  ],
  RECONCILE: [
    { noun: 'links', of: 'window' },
    { noun: 'links', of: 'open' },
    { noun: 'payments', of: 'window' },
    { noun: 'payments', of: 'open' },
    { noun: 'customers', of: 'window' },
    { noun: 'settlements', of: 'window' },
    { noun: 'settlements', of: 'open' },
  ],
}
