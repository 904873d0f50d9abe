import { expect, test } from 'vitest'
import { SESSIONS_PER_USER } from '@/lib/dashboard/team-limits'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { memberConnection } from './find-member'
import { startSession } from './sessions'

const { dashboard, ctx } = await connectedDashboard()

test('a sign-in beyond the limit of a user ends the session that was used least recently', async () => {
  const from = { userId: ctx.userId ?? '', address: '192.0.2.1', userAgent: 'Test' }
  const signIn = async () => {
    dashboard.passMs(1_000)
    return startSession(dashboard, from)
  }
  const [first, second] = [await signIn(), await signIn()]
  for (let sessions = 2; sessions < SESSIONS_PER_USER; sessions += 1) await signIn()
  dashboard.passMs(10 * 60_000)
  const isOpen = (claim: typeof first) =>
    memberConnection(dashboard, claim, ctx.slug).then(
      () => true,
      () => false,
    )
  expect(await isOpen(first)).toBe(true)
  const newest = await signIn()
  expect([await isOpen(first), await isOpen(second), await isOpen(newest)]).toEqual([true, false, true])
})
