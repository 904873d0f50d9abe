import type { Command } from 'commander'
import { resealColumn } from '@/lib/platform/reseal'
import { sealedDashboardColumns } from '@/scripts/processes/sealed-dashboard-columns'
import { sealedServiceColumns } from '@/scripts/processes/sealed-service-columns'
import { print, type Session } from './session'

/** Adds `secrets …`: values that are sealed at rest. */
export function addSecretCommands(program: Command, session: Session): void {
  program
    .command('secrets')
    .description('values that are sealed at rest')
    .command('rotate')
    .description('seal every value again under the first key of ENCRYPTION_KEYS, while everything runs')
    .action(async () => {
      const { database, keyring, db } = session
      const resealed: Record<string, number> = {}
      const columns = [
        ...sealedServiceColumns.map((column) => ({ column, handle: db })),
        ...sealedDashboardColumns.map((column) => ({
          column,
          handle: database.as('checkout_dashboard_system'),
        })),
      ]
      for (const { column, handle } of columns)
        resealed[`${column.table}.${column.column}`] = await resealColumn(handle, keyring, column)
      print(session, program.opts<{ json?: boolean }>().json ?? false, {
        key: keyring.currentKeyId,
        ...resealed,
      })
    })
}
