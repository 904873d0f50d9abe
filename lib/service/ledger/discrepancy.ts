/** One inconsistency of the books. Amounts inside the texts are minor units. */
export interface Discrepancy {
  kind: string
  account_id: string | null
  object_id: string
  expected: string
  found: string
}
