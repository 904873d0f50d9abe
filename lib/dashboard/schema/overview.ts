/** One calendar day of the account's zone; amounts in major units of its currency. `before`: thirty days earlier. */
export type CollectedDay = { day: string; amount: number; count: number; before: number }

type UnpaidDecline = {
  id: string
  amount: number
  currency: string
  payer: string
  title: string | null
  created_at: string
}

/** Payers of the last week whose decline was not followed by an approval, newest first, with their number, or more. */
export type UnpaidDeclines = { count: number; isMore: boolean; newest: UnpaidDecline[] }

/** Response of the route of unpaid declines; null if counting took too long. */
export type UnpaidCount = { unpaid: UnpaidDeclines | null }

type ExpiringLink = { id: string; title: string; amount: number; currency: string; expires_at: string }

/**
 * Declines by the host's code, the most frequent first, among the newest `counted` of thirty days; null for those without
 * a code.
 */
export type DeclineReasons = { counted: number; reasons: { code: string | null; count: number }[] }

/** Newest settlement if it is a debt that no settlement has deducted yet; `amount` is positive. */
export type OpenDebt = { id: string; amount: number; currency: string }

/** Settlement whose transfer had usually left by `expected`, a calendar day of the zone. */
export type LateSettlement = { id: string; amount: number; currency: string; expected: string }

/** Steps of an account that has collected nothing yet; each is true once it is done. */
export type SetupSteps = { webhook: boolean; link: boolean; customer: boolean; invitation: boolean }

/** Figures of Home. */
export type Overview = {
  currency: string
  /** Last thirty days, today last; days without payments have zeros. */
  days: CollectedDay[]
  /** Thirty days before those. */
  before: { amount: number }
  declined: { count: number }
  declines: DeclineReasons
  debt: OpenDebt | null
  /** Late settlements, oldest first. */
  late: LateSettlement[]
  /** Null once a payment was approved. */
  setup: SetupSteps | null
  /** Null if counting is slow: a separate route returns them then. */
  unpaid: UnpaidDeclines | null
  /** Number of payable links that expire soon, and the next ones, soonest first. */
  expiring: { count: number; next: ExpiringLink[] }
}
