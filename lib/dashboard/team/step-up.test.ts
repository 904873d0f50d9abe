import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '@/lib/platform/credentials'
import { appCode } from '@/test/app-code'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { startSession } from './sessions'
import { stepUp } from './step-up'
import { confirmTwoStep, startTwoStep } from './two-step'

const { dashboard, ctx } = await connectedDashboard()
const PASSWORD = 'correct-horse-9'
const HOUR_MS = 3_600_000
const user = { id: ctx.userId ?? '', email: '', name: 'Owner', emailVerified: true }

beforeEach(async () => {
  dashboard.passMs(2 * HOUR_MS)
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{ email: string }>({
    text: `UPDATE dashboard."user" SET password_hash = $2, totp_sealed = NULL, totp_confirmed_at = NULL WHERE id = $1
      RETURNING email`,
    values: [user.id, await hashPassword(PASSWORD)],
  })
  user.email = rows[0]?.email ?? ''
})

/** Returns a function that steps up in a session of its own, each time from another network, with its actor. */
async function session(network: number) {
  const claim = await startSession(dashboard, { userId: user.id, address: '192.0.2.1', userAgent: 'Test' })
  let tries = 0
  const actor = () => {
    tries += 1
    return { user, claim, address: `10.${network}.${tries}.1` }
  }
  const type = (password: string, code = '') =>
    stepUp(dashboard, actor(), { password, code }).then(
      () => 'confirmed',
      ({ code: refusal, fields = [] }: { code: string; fields?: { field: string }[] }) =>
        [refusal, ...fields.map(({ field }) => field)].join(' '),
    )
  return { type, actor }
}

/** Turns two-step sign-in on. @returns the app's code, `away` steps from now, and the recovery codes */
async function turnOn({ actor }: Awaited<ReturnType<typeof session>>) {
  const { secret } = await startTwoStep(
    dashboard,
    actor(),
    { password: PASSWORD, code: '' },
    { hasMail: false },
  )
  const codeOf = (away: number) => appCode(secret, away, dashboard.now())
  const { codes } = await confirmTwoStep(dashboard, actor(), { code: codeOf(-1) }, { hasMail: false })
  return { codeOf, codes }
}

const WRONG = 'invalid_parameters password'
const WRONG_CODE = 'invalid_parameters code'

test('wrong passwords from any number of networks end their session, and a correct one forgets them', async () => {
  const { type } = await session(1)
  for (let wrong = 0; wrong < 9; wrong += 1) expect(await type('wrong')).toBe(WRONG)
  expect(await type(PASSWORD)).toBe('confirmed')
  for (let wrong = 0; wrong < 10; wrong += 1) expect(await type('wrong')).toBe(WRONG)
  expect(await type(PASSWORD)).toBe('signed_out')
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query({
    text: 'SELECT ended_by FROM dashboard.session WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    values: [user.id],
  })
  expect(rows).toEqual([{ ended_by: 'revoked' }])
})

test('sessions of one user share the limit, and another one confirms the correct password all the same', async () => {
  const [first, second, own] = [await session(2), await session(3), await session(4)]
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await first.type('wrong')).toBe(WRONG)
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await second.type('wrong')).toBe(WRONG)
  expect(await second.type('wrong')).toBe('signed_out')
  expect(await own.type(PASSWORD)).toBe('confirmed')
})

test('a member with two-step sign-in needs the password and a code, and no code works twice', async () => {
  const own = await session(5)
  const { codeOf, codes } = await turnOn(own)
  const [recovery = ''] = codes
  expect(await own.type(PASSWORD)).toBe(WRONG_CODE)
  expect(await own.type(PASSWORD, codeOf(3))).toBe(WRONG_CODE)
  expect(await own.type('wrong', codeOf(0))).toBe(WRONG)
  expect(await own.type(PASSWORD, codeOf(0))).toBe('confirmed')
  expect(await own.type(PASSWORD, codeOf(0))).toBe(WRONG_CODE)
  expect(await own.type(PASSWORD, recovery)).toBe('confirmed')
  expect(await own.type(PASSWORD, recovery)).toBe(WRONG_CODE)
})

test('wrong codes count as wrong passwords do, and the correct password alone forgets none', async () => {
  const own = await session(6)
  const { codeOf } = await turnOn(own)
  for (let wrong = 0; wrong < 4; wrong += 1) expect(await own.type('wrong')).toBe(WRONG)
  for (let wrong = 0; wrong < 3; wrong += 1) expect(await own.type(PASSWORD)).toBe(WRONG_CODE)
  for (let wrong = 0; wrong < 3; wrong += 1) expect(await own.type(PASSWORD, codeOf(3))).toBe(WRONG_CODE)
  expect(await own.type(PASSWORD, codeOf(0))).toBe('signed_out')
})
