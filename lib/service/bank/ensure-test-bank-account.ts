import type { Handle } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { insertBankAccount, makeHeldTransfersDue } from './set-bank-account'
import { testAccounts } from './test-accounts'

const BANK_NAME = 'Test Bank'

/** Gives an account without a bank account one of the test bank's, because in test mode every account has one. */
export async function ensureTestBankAccount(
  db: Handle,
  { accountId, holder, keyring, now }: { accountId: string; holder: string; keyring: Keyring; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [{ number }] = testAccounts
    const row = await insertBankAccount(
      tx,
      { accountId, keyring, now },
      { bank_name: BANK_NAME, holder, number },
    )
    if (row) await makeHeldTransfersDue(tx, row, now)
  })
}
