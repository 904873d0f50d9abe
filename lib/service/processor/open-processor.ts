import type { ProcessResources } from '@/lib/platform/process'
import type { Processor } from './port'
import { TestBank } from './test-bank'

/** Returns the processor of this deployment: the test bank in test mode. Further adapters are chosen here. */
export function openProcessor({ env, database }: ProcessResources): Processor {
  if (env.TEST_MODE) return new TestBank(database, { webUrl: env.WEB_URL })
  throw new Error('TEST_MODE is 0, but no card processor is set up. Set TEST_MODE=1 to use the test bank.')
}
