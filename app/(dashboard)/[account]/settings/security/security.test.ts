import { createRequire } from 'node:module'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET, GET as ownGet } from '@/app/(dashboard)/settings/security/data/route'
import OwnSecurityPage from '@/app/(dashboard)/settings/security/page'
import { GET as authGet, POST as authPost } from '@/app/api/auth/[...nextauth]/route'
import { connect } from '@/lib/dashboard/connections/connect'
import { changePassword } from '@/lib/dashboard/team/change-password'
import { createMailedLink } from '@/lib/dashboard/team/mailed-link'
import type { Security } from '@/lib/dashboard/team/own-sign-in'
import type { SessionClaim } from '@/lib/dashboard/team/sessions'
import { consumeTwoStepCode } from '@/lib/dashboard/team/sign-in'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import { readSession } from '@/lib/dashboard/web/session'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { appCode } from '@/test/app-code'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import {
  changePasswordAction,
  confirmTwoStepAction,
  disableTwoStepAction,
  renewRecoveryCodesAction,
  revokeOtherSessionsAction,
  revokeSessionAction,
  startTwoStepAction,
} from './actions'

const WEB_URL = 'http://localhost:3000'
const COOKIE = 'next-auth.session-token'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const NEW_PASSWORD = 'quiet lemon tram 42'
const request = vi.hoisted(() => ({ token: '', address: '', userAgent: '', jar: new Map<string, string>() }))

// next/headers works only inside Next's server.
const nextHeaders = vi.hoisted(() => ({
  cookies: async () => ({
    get: (name: string) => ({
      value: name === 'known-browser' ? (request.jar.get(name) ?? '') : request.token,
    }),
    set: (name: string, value: string) => void request.jar.set(name, value),
    getAll: () => [...request.jar].map(([name, value]) => ({ name, value })),
  }),
  headers: async () =>
    new Headers({
      origin: 'http://localhost:3000',
      'x-forwarded-for': request.address,
      'user-agent': request.userAgent,
    }),
}))
vi.mock('next/headers', () => nextHeaders)
// next-auth requires next/headers on its own.
const { cache, resolve } = createRequire(import.meta.url)
cache[resolve('next/headers')] = Object.assign({}, cache[resolve('next/headers')], { exports: nextHeaders })

