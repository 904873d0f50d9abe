import type { Database } from '@/lib/platform/database'
import type { Environment } from '@/lib/platform/env'
import type { Keyring } from '@/lib/platform/secrets'
import { ManualBank } from './manual/manual-bank'
import type { Bank } from './port'
import { TestBankTransfers, type TestBankTransfersOptions } from './test-bank-transfers'

export interface BankDeps {
  database: Database
  keyring: Keyring
  bank: Environment['BANK']
}

/** Returns the bank of this deployment. Further adapters are chosen here. The test bank alone has a delay. */
export function openBank(
  { database, keyring, bank }: BankDeps,
  options: TestBankTransfersOptions = {},
): Bank {
  if (bank === 'test_bank') return new TestBankTransfers(database, options)
  return new ManualBank(database, keyring, options)
}
