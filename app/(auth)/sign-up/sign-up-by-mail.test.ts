import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queueSecurityNotices } from '@/lib/dashboard/mail/security-notice'
import { runLinkMail } from '@/lib/dashboard/team/run-link-mail'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { createOwner, readSignUp } from '@/lib/dashboard/team/sign-up'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { smtpMailer } from '@/lib/platform/mail/mailer'
import { startOwnService } from '@/test/fixtures/own-service'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { startMailServer } from '@/test/mail-server'
import { loginEnvironment } from '@/test/test-logins'
import { completeSignUpAction, signUpAction } from './actions'

const WEB_URL = 'http://localhost:3000'
const server = vi.hoisted(() => ({
  afterwards: [] as (() => Promise<unknown>)[],
  address: 0,
  language: 'en',
}))
// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => undefined }),
  headers: async () =>
    new Headers({
      origin: 'http://localhost:3000',
      'x-forwarded-for': `198.51.100.${server.address}`,
      'accept-language': server.language,
    }),
}))
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  after: (work: () => Promise<unknown>) => void server.afterwards.push(work),
}))

const dashboard = await startDashboard(new Date())
const system = dashboard.database.as('checkout_dashboard_system')
const mails = await startMailServer()
const mailer = smtpMailer({ url: mails.url, from: 'no-reply@checkout.test' })
const KNOWN = 'known@luna.test'
const PASSWORD = 'a lemon tram in winter'
const form = {
  name: 'Luz Luna',
  business_name: 'Luna',
  country: 'GT',
  currency: 'GTQ',
  timezone: 'America/Guatemala',
}

