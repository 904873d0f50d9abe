/** One calendar day of the account's zone; amounts in major units of its currency. `before`: thirty days earlier. */
export type CollectedDay = { day: string; amount: number; count: number; before: number }

export type UnpaidDecline = {
  id: string
  amount: number
  currency: string
  payer: string
  title: string | null
  created_at: string
}

/** Payers of the last week whose decline was not followed by an approval, newest first, and how many there are, or more. */
export type UnpaidDeclines = { count: number; isMore: boolean; newest: UnpaidDecline[] }

/** Answer of the route of unpaid declines; null where counting took too long. */
export type UnpaidCount = { unpaid: UnpaidDeclines | null }

export type ExpiringLink = { id: string; title: string; expires_at: string }

/** Declines by the host's code, the most frequent first, among the newest `counted` of thirty days; null for those without a code. */
export type DeclineReasons = { counted: number; reasons: { code: string | null; count: number }[] }

/** The newest settlement, where it is a debt that none has taken off yet; `amount` is positive. */
export type OpenDebt = { id: string; amount: number; currency: string }

/** A settlement whose transfer usually had left by `expected`, a calendar day of the zone. */
export type LateSettlement = { id: string; amount: number; currency: string; expected: string }

/** Steps of an account that has collected nothing yet; each is true once it is done. */
export type SetupSteps = { webhook: boolean; link: boolean; customer: boolean; invitation: boolean }

/** The figures of Home. */
export type Overview = {
  currency: string
  /** The last thirty days, today last; a day without payments is there with zeros. */
  days: CollectedDay[]
  /** The thirty days before those. */
  before: { amount: number; count: number }
  declined: { count: number; before: number; today: number }
  declines: DeclineReasons
  debt: OpenDebt | null
  /** The oldest first. */
  late: LateSettlement[]
  /** Null once a payment was approved. */
  setup: SetupSteps | null
  /** Null where counting takes time: then a route of their own has them. */
  unpaid: UnpaidDeclines | null
  /** Payable links that expire soon, the next one first, and how many there are. */
  expiring: { count: number; next: ExpiringLink[] }
}
