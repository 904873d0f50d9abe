import { expect, test } from 'vitest'
import { countCode, countSignIn, limits } from '@/lib/dashboard/attempts/attempts'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { admitReset, mailReset, resetPassword } from './change-password'
import { linkUrl, readMailedLink } from './mailed-link'
import { startSession } from './sessions'
import { signIn } from './sign-in'
import { admitSignUp, createOwner } from './sign-up'
import { changeUnverifiedEmail, sendVerification, verifyEmail } from './verify-email'

const dashboard = await startDashboard()
const db = dashboard.database.as('checkout_dashboard_system')
const ADDRESS = '192.0.2.1'
const NEW = 'a lemon tram in winter'

async function tokensOf(email: string, purpose: 'RESET_PASSWORD' | 'VERIFY_EMAIL'): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: 'SELECT id FROM dashboard.mailed_link WHERE email = $1 AND purpose = $2 ORDER BY created_at, id',
    values: [email, purpose],
  })
  return rows.map(({ id }) => linkUrl(dashboard, '', { id, purpose }).split('/').at(-1) ?? '')
}

async function newUser(email: string, emailVerified = true) {
  const { userId } = await createOwner(dashboard, { ...OWNER, email, emailVerified })
  const claim = await startSession(dashboard, { userId, address: ADDRESS, userAgent: '' })
  return { user: { id: userId, email, name: OWNER.name, emailVerified }, claim, address: ADDRESS }
}

async function stateOf(userId: string) {
  const { rows } = await db.query({
    text: `SELECT email_verified_at IS NOT NULL AS verified, totp_sealed IS NOT NULL AS two_step,
        (SELECT count(*)::int FROM dashboard.session WHERE user_id = u.id AND ended_at IS NULL) AS sessions,
        (SELECT count(*)::int FROM dashboard.recovery_code WHERE user_id = u.id) AS codes
      FROM dashboard."user" u WHERE id = $1`,
    values: [userId],
  })
  return rows[0]
}

async function turnTwoStepOn(userId: string): Promise<void> {
  await db.query({
    text: `WITH codes AS (INSERT INTO dashboard.recovery_code (user_id, hash, created_at) VALUES ($1, 'code', now()))
      UPDATE dashboard."user" SET totp_sealed = 'sealed', totp_confirmed_at = now() WHERE id = $1`,
    values: [userId],
  })
}

test('the newest mailed link sets a forgotten password once and ends every session', async () => {
  const { user } = await newUser('forgot@aurora.test')
  await turnTwoStepOn(user.id)
  await mailReset(dashboard, 'Forgot@Aurora.test')
  dashboard.passMs(1_000)
  await mailReset(dashboard, user.email)
  const [older = '', token = ''] = await tokensOf(user.email, 'RESET_PASSWORD')
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', older)).toBeNull()
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', token)).toMatchObject({ email: user.email })
  expect(await stateOf(user.id)).toMatchObject({ sessions: 1 })

  await expect(resetPassword(dashboard, { token, password: 'password1234' }, ADDRESS)).rejects.toMatchObject({
    fields: [{ field: 'password', code: 'common_password' }],
  })
  const both = [0, 1].map(() => resetPassword(dashboard, { token, password: NEW }, ADDRESS))
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  // A mail proves the address, not the second factor.
  expect(await stateOf(user.id)).toEqual({ verified: true, two_step: true, sessions: 0, codes: 1 })
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', token)).toBeNull()
})

test('a link for a new password expires after an hour, and opens nothing else', async () => {
  const { user } = await newUser('late@aurora.test')
  await mailReset(dashboard, user.email)
  const [token = ''] = await tokensOf(user.email, 'RESET_PASSWORD')
  expect(await readMailedLink(dashboard, 'VERIFY_EMAIL', token)).toBeNull()
  await expect(
    verifyEmail(dashboard, token, { address: ADDRESS, userId: user.id, sessionId: null }),
  ).rejects.toMatchObject({
    code: 'link_over',
  })
  dashboard.passMs(60 * 60_000)
  await expect(resetPassword(dashboard, { token, password: NEW }, ADDRESS)).rejects.toMatchObject({
    code: 'link_over',
  })
})

test('the owner of an address takes over an account that another person signed up with it', async () => {
  const { user } = await newUser('squatted@aurora.test', false)
  await turnTwoStepOn(user.id)
  await mailReset(dashboard, user.email)
  const [token = ''] = await tokensOf(user.email, 'RESET_PASSWORD')
  await resetPassword(dashboard, { token, password: NEW }, ADDRESS)
  expect(await stateOf(user.id)).toEqual({ verified: true, two_step: false, sessions: 0, codes: 0 })
  const login = { email: user.email, address: ADDRESS }
  expect(await signIn(dashboard, { ...login, password: OWNER.password })).toBe('wrong')
  expect(await signIn(dashboard, { ...login, password: NEW })).toMatchObject({ userId: user.id })
})

