/**
 * Product that a café with a bakery, a roastery and courses sells by link; days are counted back from now, negative ones
 * are in the future.
 */
export interface Product {
  /** Title; `{date}` is replaced by the date of the event. */
  title: string
  description: string | null
  /** Price in major units of the account's currency. */
  price: number
  /** Maximum number of payments; null for any number. */
  uses: number | null
  madeDaysAgo: number
  endsDaysAgo?: number
  cancelledDaysAgo?: number
  /** Saturday of the event, in weeks before the next one (0); payable until the evening before. */
  saturday?: number
  /** Relative demand among all regular products. */
  demand: number
  /** Number of seats that were paid one by one, whatever the demand. */
  sold?: number
  /** Client for whom it was made, and who pays it if it is paid. */
  client?: { name: string; email: string }
  metadata: Readonly<Record<string, string | number>>
}
