import { chargeSchema } from '@/lib/contract/charge'
import { ApiError, toErrorBody } from '@/lib/contract/errors'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import type { CardDetails, Processor } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { type ChargePlanOptions, type PlannedCharge, planCharges } from './charge-plan'
import { pay } from './pay-planned'
import { runConcurrently } from './run-concurrently'
import { contextFor, type SeedContext } from './seed-context'

export interface CustomerChargesOptions extends ChargePlanOptions {
  keyring: Keyring
  /** Called after each payment. */
  onPayment?(): void
}

/** Charge with the API's response; null if it was given up before the request. */
export interface MadeCharge {
  planned: Pick<PlannedCharge, 'at' | 'customer' | 'amount' | 'description' | 'bySavedCard' | 'reference'>
  answer: { status: number; body: string } | null
  /** Outcome of a case that the member closed: a payment was attached, or it was charged again. */
  closed?: 'PAID' | 'RELEASED'
  /** Reference of the charge that this one replaced. */
  replaces?: string
}

const LEASE_MS = 30_000
const CONCURRENCY = 3

/**
 * Makes a merchant's charges of active customers with the real verbs, each at its own instant. Returns the charges by
 * members.
 */
export async function makeCustomerCharges(
  seedContext: SeedContext,
  account: AccountRow,
  { keyring, onPayment, ...wanted }: CustomerChargesOptions,
): Promise<MadeCharge[]> {
  const byHand: MadeCharge[] = []
  const planned = planCharges(account, seedContext.now(), wanted)
  await runConcurrently(
    CONCURRENCY,
    planned.map((charge) => async () => {
      const made = await chargeAsPlanned(seedContext, account, keyring, charge)
      if (charge.byHand) byHand.push(made)
      const { paidAt, card } = charge
      const isPaid = paidAt !== null && (await paySentLink(seedContext, account, made, { paidAt, card }))
      if (charge.bySavedCard || isPaid) onPayment?.()
    }),
  )
  return byHand
}

/** Pays the link of a charge as its customer; false without a link. */
export async function paySentLink(
  seedContext: SeedContext,
  account: AccountRow,
  { planned: { customer, at }, answer }: MadeCharge,
  { paidAt, card }: { paidAt: Date; card: CardDetails },
): Promise<boolean> {
  const sent = answer?.status === 201 ? chargeSchema.parse(JSON.parse(answer.body)).payment_link : null
  if (!sent) return false
  const payer = { name: customer.name, email: customer.email ?? '' }
  const link = { id: sent.id, madeAt: at }
  await pay({ ...seedContext, now: () => paidAt }, account, link, { outcome: 'pays', payer, card })
  return true
}

/** Charges at the planned instant; `bankFor` wraps the test bank for the service. */
export async function chargeAsPlanned(
  seedContext: SeedContext,
  account: AccountRow,
  keyring: Keyring,
  planned: MadeCharge['planned'],
  bankFor: (bank: Processor) => Processor = (bank) => bank,
): Promise<MadeCharge> {
  const { database, urls } = seedContext
  const { at, customer, amount, description, bySavedCard, reference } = planned
  const now = () => at
  const requestId = `history of ${account.id}`
  const answer = await chargeCustomer(
    {
      ctx: contextFor({ ...seedContext, now }, account),
      processor: bankFor(new TestBank(database, { webUrl: urls.web, now })),
      keyring,
      leaseMs: LEASE_MS,
    },
    {
      customerId: customer.id,
      body: { amount, description, use_saved_card: bySavedCard },
      idempotencyKey: reference,
      requestId,
      accountName: account.name,
      currency: account.currency,
    },
  ).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: JSON.stringify(toErrorBody(error, requestId)) }
  })
  return { planned, answer }
}
