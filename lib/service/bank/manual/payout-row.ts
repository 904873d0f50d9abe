import type { Aad } from '@/lib/platform/secrets'

/**
 * States of a payout, the transfer that a person orders at the operator's bank. Its reference is the settlement's id.
 *
 * | status  | batch_number | meaning                              | next                                             |
 * |---------|--------------|--------------------------------------|--------------------------------------------------|
 * | ORDERED | null         | waits for an export                  | an export; REFUSED                               |
 * | ORDERED | set          | is in a file for the bank            | SENT; REFUSED; waits again if its batch withdraws|
 * | SENT    | set          | paid under the bank's reference      | final                                            |
 * | REFUSED | any          | the bank moved nothing, for a reason | ORDERED without a batch, by a new order of ours  |
 */
export type PayoutStatus = 'ORDERED' | 'SENT' | 'REFUSED'

/** Error of a payout that cannot take the requested step; its message is for the operator. */
export class PayoutRefusal extends Error {}

/** Returns the AAD of the account number of a payout. */
export function payoutAad(reference: string): Aad {
  return { table: 'payout', column: 'number_sealed', row: reference, tenant: 'manual_bank' }
}

/** Returns the end-to-end reference of a settlement: its id in the 35 characters of ISO 20022. */
export function endToEndReference(settlementId: string): string {
  return settlementId.replace('_', '')
}

/** Returns the id of a settlement from its id or its end-to-end reference, which some banks return in capitals. */
export function settlementIdOf(text: string): string {
  const id = text.trim()
  return /^set_?[0-9a-f]{32}$/i.test(id) ? id.toLowerCase().replace(/^set_?/, 'set_') : id
}
