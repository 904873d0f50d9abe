import { it } from 'vitest'
import { openTestPool } from '@/test/factories/create-shop'
import { describeProcessor } from '@/test/processor-conformance'
import { createTestDatabase } from '@/test/test-database'
import { stripeUnderTest } from './stripe-under-test'

const { STRIPE_VERIFY, STRIPE_SECRET_KEY, STRIPE_API_BASE } = process.env

// Only `operator processor verify` reaches Stripe; these tests never do by themselves.
if (STRIPE_VERIFY === '1')
  describeProcessor(
    'stripe, by its own test mode,',
    async () => {
      const testDatabase = await createTestDatabase({ tampered: true })
      const database = openTestPool(testDatabase.url, 20)
      return stripeUnderTest({
        database,
        settings: { STRIPE_SECRET_KEY, STRIPE_API_BASE },
        async close() {
          await database.close()
          await testDatabase.drop()
        },
      })
    },
    { repetitions: 5 },
  )
else it.skip('verification against Stripe itself: `operator processor verify`')
