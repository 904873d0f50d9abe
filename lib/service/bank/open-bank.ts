import type { Database } from '@/lib/platform/database'
import type { Bank } from './port'
import { TestBankTransfers, type TestBankTransfersOptions } from './test-bank-transfers'

/** Returns the bank of this deployment: the test bank in test mode. Further adapters are chosen here. */
export function openBank(
  database: Database,
  { testMode, ...options }: { testMode: boolean } & TestBankTransfersOptions,
): Bank {
  if (testMode) return new TestBankTransfers(database, options)
  throw new Error('TEST_MODE is 0, but no bank is set up. Set TEST_MODE=1 to use the test bank.')
}
