import type { Customer } from '@/lib/contract/customer'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { chargeAsPlanned, type MadeCharge } from './customer-charges'
import { customersWithApprovedCard } from './customers-with-approved-card'
import { reconcileAt } from './pay-planned'
import type { SeedContext } from './seed-context'

const MINUTE_MS = 60_000
const AGE_MS = 25 * MINUTE_MS
const RECONCILED_AFTER_MS = 4_000

/**
 * Makes a charge of 25 minutes ago whose bank was lost after the authorization: its key has a 409, its payment was
 * voided, and a member has to close the case. Null if no customer has an approved card.
 */
export async function makeUnresolvedCharge(
  seedContext: SeedContext,
  account: AccountRow,
  { keyring, customers }: { keyring: Keyring; customers: readonly Customer[] },
): Promise<MadeCharge | null> {
  const at = new Date(seedContext.now().getTime() - AGE_MS)
  const [customer] = customersWithApprovedCard(customers, new Date(at.getTime() - AGE_MS))
  if (!customer) return null
  const order = { amount: 62, description: 'Order 10117: 20 croissants', reference: 'order-10117' }
  const planned = { ...order, at, customer, bySavedCard: true }
  const made = await chargeAsPlanned(seedContext, account, keyring, planned, lostAfterAuthorisation)
  await reconcileAt(seedContext, account, new Date(at.getTime() + RECONCILED_AFTER_MS))
  return made
}

function lostAfterAuthorisation(bank: Processor): Processor {
  return {
    tokenize: (card, signal) => bank.tokenize(card, signal),
    async authorize(request, signal) {
      await bank.authorize(request, signal)
      throw new ProcessorUnreachable('the line was down')
    },
    confirmed: (reference, signal) => bank.confirmed(reference, signal),
    capture: (reference, signal) => bank.capture(reference, signal),
    void: (reference, signal) => bank.void(reference, signal),
    lookup: (reference, signal) => bank.lookup(reference, signal),
  }
}
