import type { Database } from '@/lib/platform/database'
import type { Environment } from '@/lib/platform/env'
import type { Keyring } from '@/lib/platform/secrets'
import type { Bank } from './port'
import { TestBankTransfers, type TestBankTransfersOptions } from './test-bank-transfers'

export interface BankDeps {
  database: Database
  keyring: Keyring
  bank: Environment['BANK']
}

/** Returns the bank of this deployment. Further adapters are chosen here. `options` concern the test bank alone. */
export function openBank({ database, bank }: BankDeps, options: TestBankTransfersOptions = {}): Bank {
  if (bank === 'test_bank') return new TestBankTransfers(database, options)
  throw new Error('the adapter is missing')
}
