import type { Command } from 'commander'
import { readUsage } from '@/lib/dashboard/quotas/read-usage'
import { counted, printList, type Session } from './session'

/** Adds `quotas`: what each team uses of its limits. */
export function addQuotasCommand(program: Command, session: Session): void {
  program
    .command('quotas')
    .description('what each team uses of its limits, the most used first')
    .option('--team <team>', 'only this team, by its id')
    .action(async ({ team }: { team?: string }) => {
      const json = program.opts<{ json?: boolean }>().json ?? false
      const db = session.database.as('checkout_dashboard_system')
      const usage = (await readUsage(db)).filter((row) => team === undefined || row.team_id === team)
      const share = ({ used, limit }: { used: number; limit: number }) =>
        Math.round((used / limit) * 1_000) / 10
      const rows = usage.map(({ at_limit, ...row }) => ({ ...row, percent: share(row), at_limit }))
      printList(session, json, {
        rows,
        none: 'No team uses any of its quotas.',
        some: (count) => `${counted(count, 'quota')} in use:`,
      })
    })
}