test('requests for a new password have the same limits for an unknown address', async () => {
  for (const email of ['known@aurora.test', 'nobody@aurora.test']) {
    if (email.startsWith('known')) await newUser(email)
    for (let index = 0; index < 5; index += 1) await admitReset(dashboard, { email, address: '198.51.100.1' })
    await expect(admitReset(dashboard, { email, address: '198.51.100.2' })).rejects.toMatchObject({
      code: 'too_many_mails',
    })
  }
  await mailReset(dashboard, 'nobody@aurora.test')
  expect(await tokensOf('nobody@aurora.test', 'RESET_PASSWORD')).toEqual([])
  await expect(admitReset(dashboard, { email: 'no address', address: ADDRESS })).rejects.toMatchObject({
    fields: [{ field: 'email' }],
  })
})

test('sign-ups of strangers with the address of a user refuse that user no new password', async () => {
  const { user } = await newUser('target@aurora.test')
  const { email } = user
  for (let index = 0; index < 5; index += 1) await admitSignUp(dashboard, { email, address: '198.51.100.1' })
  await admitReset(dashboard, { email, address: ADDRESS })
})

test('a new password by mail forgets the guesses of strangers, and no codes of two-step sign-in', async () => {
  const { user } = await newUser('guessed@aurora.test')
  const { email } = user
  await turnTwoStepOn(user.id)
  const at = (network: number) => ({ email, address: `10.1.${network}.1` })
  for (let network = 0; network <= 100; network += 1) await countSignIn(dashboard, at(network))
  for (let codes = 0; codes < 20; codes += 1) expect(await countCode(dashboard, at(0))).toBe(true)
  await mailReset(dashboard, email)
  const [token = ''] = await tokensOf(email, 'RESET_PASSWORD')
  await resetPassword(dashboard, { token, password: NEW }, ADDRESS)
  const login = { email, password: NEW, address: ADDRESS }
  expect(await signIn(dashboard, login)).toBe('two_step_required')
  expect(await signIn(dashboard, { ...login, code: '000000' })).toBe('too_many_attempts')
})

test('a user mails at most five strangers a day by changing an unverified address', async () => {
  const actor = await newUser('relay@aurora.test', false)
  const change = (to: string) => changeUnverifiedEmail(dashboard, actor, `${to}@victims.test`)
  for (let changes = 0; changes < limits['address changes'].max; changes += 1)
    await change(`victim${changes}`)
  await expect(change('one-more')).rejects.toMatchObject({ code: 'address_changes' })
  dashboard.passMs(24 * 60 * 60_000)
  await change('next-day')
})

test('only the newest mail verifies an address, which may be changed until then', async () => {
  const actor = await newUser('mistyped@aurora.test', false)
  await sendVerification(dashboard, actor)
  const [mistyped = ''] = await tokensOf(actor.user.email, 'VERIFY_EMAIL')
  await newUser('other@aurora.test')
  for (const typed of ['Other@aurora.test', 'nothing'])
    await expect(changeUnverifiedEmail(dashboard, actor, typed)).rejects.toMatchObject({
      fields: [{ field: 'email' }],
    })
  await changeUnverifiedEmail(dashboard, actor, 'Right@aurora.test')
  const own = { address: ADDRESS, ...actor.claim }
  await expect(verifyEmail(dashboard, mistyped, own)).rejects.toMatchObject({ code: 'link_over' })
  expect(await stateOf(actor.user.id)).toMatchObject({ verified: false })

  const [token = ''] = await tokensOf('right@aurora.test', 'VERIFY_EMAIL')
  expect(await readMailedLink(dashboard, 'VERIFY_EMAIL', token)).toMatchObject({ email: 'right@aurora.test' })
  // A press by a reader of the mail who is not signed in as its user verifies nothing.
  for (const userId of [null, 'user_other'])
    await expect(verifyEmail(dashboard, token, { ...own, userId })).rejects.toMatchObject({
      code: 'signed_out',
    })
  await verifyEmail(dashboard, token, own)
  expect(await stateOf(actor.user.id)).toMatchObject({ verified: true, sessions: 1 })
  await expect(verifyEmail(dashboard, token, own)).rejects.toMatchObject({ code: 'link_over' })
  const late = changeUnverifiedEmail(dashboard, actor, 'late-change@aurora.test')
  await expect(late).rejects.toMatchObject({ code: 'forbidden' })
})
