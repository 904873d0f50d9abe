import { chargeSchema } from '@/lib/contract/charge'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import type { Processor } from '@/lib/service/processor/port'
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

/** A charge and the API's answer to it. */
export interface MadeCharge {
  planned: Pick<PlannedCharge, 'at' | 'customer' | 'amount' | 'description' | 'bySavedCard' | 'reference'>
  status: number
  body: string
}

const LEASE_MS = 30_000
const SIDE_BY_SIDE = 3

/**
 * What a merchant charges its active customers with, by the real verbs, each at its own instant. Returns what members charged by
 * hand.
 */
export async function makeCustomerCharges(
  workshop: Workshop,
  account: AccountRow,
  { keyring, onPayment, ...wanted }: CustomerChargesOptions,
): Promise<MadeCharge[]> {
  const byHand: MadeCharge[] = []
  const planned = planCharges(account, workshop.now(), wanted)
  await runSideBySide(
    SIDE_BY_SIDE,
    planned.map((charge) => async () => {
      const made = await chargeAsPlanned(workshop, account, keyring, charge)
      if (charge.byHand) byHand.push(made)
      const { paidAt, customer, card } = charge
      const sent = made.status === 201 ? chargeSchema.parse(JSON.parse(made.body)).payment_link : null
      if (sent && paidAt) {
        const payer = { name: customer.name, email: customer.email ?? '' }
        const then: Workshop = { ...workshop, now: () => paidAt }
        const link = { id: sent.id, madeAt: charge.at }
        await pay(then, account, link, { fate: 'pays', payer, card })
      }
      if (!sent || paidAt) onPayment?.()
    }),
  )
  return byHand
}

/** Charges at the planned instant; `lineTo` stands between the service and the test bank. */
export async function chargeAsPlanned(
  workshop: Workshop,
  account: AccountRow,
  keyring: Keyring,
  planned: MadeCharge['planned'],
  lineTo: (bank: Processor) => Processor = (bank) => bank,
): Promise<MadeCharge> {
  const { database, urls } = workshop
  const { at, customer, amount, description, bySavedCard, reference } = planned
  const now = () => at
  const { status, body } = await chargeCustomer(
    {
      ctx: contextFor({ ...workshop, now }, account),
      processor: lineTo(new TestBank(database, { webUrl: urls.web, now })),
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
  return { planned, status, body }
}
