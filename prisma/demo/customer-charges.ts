import { type Charge, chargeSchema } from '@/lib/contract/charge'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { TestBank } from '@/lib/service/processor/test-bank'
import { type ChargePlanOptions, type PlannedCharge, planCharges } from './charge-plan'
import { pay } from './pay-planned'
import { contextFor, type Workshop } from './service'
import { runSideBySide } from './side-by-side'

export interface CustomerChargesOptions extends ChargePlanOptions {
  keyring: Keyring
  /** Told after each payment. */
  onPayment?(): void
}

const LEASE_MS = 30_000
const SIDE_BY_SIDE = 3

/** What a merchant's own system charges its active customers with, by the real verbs, each at its own instant. */
export async function makeCustomerCharges(
  workshop: Workshop,
  account: AccountRow,
  { keyring, onPayment, ...wanted }: CustomerChargesOptions,
): Promise<void> {
  const planned = planCharges(account, workshop.now(), wanted)
  await runSideBySide(
    SIDE_BY_SIDE,
    planned.map((charge) => async () => {
      const made = await oneCharge({ ...workshop, now: () => charge.at }, account, keyring, charge)
      const { paidAt, customer, card } = charge
      if (made?.payment_link && paidAt) {
        const payer = { name: customer.name, email: customer.email ?? '' }
        const then: Workshop = { ...workshop, now: () => paidAt }
        const link = { id: made.payment_link.id, madeAt: charge.at }
        await pay(then, account, link, { fate: 'pays', payer, card })
      }
      if (!made?.payment_link || paidAt) onPayment?.()
    }),
  )
}

/** The charge, or null where the card was declined. */
async function oneCharge(
  workshop: Workshop,
  account: AccountRow,
  keyring: Keyring,
  { customer, amount, description, bySavedCard, reference }: PlannedCharge,
): Promise<Charge | null> {
  const { database, urls, now } = workshop
  const { status, body } = await chargeCustomer(
    {
      ctx: contextFor(workshop, account),
      processor: new TestBank(database, { webUrl: urls.web, now }),
      keyring,
      leaseMs: LEASE_MS,
    },
    {
      customerId: customer.id,
      body: { amount, description, use_saved_card: bySavedCard },
      idempotencyKey: reference,
      requestId: `history of ${account.id}`,
      accountName: account.name,
      currency: account.currency,
    },
  )
  return status === 201 ? chargeSchema.parse(JSON.parse(body)) : null
}