const dashboard = await startDashboard(new Date())
const host = await externalHost()
const db = dashboard.database.as('checkout_dashboard_system')
let user: { userId: string; email: string; slug: string }
let people = 0

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', 'x'.repeat(32))
  vi.stubEnv('NEXTAUTH_URL', WEB_URL)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
})
beforeEach(async () => {
  people += 1
  request.address = `198.51.100.${people}`
  const email = `person-${people}@aurora.test`
  const { userId, teamId } = await createOwner(dashboard, { ...OWNER, email })
  const { slug } = await connect(dashboard, { teamId, baseUrl: host.baseUrl, apiKey: host.apiKey })
  user = { userId, email, slug }
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

/** Calls next-auth's own route; `jar` holds the cookies of one browser. */
async function auth(jar: Map<string, string>, path: string, form?: Record<string, string>) {
  request.jar = jar
  const init = form
    ? { method: 'POST', body: new URLSearchParams(form), headers: await nextHeaders.headers() }
    : { headers: await nextHeaders.headers() }
  const handle = form ? authPost : authGet
  const answer = await handle(new NextRequest(`${WEB_URL}/api/auth/${path}`, init), {
    params: Promise.resolve({ nextauth: path.split('/') }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, decodeURIComponent(value))
  }
  return answer.json()
}

async function csrfOf(jar: Map<string, string>): Promise<string> {
  return (await auth(jar, 'csrf')).csrfToken
}

/** Signs in as the form does. @returns the session's cookie, or the error that the form reads */
async function signIn(
  typed: { password?: string; code?: string } = {},
  userAgent = FIREFOX,
  jar = new Map<string, string>(),
) {
  request.userAgent = userAgent
  const form = {
    email: user.email,
    password: OWNER.password,
    ...typed,
    csrfToken: await csrfOf(jar),
    json: 'true',
  }
  const { url } = await auth(jar, 'callback/credentials', form)
  return { jar, token: jar.get(COOKIE) ?? '', error: new URL(url).searchParams.get('error') }
}

async function read(token: string): Promise<{ status: number; body: Security }> {
  request.token = token
  const answer = await GET(new Request(`${WEB_URL}/settings/security/data`), {
    params: Promise.resolve({}),
  })
  return { status: answer.status, body: await answer.json() }
}

async function activity(): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>({
    text: 'SELECT action FROM dashboard.audit_entry WHERE user_id = $1 ORDER BY created_at, id',
    values: [user.userId],
  })
  return rows.map(({ action }) => action)
}

describe('sessions', () => {
  test('every browser is listed, the current one first, and a signed-out one is refused at its next request', async () => {
    const mine = await signIn()
    const other = await signIn(
      {},
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1',
    )
    const { body } = await read(mine.token)
    expect(body.sessions).toMatchObject([
      { current: true, browser: 'Firefox', system: 'Linux', address: request.address },
      { current: false, browser: 'Safari', system: 'iPhone' },
    ])
    expect((await read(other.token)).status).toBe(200)
    request.token = mine.token
    expect(await revokeSessionAction(user.slug, { id: body.sessions[1]?.id ?? '' })).toMatchObject({
      ok: true,
    })
    expect((await read(other.token)).status).toBe(401)
    expect((await read(mine.token)).body.sessions).toHaveLength(1)
    expect(await activity()).toEqual(['session.sign_in', 'session.sign_in', 'session.revoke'])
  })

  test('a user signs out all their other browsers at once, and no other user’s', async () => {
    const stranger = { user, session: await signIn() }
    const { userId } = await createOwner(dashboard, { ...OWNER, email: `other-${people}@aurora.test` })
    user = { ...user, userId, email: `other-${people}@aurora.test` }
    await db.query({
      text: 'INSERT INTO dashboard.membership (team_id, user_id, role, created_at) SELECT team_id, $1, $2, now() FROM dashboard.membership WHERE user_id = $3',
      values: [userId, 'VIEWER', stranger.user.userId],
    })
    const [mine, second, third] = [await signIn(), await signIn(), await signIn()]
    request.token = mine.token
    const foreign = (await read(stranger.session.token)).body.sessions[0]?.id ?? ''
    request.token = mine.token
    expect(await revokeSessionAction(user.slug, { id: foreign })).toMatchObject({ ok: true })
    expect(await revokeOtherSessionsAction(user.slug, {})).toEqual({ ok: true, data: { ended: 2 } })
    const states = await Promise.all(
      [mine, second, third, stranger.session].map(({ token }) => statusOf(token)),
    )
    expect(states).toEqual(['held', 'revoked', 'revoked', 'held'])
  })

  test('a sign-in from a browser without earlier sign-ins of its user is noticed, another person’s count as none', async () => {
    const notices = async () =>
      (
        await db.query({
          text: `SELECT FROM dashboard.mailed_link WHERE user_id = $1 AND facts->>'kind' = 'session.new_browser'`,
          values: [user.userId],
        })
      ).count
    const { jar } = await signIn()
    await signIn({}, FIREFOX, jar)
    expect(await notices()).toBe(0)
    const theirs = new Map([['known-browser', jar.get('known-browser') ?? '']])
    await signIn({}, FIREFOX, new Map())
    expect(await notices()).toBe(1)
    user = { ...user, ...(await createOwner(dashboard, { ...OWNER, email: `next-${people}@aurora.test` })) }
    user.email = `next-${people}@aurora.test`
    await signIn()
    await signIn({}, FIREFOX, theirs)
    expect(await notices()).toBe(1)
    await signIn({}, FIREFOX, theirs)
    expect(await notices()).toBe(1)
  })

  test('a cookie from before the sign-out is refused', async () => {
    const { jar, token } = await signIn()
    expect((await read(token)).status).toBe(200)
    await auth(jar, 'signout', { csrfToken: await csrfOf(jar), json: 'true' })
    expect(jar.has(COOKIE)).toBe(false)
    expect((await read(token)).status).toBe(401)
    expect(await activity()).toEqual(['session.sign_in', 'session.sign_out'])
  })
})

describe('a user without a team', () => {
  const leave = () =>
    db.query({ text: 'DELETE FROM dashboard.membership WHERE user_id = $1', values: [user.userId] })
  const readOwn = async () => (await ownGet(new Request(WEB_URL), { params: Promise.resolve({}) })).json()

  test('the user reads their sessions, signs the others out and changes the password', async () => {
    await leave()
    const [mine, other] = [await signIn(), await signIn()]
    request.token = mine.token
    expect((await readOwn()).sessions).toHaveLength(2)
    expect(await revokeOtherSessionsAction('', {})).toEqual({ ok: true, data: { ended: 1 } })
    expect(await statusOf(other.token)).toBe('revoked')
    expect(
      await changePasswordAction('', { password: OWNER.password, code: '', new_password: NEW_PASSWORD }),
    ).toMatchObject({
      ok: true,
    })
    expect(await startTwoStepAction('', { password: NEW_PASSWORD, code: '' })).toMatchObject({ ok: true })
    expect((await readOwn()).sessions).toHaveLength(1)
    request.token = other.token
    expect(await readOwn()).toMatchObject({ error: { code: 'signed_out' } })
    expect(await revokeOtherSessionsAction('', {})).toMatchObject({ error: { code: 'signed_out' } })
  })

  test('the page is shown to them, and leads a member to the page in their account', async () => {
    request.token = (await signIn()).token
    await expect(OwnSecurityPage()).rejects.toMatchObject({
      digest: expect.stringContaining(`/${user.slug}/settings/security`),
    })
    await leave()
    expect(await OwnSecurityPage()).toMatchObject({ props: { user: { email: user.email } } })
  })
})

describe('the user’s own password', () => {
  const change = (password: string, chosen: string) =>
    changePasswordAction(user.slug, { password, code: '', new_password: chosen })
  const problem = (field: string, code: string) => ({ ok: false, error: { fields: [{ field, code }] } })

  test('a new password ends every other session and invalidates the old one', async () => {
    const [mine, other] = [await signIn(), await signIn()]
    const subject = { purpose: 'RESET_PASSWORD', userId: user.userId } as const
    const link = { email: user.email, createdBy: null, byMail: true, subject, now: new Date() }
    await createMailedLink(db, link)
    request.token = mine.token
    expect(await change(OWNER.password, NEW_PASSWORD)).toEqual({ ok: true, data: { ended: 1 } })
    expect((await read(other.token)).status).toBe(401)
    expect((await read(mine.token)).status).toBe(200)
    expect(await signIn()).toMatchObject({ token: '', error: 'CredentialsSignin' })
    expect(await signIn({ password: NEW_PASSWORD })).toMatchObject({ error: null })
    expect(await activity()).toContain('user.change_password')
    const { rows } = await db.query({
      text: `SELECT revoked_at IS NULL AS is_open FROM dashboard.mailed_link WHERE user_id = $1 AND purpose = 'RESET_PASSWORD'`,
      values: [user.userId],
    })
    expect(rows).toEqual([{ is_open: false }])
  })

  test('a wrong current password, a weak new one and an unchanged one are refused at their fields', async () => {
    request.token = (await signIn()).token
    expect(await change('guess', NEW_PASSWORD)).toMatchObject(problem('password', 'wrong'))
    expect(await change(OWNER.password, 'short')).toMatchObject(problem('new_password', 'too_short'))
    expect(await change(OWNER.password, user.email)).toMatchObject(problem('new_password', 'own_name'))
    expect(await change(OWNER.password, OWNER.password)).toMatchObject(
      problem('new_password', 'same_password'),
    )
  })

  test('guesses of the current password end the session, and lock nobody out at a known IP address', async () => {
    const { token } = await signIn()
    const known = request.address
    request.token = token
    request.address = '203.0.113.9'
    const tries = []
    for (let index = 0; index < 11; index += 1) tries.push(await change('guess', NEW_PASSWORD))
    expect(tries.at(-2)).toMatchObject(problem('password', 'wrong'))
    expect(tries.at(-1)).toMatchObject({ ok: false, error: { code: 'signed_out' } })
    request.address = known
    expect(await signIn()).toMatchObject({ error: null })
  })

  test('only one of two concurrent password changes succeeds', async () => {
    const claims = await Promise.all([await signIn(), await signIn()].map(({ token }) => claimOf(token)))
    const own = { id: user.userId, email: user.email, name: OWNER.name, emailVerified: true }
    const of = { user: own, address: request.address }
    const results = await Promise.allSettled(
      claims.map((claim, index) =>
        changePassword(
          dashboard,
          { ...of, claim },
          { password: OWNER.password, code: '', new_password: `${NEW_PASSWORD} ${index}` },
        ),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('two-step sign-in', () => {
  const password = OWNER.password

  /** Turns two-step sign-in on in a new session. @returns the secret and the recovery codes */
  async function turnOn() {
    const { token } = await signIn()
    request.token = token
    const started = await startTwoStepAction(user.slug, { password, code: '' })
    if (!started.ok) throw new Error(started.error.message)
    const { secret } = started.data
    const confirmed = await confirmTwoStepAction(user.slug, { code: appCode(secret) })
    if (!confirmed.ok) throw new Error(confirmed.error.message)
    return { token, secret, codes: confirmed.data.codes }
  }

  test('a user with two-step sign-in needs password and code, and turning it on ends every other session', async () => {
    const other = await signIn()
    const { token, secret, codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    expect(await statusOf(other.token)).toBe('two_step')
    expect((await read(token)).body.two_step).toMatchObject({ recovery_codes: 10 })
    expect(await signIn()).toMatchObject({ token: '', error: 'two_step_required' })
    expect(await signIn({ code: appCode(secret, 3) })).toMatchObject({ token: '', error: 'wrong_code' })
    expect(await signIn({ code: appCode(secret, 1) })).toMatchObject({ error: null })
    expect(await activity()).toEqual(
      expect.arrayContaining(['user.two_step_on', 'session.sign_in_failed', 'session.sign_in']),
    )
  })

  test('two-step sign-in is not revealed before the correct password', async () => {
    const { secret } = await turnOn()
    for (const code of ['', appCode(secret), '000000'])
      expect(await signIn({ password: 'guess', code })).toMatchObject({
        token: '',
        error: 'CredentialsSignin',
      })
    const { rows } = await db.query<{ totp_sealed: string }>({
      text: 'SELECT totp_sealed FROM dashboard."user" WHERE id = $1',
      values: [user.userId],
    })
    expect(rows[0]?.totp_sealed).not.toContain(secret)
  })

  test('a code is accepted once, even if it is sent several times at once', async () => {
    const { secret } = await turnOn()
    const code = appCode(secret, 1)
    const spent = await Promise.all(
      Array.from({ length: 6 }, () =>
        consumeTwoStepCode(webDashboard(), { userId: user.userId, code, address: '' }),
      ),
    )
    expect(spent.filter(Boolean)).toHaveLength(1)
    // A code older than the last accepted one is invalid.
    expect(await signIn({ code: appCode(secret) })).toMatchObject({ error: 'wrong_code' })
  })

  test('a recovery code signs in once, in any spelling, and only its hash is stored', async () => {
    const { token, codes } = await turnOn()
    const [first = '', second = ''] = codes
    const spent = await Promise.all(
      Array.from({ length: 4 }, () =>
        consumeTwoStepCode(webDashboard(), { userId: user.userId, code: first, address: '' }),
      ),
    )
    expect(spent.filter(Boolean)).toHaveLength(1)
    expect(await signIn({ code: first })).toMatchObject({ error: 'wrong_code' })
    const spelled = ` ${second.replaceAll('-', ' ').toUpperCase()}`
    expect(await signIn({ code: spelled })).toMatchObject({ error: null })
    expect((await read(token)).body.two_step).toMatchObject({ recovery_codes: 8 })
    expect(await activity()).toContain('user.recovery_code_used')
    request.token = token
    expect(await renewRecoveryCodesAction(user.slug, { password, code: codes[3] ?? '' })).toMatchObject({
      ok: true,
    })
    expect(await signIn({ code: codes[2] ?? '' })).toMatchObject({ error: 'wrong_code' })
    expect((await read(token)).body.two_step).toMatchObject({ recovery_codes: 10 })
  })

  test('codes can be guessed ten times from one IP address, and twenty times a day from all unknown ones', async () => {
    const { secret } = await turnOn()
    const known = request.address
    const guesses: (string | null)[] = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      request.address = address
      for (let index = 0; index < 11; index += 1) guesses.push((await signIn({ code: '000000' })).error)
    }
    expect(guesses.filter((error) => error === 'wrong_code')).toHaveLength(20)
    expect(guesses.at(10)).toBe('too_many_attempts')
    expect(await signIn({ code: appCode(secret) })).toMatchObject({ error: 'too_many_attempts' })
    request.address = known
    expect(await signIn({ code: appCode(secret, 1) })).toMatchObject({ error: null })
  }, 30_000)

  test('two-step sign-in requires the password, a verified e-mail and a code of the started secret', async () => {
    request.token = (await signIn()).token
    expect(await startTwoStepAction(user.slug, { password: 'guess', code: '' })).toMatchObject({
      error: { fields: [{ field: 'password' }] },
    })
    expect(await confirmTwoStepAction(user.slug, { code: '000000' })).toMatchObject({
      error: { code: 'two_step_changed' },
    })
    const verify = (at: Date | null) =>
      db.query({
        text: 'UPDATE dashboard."user" SET email_verified_at = $2 WHERE id = $1',
        values: [user.userId, at],
      })
    await verify(null)
    expect(await startTwoStepAction(user.slug, { password, code: '' })).toMatchObject({
      error: { code: 'email_unverified' },
    })
    await verify(new Date())
    expect(await startTwoStepAction(user.slug, { password, code: '' })).toMatchObject({ ok: true })
    expect(await confirmTwoStepAction(user.slug, { code: 'abcdef' })).toMatchObject({
      error: { fields: [{ field: 'code' }] },
    })
    expect(await signIn()).toMatchObject({ error: null })
  })

  test('turning two-step sign-in off ends every other session, and then the password alone signs in', async () => {
    const { token, secret, codes } = await turnOn()
    const [code = ''] = codes
    const other = await signIn({ code: appCode(secret, 1) })
    request.token = token
    expect(await disableTwoStepAction(user.slug, { password: 'guess', code })).toMatchObject({ ok: false })
    expect(await disableTwoStepAction(user.slug, { password, code: '' })).toMatchObject({
      error: { fields: [{ field: 'code' }] },
    })
    expect(await disableTwoStepAction(user.slug, { password, code })).toMatchObject({ ok: true })
    expect(await statusOf(other.token)).toBe('two_step')
    expect(await signIn()).toMatchObject({ error: null })
    expect((await read(token)).body.two_step).toBeNull()
    expect(await activity()).toContain('user.two_step_off')
  })
})

/** Returns the reason why the session of a token ended, or that it is active. */
async function statusOf(token: string): Promise<string> {
  const { sessionId } = await claimOf(token)
  const { rows } = await db.query<{ ended_by: string | null }>({
    text: 'SELECT ended_by FROM dashboard.session WHERE id = $1',
    values: [sessionId],
  })
  return rows[0]?.ended_by ?? 'held'
}

async function claimOf(token: string): Promise<SessionClaim> {
  const claim = await readSession(token, 'x'.repeat(32))
  if (!claim) throw new Error('no session')
  return claim
}
