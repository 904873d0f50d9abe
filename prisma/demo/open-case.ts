import { isExpired, parseExpiry } from '@/lib/contract/card'
import type { Customer } from '@/lib/contract/customer'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { chargeAsPlanned, type MadeCharge } from './customer-charges'
import { reconcileAt } from './pay-planned'
import type { Workshop } from './service'

const MINUTE_MS = 60_000
const AGE_MS = 25 * MINUTE_MS
const RECONCILED_AFTER_MS = 4_000
/** A card with which nothing goes wrong, once the case is closed. */
const GOOD = '4242'

/**
 * A charge of 25 minutes ago whose bank was lost after the authorisation: its key holds a 409, its payment was annulled, and a person has
 * to close the case. Null where no customer has a good card.
 */
export async function makeOpenCase(
  workshop: Workshop,
  account: AccountRow,
  { keyring, customers }: { keyring: Keyring; customers: readonly Customer[] },
): Promise<MadeCharge | null> {
  const at = new Date(workshop.now().getTime() - AGE_MS)
  const customer = customers.find(
    ({ status, card, created_at }) =>
      status === 'ACTIVE' &&
      card?.last4 === GOOD &&
      lasts(card.expiry, at) &&
      Date.parse(created_at) < at.getTime() - AGE_MS,
  )
  if (!customer) return null
  const order = { amount: 62, description: 'Order 10117: 20 croissants', reference: 'order-10117' }
  const planned = { ...order, at, customer, bySavedCard: true }
  const made = await chargeAsPlanned(workshop, account, keyring, planned, lostAfterAuthorisation)
  await reconcileAt(workshop, account, new Date(at.getTime() + RECONCILED_AFTER_MS))
  return made
}

function lasts(expiry: string | null, at: Date): boolean {
  const parsed = parseExpiry(expiry ?? '')
  return parsed !== null && !isExpired(parsed, at)
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
