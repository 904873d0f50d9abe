import path from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { chosenEventKinds } from '@/lib/contract/event-kinds'
import { countSignUp, limits } from '@/lib/dashboard/attempts/attempts'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { createOwnTeam, signUp } from '@/lib/dashboard/team/sign-up'
import {
  type Business,
  checkBusiness,
  currenciesToOpen,
  openOwnAccount,
} from '@/lib/own-account/open-own-account'
import { readMigrations, stepsOf } from '@/lib/platform/migrate'
import { startOwnService } from '@/test/fixtures/own-service'
import { startDashboard } from '@/test/fixtures/test-dashboard'

const dashboard = await startDashboard()
const env = { BASE_URL: await startOwnService(dashboard), WEB_URL: 'http://localhost:3000' }
const here = {
  ...dashboard,
  panel: { ...dashboard, processor: 'test_bank' as const, baseUrl: env.BASE_URL, payoutHoldMs: 0 },
  env,
  wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
}

const shop: Business = {
  business_name: 'Luna',
  country: 'GT',
  currency: 'GTQ',
  timezone: 'America/Guatemala',
}
const merchant = (email: string) => ({
  name: 'Luz Luna',
  email,
  password: 'correct horse battery',
  businessName: shop.business_name,
})
const ADDRESS = '192.0.2.1'

async function rowsOf(
  text: string,
  role: 'checkout_dashboard_system' | 'checkout_system' = 'checkout_dashboard_system',
) {
  return (await dashboard.database.as(role).query<Record<string, unknown>>({ text })).rows
}

test('a sign-up creates an owner, a trial account, its key and its webhook endpoint, without a mail', async () => {
  const owner = await signUp(dashboard, merchant('luz@luna.test'), ADDRESS)
  const slug = await openOwnAccount(here, { ...owner, email: 'luz@luna.test', address: ADDRESS }, shop)
  expect(slug).toBe('luna')
  expect(await listConnections(dashboard, { teamId: owner.teamId, connectionId: '' })).toMatchObject([
    { slug: 'luna', accountName: 'Luna', baseUrl: env.BASE_URL, disconnectedAt: null },
  ])
  const [account] = await rowsOf(
    `SELECT status, currency, timezone, country, contact_email FROM service.account WHERE slug = 'luna'`,
    'checkout_system',
  )
  expect(account).toEqual({
    status: 'TRIAL',
    currency: 'GTQ',
    timezone: 'America/Guatemala',
    country: 'GT',
    contact_email: 'luz@luna.test',
  })
  expect(await rowsOf('SELECT FROM dashboard.mailed_link')).toEqual([])
  expect(await rowsOf('SELECT count(*)::int AS secrets FROM dashboard.connection_secret')).toEqual([
    { secrets: 1 },
  ])
  expect(await signIn(dashboard, { ...merchant('LUZ@luna.test'), address: '192.0.2.9' })).toMatchObject({
    userId: owner.userId,
  })
})

test('the dashboard’s own endpoint receives the events of refunds and disputes, also one registered before', async () => {
  const kinds = () =>
    rowsOf(
      `SELECT e.kinds FROM service.webhook_endpoint e JOIN service.account a ON a.id = e.account_id WHERE a.slug = 'luna'
        ORDER BY e.id`,
      'checkout_system',
    )
  expect(await kinds()).toEqual([{ kinds: chosenEventKinds }])
  const admin = new Client({ connectionString: dashboard.url })
  await admin.connect()
  await admin.query(`UPDATE service.webhook_endpoint SET kinds = NULL`)
  await admin.query(`INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at)
    SELECT account_id, 'we_z', 'https://shop.example.test/api/webhooks/conn_1', secret_sealed, created_at FROM service.webhook_endpoint`)
  const migrations = path.resolve(import.meta.dirname, '../../prisma/migrations')
  const { sql = '' } = readMigrations(migrations).find(({ name }) => name.endsWith('mirrored_refunds')) ?? {}
  const step = stepsOf(sql).find((one) => one.sql.includes('webhook_endpoint'))
  await admin.query(step?.sql ?? '')
  await admin.end()
  expect(await kinds()).toEqual([{ kinds: chosenEventKinds }, { kinds: null }])
})

test('a form sent twice at once and again later opens one account', async () => {
  const send = async () => {
    const owner = await signUp(dashboard, merchant('twice@luna.test'), ADDRESS)
    return {
      ...owner,
      slug: await openOwnAccount(here, { ...owner, email: 'twice@luna.test', address: ADDRESS }, shop),
    }
  }
  const [first, second] = await Promise.all([send(), send()])
  expect(second).toEqual(first)
  expect(await send()).toEqual(first)
  const connections = await listConnections(dashboard, { teamId: first.teamId, connectionId: '' })
  expect(connections).toHaveLength(1)
})

