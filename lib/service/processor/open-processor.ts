import type { ProcessResources } from '@/lib/platform/process'
import type { ProcessorBooks } from './books'
import type { Processor } from './port'
import { checkStripeAccount } from './stripe/check-account'
import { openStripe } from './stripe/stripe-api'
import { StripeProcessor } from './stripe/stripe-processor'
import { TestBank } from './test-bank'

type Resources = Pick<ProcessResources, 'env' | 'database'>

/** Returns the card processor of this deployment. Further adapters are chosen here (docs/processors.md). */
export function openProcessor({ env, database }: Resources): Processor {
  switch (env.PROCESSOR) {
    case 'test_bank':
      return new TestBank(database, { webUrl: env.WEB_URL })
    case 'stripe':
      return new StripeProcessor(database, { stripe: openStripe(env) })
  }
}

/** Returns the books of this deployment's processor; null for the test bank, whose books are in our own database. */
export function openProcessorBooks({ env, database }: Resources): ProcessorBooks | null {
  if (env.PROCESSOR === 'test_bank') return null
  return new StripeProcessor(database, { stripe: openStripe(env) })
}

/** Compares the processor's account with ours. Returns differences; throws if it takes no payments. */
export async function checkProcessor({ env, database }: Resources): Promise<string[]> {
  if (env.PROCESSOR === 'test_bank') return []
  return checkStripeAccount(openStripe(env), database, !env.TEST_MODE)
}
