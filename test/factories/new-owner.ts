import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { newPassword } from '@/lib/dashboard/team/new-password-rule'
import { createOwner, openTeam } from '@/lib/dashboard/team/sign-up'
import { openResources } from '@/lib/platform/process'
import { giveAccount } from '@/lib/service/accounts/give-account'

const ROUNDS_MAX = 300

// A separate process in the environment of a running server, because no page opens accounts for tests: creates an owner
// whose team is connected to one host, with its history imported, and owns an account of this service that had no owner. `new-owner
// '{"email","name","teamName","baseUrl","apiKey"}'` prints the password, the team and the account's slug; an empty `apiKey` leaves
// the team without an account.
const { email, name, teamName, baseUrl, apiKey } = JSON.parse(process.argv[2] ?? '{}')
const resources = openResources('new-owner')
const dashboard = openDashboard(resources)
try {
  if (apiKey === '') {
    const password = newPassword()
    await createOwner(dashboard, { email, name, password, teamName })
    process.stdout.write(JSON.stringify({ email, password }))
  } else {
    const { password, connectionId, slug, teamId, accountId } = await openTeam(dashboard, {
      email,
      name,
      teamName,
      baseUrl,
      apiKey,
    })
    const change = { accountId, actor: { kind: 'operator' } as const, team: teamId, onlyUnowned: true }
    if (baseUrl === resources.env.BASE_URL)
      await giveAccount(resources.database.as('checkout_system'), change, dashboard.now())
    await finishImport(connectionId)
    process.stdout.write(JSON.stringify({ email, password, slug, team_id: teamId }))
  }
} finally {
  await dashboard.prisma.$disconnect()
  await Promise.all([resources.database.close(), resources.dashboardDatabase.close()])
}

/** Finishes the import. The worker may claim the run first; in either case it is done when this returns. */
async function finishImport(connectionId: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await workOneRun(dashboard, { owner: `new-owner-${process.pid}` })
    const { rows } = await resources.dashboardDatabase
      .as('checkout_dashboard', connectionId)
      .query<{ state: string }>({ text: 'SELECT state FROM dashboard.sync_run ORDER BY started_at LIMIT 1' })
    if (rows[0]?.state === 'DONE') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the history was not imported')
}
