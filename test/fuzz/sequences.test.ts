import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresChargeStore } from '@/lib/service/charges/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/charges/postgres-orphan-store'
import { reconcileOnce } from '@/lib/service/charges/reconcile'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { requestsOf, seed, timeoutMs } from './budget'
import { type FuzzTarget, openFuzzTarget } from './fuzz-target'
import { Model } from './sequence-model'
import { day, MerchantSession, runStep } from './sequence-steps'

let target: FuzzTarget

beforeAll(async () => {
  target = await openFuzzTarget()
})

afterAll(() => target.close())

const EVERYWHERE = [
  'cancelPaymentLink 200',
  'cancelPaymentLink 409 link_already_completed',
  'createCustomer 409 customer_already_exists',
  'createCharge 201',
  'createCharge 402 card_declined',
  'createCharge 402 authentication_required',
  'createCharge 404 resource_not_found',
  'createCharge 409 no_saved_card',
  'createCharge 409 customer_archived',
  'createCharge 409 charge_unresolved',
  'createCharge 422 idempotency_key_reused',
]

/** Runs the reconciler until nothing is due. */
async function settleUnresolved(): Promise<void> {
  const { database, bank: processor, urls, now } = target.running
  const deps = {
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs: 30_000 }),
    storeFor: (accountId: string) =>
      postgresChargeStore({ db: database.as('checkout_service', accountId), urls, leaseMs: 30_000 }),
    processor,
    owner: 'fuzzer',
    now,
  }
  while ((await reconcileOnce(deps)).taken > 0);
}

describe('sequences of requests', () => {
  test('sequences of requests in any order agree with a simple model', { timeout: timeoutMs }, async () => {
    const reached = new Set<string>()
    const property = fc.asyncProperty(day, async (steps) => {
      const session = new MerchantSession(
        target,
        await target.running.merchant(),
        await target.running.merchant(),
        reached,
      )
      const model = new Model()
      for (const [name, pick] of steps) await runStep(name, session, model, pick)
      await settleUnresolved()
      for (const id of model.unresolved) {
        const { body } = await session.call('getPayment', 200, { id })
        expect(['APPROVED', 'VOIDED']).toContain(body.status)
      }
      // A stored response never changes, whatever the state of the payment.
      for (let pick = 0; pick < model.keys.size; pick += 1) await runStep('chargeAgain', session, model, pick)
    })
    for (let round = 0; target.wire.sent < requestsOf('sequences'); round += 1) {
      await fc.assert(property, { numRuns: 5, seed: seed + round })
    }
    // A sequence without these steps would prove little.
    expect([...reached]).toEqual(expect.arrayContaining(EVERYWHERE))
    expect(await checkCoherence({ database: target.running.database })).toEqual([])
  })
})
