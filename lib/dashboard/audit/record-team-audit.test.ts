import { expect, test } from 'vitest'
import { startSession } from '@/lib/dashboard/team/sessions'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { recordTeamAudit } from './record-team-audit'

const { dashboard, ctx } = await connectedDashboard()
const from = { address: '198.51.100.7', userAgent: 'Firefox' }

async function newest() {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query({
    text: `SELECT user_id, action, object_id, outcome, address, details FROM dashboard.audit_entry
      WHERE team_id = $1 ORDER BY id DESC LIMIT 1`,
    values: [ctx.teamId],
  })
  return rows[0]
}

test('a sign-in and a wrong password of a member are recorded in the activity of the team', async () => {
  const { email, password } = OWNER
  const signedIn = await signIn(dashboard, { email, password, ...from })
  if (typeof signedIn === 'string') throw new Error(signedIn)
  const { userId, sessionId } = await startSession(dashboard, { userId: signedIn.userId, ...from })
  const known = { user_id: userId, address: from.address }
  expect(await newest()).toEqual({
    ...known,
    action: 'session.sign_in',
    object_id: sessionId,
    outcome: 'done',
    details: { user_agent: 'Firefox' },
  })
  dashboard.passMs(1_000)
  await signIn(dashboard, { email, password: 'wrong', ...from })
  await signIn(dashboard, { email: 'nobody@aurora.test', password, ...from })
  expect(await newest()).toEqual({
    ...known,
    action: 'session.sign_in_failed',
    object_id: null,
    outcome: 'failed',
    details: { reason: 'password', user_agent: 'Firefox' },
  })
})

test('a change of the team is recorded with both values, in the transaction of the change', async () => {
  const db = dashboard.database.as('checkout_dashboard_system')
  dashboard.passMs(1_000)
  const act = { teamId: ctx.teamId, userId: null, objectId: 'usr_1', address: null, now: dashboard.now() }
  const changed = { before: { role: 'VIEWER\0' }, after: { role: 'SUPPORT' } }
  const undone = db.transaction(async (tx) => {
    await recordTeamAudit(tx, { ...act, action: 'team.leave' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.transaction((tx) => recordTeamAudit(tx, { ...act, action: 'team.change_role', ...changed }))
  expect(await newest()).toMatchObject({
    action: 'team.change_role',
    details: { before: { role: 'VIEWER' }, after: { role: 'SUPPORT' } },
  })
})