beforeAll(async () => {
  const baseUrl = await startOwnService(dashboard)
  for (const [name, value] of Object.entries({
    ...loginEnvironment(dashboard.url),
    NEXTAUTH_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL,
    API_URL: new URL(baseUrl).origin,
    MAIL_URL: mails.url,
    MAIL_FROM: 'no-reply@checkout.test',
  }))
    vi.stubEnv(name, value)
  await createOwner(dashboard, { ...OWNER, email: KNOWN })
})
beforeEach(async () => {
  server.address += 1
  mails.taken = []
  await system.query({ text: 'DELETE FROM dashboard.mailed_link' })
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

/** Runs what the response left for later, and the worker. @returns the text of the only mail to the address */
async function mailTo(email: string): Promise<string> {
  for (const work of server.afterwards.splice(0)) await work()
  // The actions use the real clock.
  dashboard.setNow(new Date())
  while (await runLinkMail(dashboard, mailer, { webUrl: WEB_URL }));
  expect(mails.taken.map(({ to }) => to)).toEqual([[`<${email}>`]])
  return (mails.taken[0]?.data ?? '')
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())
}

async function rows(): Promise<number> {
  const { rows: counts } = await system.query<{ count: number }>({
    text: `SELECT (SELECT count(*) FROM dashboard."user") + (SELECT count(*) FROM dashboard.mailed_link) AS count`,
  })
  return Number(counts[0]?.count)
}

test('a sign-up responds the same for the address of a user, and looks the address up only after the response', async () => {
  const before = await rows()
  const unknown = await signUpAction({ ...form, email: 'luz@luna.test' })
  const known = await signUpAction({ ...form, email: 'Known@luna.test' })
  expect(unknown).toEqual({ ok: true, data: { mailLeadsTo: null } })
  expect(known).toEqual(unknown)
  expect(await rows()).toBe(before)
  server.afterwards.length = 0
})

test('the address of a user gets a mail that an account exists, with the ways in', async () => {
  await signUpAction({ ...form, email: KNOWN })
  const mail = await mailTo(KNOWN)
  expect(mail).toContain('You already have a Checkout account')
  expect(mail).toContain(`${WEB_URL}/sign-in`)
  expect(mail).toContain(`${WEB_URL}/forgot-password`)
  expect(mail).not.toContain('/sign-up/')
})

test('an unknown address gets a link that opens an account once, with a verified owner and the chosen password', async () => {
  await signUpAction({ ...form, email: 'Luz@luna.test' })
  const token = /\/sign-up\/([\w.-]+)/.exec(await mailTo('luz@luna.test'))?.[1] ?? ''
  expect(await signIn(dashboard, { email: 'luz@luna.test', password: PASSWORD, address: '192.0.2.9' })).toBe(
    'wrong',
  )
  expect(await completeSignUpAction({ token, password: 'short' })).toMatchObject({
    ok: false,
    error: { fields: [{ field: 'password' }] },
  })
  expect(await completeSignUpAction({ token, password: PASSWORD })).toEqual({
    ok: true,
    data: { email: 'luz@luna.test', slug: 'luna' },
  })
  expect(await completeSignUpAction({ token, password: PASSWORD })).toMatchObject({
    ok: false,
    error: { code: 'link_over' },
  })
  const signedIn = await signIn(dashboard, {
    email: 'luz@luna.test',
    password: PASSWORD,
    address: '192.0.2.9',
  })
  expect(signedIn).toMatchObject({ email: 'luz@luna.test', name: 'Luz Luna' })
  const { rows: users } = await system.query({
    text: `SELECT m.role, u.email_verified_at IS NOT NULL AS verified FROM dashboard."user" u JOIN dashboard.membership m ON m.user_id = u.id
      WHERE u.email = 'luz@luna.test'`,
  })
  expect(users).toEqual([{ role: 'OWNER', verified: true }])
  // The account of the sign-up is no news to its owner.
  expect(await queueSecurityNotices(dashboard)).toBe(0)
})

test('a stranger’s later sign-up of an address leaves its owner’s link, which shows its own facts', async () => {
  const links: string[] = []
  for (const name of ['Owner', 'Stranger']) {
    mails.taken = []
    await signUpAction({ ...form, name, business_name: `Shop of ${name}`, email: 'twice@luna.test' })
    links.push(/\/sign-up\/([\w.-]+)/.exec(await mailTo('twice@luna.test'))?.[1] ?? '')
  }
  const [own = '', other = ''] = links
  for (const [token, name] of [
    [own, 'Owner'],
    [other, 'Stranger'],
  ] as const)
    expect(await readSignUp(dashboard, token)).toMatchObject({
      email: 'twice@luna.test',
      name,
      business: { business_name: `Shop of ${name}`, country: 'GT', currency: 'GTQ' },
    })
  expect(await completeSignUpAction({ token: own, password: PASSWORD })).toMatchObject({
    ok: true,
    data: { slug: 'shop-of-owner' },
  })
  expect(await readSignUp(dashboard, other)).toBeNull()
  expect(await completeSignUpAction({ token: other, password: PASSWORD })).toMatchObject({
    ok: false,
    error: { code: 'link_over' },
  })
})

test('one address gets at most five mails within an hour, known or not', async () => {
  for (const email of ['flood@luna.test', 'known@luna.test']) {
    const codes: unknown[] = []
    for (let press = 0; press < 6; press += 1) {
      server.address += 1
      const result = await signUpAction({ ...form, email })
      codes.push(result.ok || result.error.code)
    }
    expect(codes.slice(-2)).toEqual([email === KNOWN ? 'too_many_mails' : true, 'too_many_mails'])
  }
  server.afterwards.length = 0
})

test('the mail of a sign-up is in the language of its request, which is stored for the user who completes it', async () => {
  server.language = 'es-GT,es;q=0.9'
  await signUpAction({ ...form, email: 'sol@luna.test' })
  const mail = await mailTo('sol@luna.test')
  expect(mail).toContain('Elige una contraseña y tu cuenta de Checkout quedará abierta.')
  const token = /\/sign-up\/([\w.-]+)/.exec(mail)?.[1] ?? ''
  server.language = 'pt-BR'
  expect(await completeSignUpAction({ token, password: PASSWORD })).toMatchObject({ ok: true })
  server.language = 'en'
  const { rows: users } = await system.query({
    text: `SELECT language FROM dashboard."user" WHERE email = 'sol@luna.test'`,
  })
  expect(users).toEqual([{ language: 'pt' }])
})
