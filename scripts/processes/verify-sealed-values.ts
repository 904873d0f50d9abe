import type { Database } from '@/lib/platform/database'
import { verifySealedColumns } from '@/lib/platform/reseal'
import type { Keyring } from '@/lib/platform/secrets'
import { sealedDashboardColumns } from './sealed-dashboard-columns'
import { sealedServiceColumns } from './sealed-service-columns'

/** Opens one value of each sealed column and encryption key of the service. Throws the error of `Keyring.open`. */
export function verifyServiceValues(database: Database, keyring: Keyring): Promise<void> {
  return verifySealedColumns(database.as('checkout_system'), keyring, sealedServiceColumns)
}

/** Opens one value of each sealed column and encryption key of both sides. Throws the error of `Keyring.open`. */
export async function verifySealedValues(
  database: Database,
  dashboardDatabase: Database<'dashboard'>,
  keyring: Keyring,
): Promise<void> {
  await verifyServiceValues(database, keyring)
  await verifySealedColumns(
    dashboardDatabase.as('checkout_dashboard_system'),
    keyring,
    sealedDashboardColumns,
  )
}
