import type { WireAnswer } from './wire'

export interface ModelLink {
  id: string
  status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED'
  maxUses: number | null
  paid: number
}

export interface ModelCustomer {
  id: string
  phone: string
  status: 'ACTIVE' | 'ARCHIVED'
  /** Number of the saved test card. */
  card: string | null
}

/** What one key stands for: the request that it was first used for, and what that got. */
export interface ModelKey {
  path: string
  body: string
  answer: WireAnswer
}

/** What the account must look like after the requests so far. */
export class Model {
  readonly links: ModelLink[] = []
  readonly customers: ModelCustomer[] = []
  readonly keys = new Map<string, ModelKey>()
  /** Payments that were approved at once, and those that nobody knows of yet. */
  readonly approved: string[] = []
  readonly unresolved: string[] = []
  serial = 0
}
