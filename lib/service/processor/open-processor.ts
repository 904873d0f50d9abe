import type { ProcessResources } from '@/lib/platform/process'
import type { Processor } from './port'
import { TestBank } from './test-bank'

/** Returns the card processor of this deployment. Further adapters are chosen here (docs/processors.md). */
export function openProcessor({ env, database }: Pick<ProcessResources, 'env' | 'database'>): Processor {
  if (env.PROCESSOR === 'test_bank') return new TestBank(database, { webUrl: env.WEB_URL })
  throw new Error('the adapter is missing')
}
