import type { ProcessResources } from '@/lib/platform/process'
import type { Processor } from './port'
import { openStripe } from './stripe/stripe-api'
import { StripeProcessor } from './stripe/stripe-processor'
import { TestBank } from './test-bank'

/** Returns the card processor of this deployment. Further adapters are chosen here (docs/processors.md). */
export function openProcessor({ env, database }: Pick<ProcessResources, 'env' | 'database'>): Processor {
  switch (env.PROCESSOR) {
    case 'test_bank':
      return new TestBank(database, { webUrl: env.WEB_URL })
    case 'stripe':
      return new StripeProcessor(database, { stripe: openStripe(env) })
  }
}
