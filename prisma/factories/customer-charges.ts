import { type Charge, chargeSchema } from '@/lib/contract/charge'
import type { Customer } from '@/lib/contract/customer'
import { type Keyring, randomText } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { payLink } from '@/lib/service/payments/pay-link'
import { TestBank } from '@/lib/service/processor/test-bank'
import type { Random } from './random'
import { contextFor, type Workshop } from './service'
import { linkIdeas } from './words'

export interface CustomerChargesOptions {
  random: Random
  keyring: Keyring
  /** As `makeCustomers` gave them. */
  customers: readonly Customer[]
  /** Charges to make: most on a saved card, the others by a link that most pay. */
  count: number
  /** Over so many days before the workshop's now. */
  days: number
}

const DAY_MS = 86_400_000
/** A payer opens what was sent within so long. */
const ANSWER_MS = 3_600_000
const LEASE_MS = 30_000
/** Cards whose charge stays unresolved: they are for whoever tries the demo. */
const LOST_LATER = ['0259', '0267']

/** What a merchant's own system charges its active customers with, by the real verbs under a driven clock. */
export async function makeCustomerCharges(
  workshop: Workshop,
  account: AccountRow,
  { random, keyring, customers, count, days }: CustomerChargesOptions,
): Promise<void> {
  const until = workshop.now().getTime() - ANSWER_MS
  const instants = Array.from({ length: count }, () => until - random.int(0, days * DAY_MS)).sort(
    (a, b) => a - b,
  )
  for (const instant of instants) {
    const known = customers.filter(
      (it) => it.status === 'ACTIVE' && Date.parse(it.created_at) + ANSWER_MS < instant,
    )
    if (known.length === 0) continue
    const customer = random.pick(known)
    const now = new Date(instant)
    const charge = await oneCharge({ ...workshop, now: () => now }, account, { random, keyring, customer })
    const paidAt = new Date(instant + random.int(60_000, ANSWER_MS))
    if (charge?.payment_link && random.chance(0.8)) {
      await payCharge({ ...workshop, now: () => paidAt }, charge.payment_link.id, customer, random)
    }
  }
}

interface OneCharge {
  random: Random
  keyring: Keyring
  customer: Customer
}

/** The charge, or null where the card was declined. */
async function oneCharge(
  workshop: Workshop,
  account: AccountRow,
  { random, keyring, customer }: OneCharge,
): Promise<Charge | null> {
  const { title, price } = random.pick(linkIdeas)
  const chargeable = customer.card !== null && !LOST_LATER.includes(customer.card.last4 ?? '')
  const { status, body } = await chargeCustomer(
    {
      ctx: contextFor(workshop, account),
      processor: testBankOf(workshop),
      keyring,
      leaseMs: LEASE_MS,
    },
    {
      customerId: customer.id,
      body: { amount: price, description: title, use_saved_card: chargeable && random.chance(0.85) },
      idempotencyKey: randomText(16),
      requestId: `history of ${account.id}`,
      accountName: account.name,
      currency: account.currency,
    },
  )
  return status === 201 ? chargeSchema.parse(JSON.parse(body)) : null
}

async function payCharge(
  workshop: Workshop,
  linkId: string,
  customer: Customer,
  random: Random,
): Promise<void> {
  const { database, urls, now } = workshop
  const processor = testBankOf(workshop)
  const card = { number: '4242424242424242', expiryMonth: random.int(1, 12), expiryYear: 2099, cvc: '000' }
  await payLink(
    { database, urls, now, leaseMs: LEASE_MS, processor },
    { linkId, attempt: randomText(16), payerName: customer.name, payerEmail: customer.email ?? '', card },
  )
}

function testBankOf({ database, urls, now }: Workshop): TestBank {
  return new TestBank(database, { webUrl: urls.web, now })
}
