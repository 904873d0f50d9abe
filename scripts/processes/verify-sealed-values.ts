import { verifyConnectionSecrets } from '@/lib/dashboard/connections/verify-secrets'
import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { verifyBankAccounts } from '@/lib/service/bank/verify-bank-accounts'
import { verifySavedCards } from '@/lib/service/customers/verify-saved-cards'
import { verifyStoredSecrets } from '@/lib/service/webhooks/verify-secrets'

/** Opens one value of each kind and encryption key of the service. Throws the error of `Keyring.open`. */
export async function verifyServiceValues(database: Database, keyring: Keyring): Promise<void> {
  await verifyStoredSecrets(database, keyring)
  await verifySavedCards(database, keyring)
  await verifyBankAccounts(database, keyring)
}

/** Opens one value of each kind and encryption key of both sides. Throws the error of `Keyring.open`. */
export async function verifySealedValues(
  database: Database,
  dashboardDatabase: Database<'dashboard'>,
  keyring: Keyring,
): Promise<void> {
  await verifyServiceValues(database, keyring)
  await verifyConnectionSecrets(dashboardDatabase, keyring)
}
