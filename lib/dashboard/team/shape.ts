/** Kinds of things that a review asks to keep or drop, in the order in which they are shown and dropped. */
export const reviewKinds = ['member', 'connection', 'bank_account', 'bank_change', 'endpoint', 'key'] as const

export type ReviewKind = (typeof reviewKinds)[number]

/** A thing that existed before the address of its team's owner was verified. */
export interface ReviewItem {
  id: string
  kind: ReviewKind
  name: string
  /** Facts by which a person recognizes it. */
  detail: string
  /** Name of the user who made it; null if that is not recorded. */
  by: string | null
  /** Time of its creation, ISO 8601. */
  at: string
}

/** A session that the verification ended. */
export interface EndedSession {
  id: string
  browser: string | null
  system: string | null
  address: string
  /** Time of its sign-in, ISO 8601. */
  at: string
}

export interface Review {
  items: ReviewItem[]
  sessions: EndedSession[]
}

/** Rest of a review after a submission, with the reasons by item; `review` null = it is finished. */
export interface ReviewOutcome {
  review: Review | null
  failures: Readonly<Record<string, string>>
}
