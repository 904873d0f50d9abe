import type { ProcessResources } from '@/lib/platform/process'
import type { ProcessorBooks } from './books'
import type { Processor } from './port'
import { TestBank } from './test-bank'

/** Returns the card processor of this deployment. Further adapters are chosen here (docs/processors.md). */
export function openProcessor({ env, database }: Pick<ProcessResources, 'env' | 'database'>): Processor {
  if (env.PROCESSOR === 'test_bank') return new TestBank(database, { webUrl: env.WEB_URL })
  throw new Error('the adapter is missing')
}

/** Returns the books of this deployment's processor; null for the test bank, whose books are in our own database. */
export function openProcessorBooks({ env }: Pick<ProcessResources, 'env'>): ProcessorBooks | null {
  if (env.PROCESSOR === 'test_bank') return null
  throw new Error('the adapter is missing')
}