test('an interrupted sign-up continues with the existing account', async () => {
  const owner = await signUp(dashboard, merchant('stopped@luna.test'), ADDRESS)
  const opener = { ...owner, email: 'stopped@luna.test', address: ADDRESS }
  const away = { ...here, env: { ...env, BASE_URL: 'http://localhost:9/api/v1' } }
  await expect(openOwnAccount(away, opener, shop)).rejects.toThrow('did not answer')
  const slug = await openOwnAccount(here, opener, shop)
  expect(await openOwnAccount(here, opener, shop)).toBe(slug)
  const [made] = await rowsOf(
    `SELECT count(DISTINCT a.id)::int AS accounts, count(k.id) FILTER (WHERE k.revoked_at IS NULL)::int AS keys
      FROM service.account a JOIN service.api_key k ON k.account_id = a.id WHERE a.contact_email = 'stopped@luna.test'`,
    'checkout_system',
  )
  expect(made).toEqual({ accounts: 1, keys: 1 })
})

test('a user who was removed from their only team owns the team of an account of their own, however often they send', async () => {
  const { userId } = await signUp(dashboard, merchant('removed@luna.test'), ADDRESS)
  await rowsOf(`DELETE FROM dashboard.membership WHERE user_id = '${userId}'`)
  const own = { userId, name: 'Luna again', address: ADDRESS }
  const [teamId, second] = await Promise.all([createOwnTeam(dashboard, own), createOwnTeam(dashboard, own)])
  expect(second).toBe(teamId)
  expect(await rowsOf(`SELECT team_id, role FROM dashboard.membership WHERE user_id = '${userId}'`)).toEqual([
    { team_id: teamId, role: 'OWNER' },
  ])
  const opener = { userId, teamId: teamId ?? '', email: 'removed@luna.test', address: ADDRESS }
  expect(await openOwnAccount(here, opener, { ...shop, business_name: 'Luna again' })).toBe('luna-again')
  await rowsOf(`UPDATE dashboard.membership SET role = 'VIEWER' WHERE user_id = '${userId}'`)
  expect(await createOwnTeam(dashboard, own)).toBeNull()
})

test('an e-mail address of another user is refused at its field', async () => {
  await signUp(dashboard, merchant('taken@luna.test'), ADDRESS)
  const other = { ...merchant('Taken@luna.test'), password: 'another long sentence' }
  const refusal = { code: 'invalid_parameters', fields: [{ field: 'email', code: 'email_taken' }] }
  await expect(signUp(dashboard, other, ADDRESS)).rejects.toMatchObject(refusal)
  dashboard.passMs(61 * 60_000)
  await expect(signUp(dashboard, merchant('taken@luna.test'), ADDRESS)).rejects.toMatchObject(refusal)
})

test('a network that opens many accounts is rate-limited', async () => {
  dashboard.passMs(61 * 60_000)
  const there = '198.51.100.7'
  for (let index = 0; index < 10; index += 1)
    await signUp(dashboard, merchant(`many-${index}@luna.test`), there)
  await expect(signUp(dashboard, merchant('more@luna.test'), there)).rejects.toMatchObject({
    code: 'too_many_sign_ups',
  })
  const [verified] = await rowsOf(
    `SELECT email_verified_at IS NOT NULL AS verified FROM dashboard."user" WHERE email = 'many-0@luna.test'`,
  )
  expect(verified).toEqual({ verified: false })
})

test('the networks of one customer of a provider share a hundred sign-ups a day', async () => {
  for (let n = 0; n < limits['sign-ups'].max; n += 1)
    expect(await countSignUp(dashboard, `2001:db8:9:${n}::1`)).toBe(true)
  expect(await countSignUp(dashboard, '2001:db8:9:ffff::1')).toBe(false)
  expect(await countSignUp(dashboard, '2001:db8:a::1')).toBe(true)
})

test('with Stripe a business cannot choose a currency that Stripe cannot charge', async () => {
  const stripe = { PROCESSOR: 'stripe' } as const
  expect(currenciesToOpen(stripe)).toEqual(expect.arrayContaining(['GTQ', 'USD']))
  expect(currenciesToOpen(stripe)).not.toContain('ISK')
  const inKrona = { ...shop, currency: 'ISK' }
  const problem = { field: 'currency', code: 'currency_not_accepted' }
  expect(checkBusiness(inKrona, 'k@luna.test', stripe)).toMatchObject([problem])
  const owner = await signUp(dashboard, merchant('k@luna.test'), ADDRESS)
  const opener = { ...owner, email: 'k@luna.test', address: ADDRESS }
  const withStripe = { ...here, panel: { ...here.panel, processor: 'stripe' as const } }
  await expect(openOwnAccount(withStripe, opener, inKrona)).rejects.toMatchObject({
    details: { fields: [problem] },
  })
})
