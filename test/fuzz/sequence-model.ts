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

/** State of one key: its first request and the response. */
export interface ModelKey {
  path: string
  body: string
  answer: WireAnswer
}

/** Expected state of the account after the requests so far. */
export class Model {
  readonly links: ModelLink[] = []
  readonly customers: ModelCustomer[] = []
  readonly keys = new Map<string, ModelKey>()
  /** Payments that were approved at once. */
  readonly approved: string[] = []
  readonly unresolved: string[] = []
  serial = 0
}
