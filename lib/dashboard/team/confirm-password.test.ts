import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '@/lib/platform/password'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { confirmPassword } from './confirm-password'
import { startSession } from './sessions'

const { dashboard, ctx } = await connectedDashboard()
const PASSWORD = 'correct-horse-9'
const HOUR_MS = 3_600_000
const user = { id: ctx.userId ?? '', email: '', name: 'Owner' }

beforeEach(async () => {
  dashboard.passMs(2 * HOUR_MS)
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{ email: string }>({
    text: 'UPDATE dashboard."user" SET password_hash = $2 WHERE id = $1 RETURNING email',
    values: [user.id, await hashPassword(PASSWORD)],
  })
  user.email = rows[0]?.email ?? ''
})

/** Returns a function that types a password in a session of its own, each time from another network. */
async function session(network: number) {
  const claim = await startSession(dashboard, { userId: user.id, address: '192.0.2.1', userAgent: 'Test' })
  let tries = 0
  return (password: string) => {
    tries += 1
    const actor = { user, claim, address: `10.${network}.${tries}.1` }
    return confirmPassword(dashboard, actor as never, password).then(
      () => 'confirmed',
      (error: { code: string }) => error.code,
    )
  }
}

test('wrong passwords from any number of networks end their session, and a correct one forgets them', async () => {
  const type = await session(1)
  for (let wrong = 0; wrong < 9; wrong += 1) expect(await type('wrong')).toBe('invalid_parameters')
  expect(await type(PASSWORD)).toBe('confirmed')
  for (let wrong = 0; wrong < 10; wrong += 1) expect(await type('wrong')).toBe('invalid_parameters')
  expect(await type(PASSWORD)).toBe('signed_out')
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query({
    text: 'SELECT ended_by FROM dashboard.session WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    values: [user.id],
  })
  expect(rows).toEqual([{ ended_by: 'revoked' }])
})

test('sessions of one user share the limit, and another one confirms the correct password all the same', async () => {
  const [first, second, own] = [await session(2), await session(3), await session(4)]
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await first('wrong')).toBe('invalid_parameters')
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await second('wrong')).toBe('invalid_parameters')
  expect(await second('wrong')).toBe('signed_out')
  expect(await own(PASSWORD)).toBe('confirmed')
})
