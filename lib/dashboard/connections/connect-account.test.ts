import { expect, test } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { openConnection } from '@/lib/dashboard/open-connection'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { findAccounts, locateAccount, rememberAccount } from '@/lib/dashboard/team/find-accounts'
import { findMember } from '@/lib/dashboard/team/find-member'
import { startSession } from '@/lib/dashboard/team/sessions'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import { readEnvironment } from '@/lib/platform/env'
import { aLink, aSettlement } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { connect } from './connect'
import {
  connectAccount,
  connectAccountInput,
  connectFirstAccount,
  listConnections,
  replaceConnectionKey,
  saveSigningSecret,
} from './connect-account'
import { disconnectAccount } from './disconnect-account'
import { SigningSecrets } from './signing-secrets'

const dashboard = await startDashboard()
const first = await externalHost()
const second = await externalHost()

const claimOf = (userId: string | null) =>
  startSession(dashboard, { userId: userId ?? '', address: '', userAgent: '' })

test('each account of a team has its own slug, whatever was opened in the meantime', async () => {
  const one = await dashboard.owner(first, 'two-tabs@aurora.test')
  dashboard.passMs(1)
  const { connectionId, slug } = await connectAccount(dashboard, one, {
    base_url: second.baseUrl,
    api_key: second.apiKey,
  })
  const claim = await claimOf(one.userId)
  const other = await findMember(dashboard, claim, slug)
  expect(other.ctx.connectionId).toBe(connectionId)
  await rememberAccount(dashboard, other)
  expect((await findMember(dashboard, claim, one.slug)).ctx.connectionId).toBe(one.connectionId)
  expect((await findAccounts(dashboard, claim)).accounts.map((account) => account.slug)).toEqual([
    slug,
    one.slug,
  ])
})

test('a slug of another team is refused like an unknown one', async () => {
  const ours = await dashboard.owner(first, 'ours@aurora.test')
  const theirs = await dashboard.owner(first, 'theirs@aurora.test')
  for (const slug of [theirs.slug, 'nobodys', 'payments', '', '../x', 'x'.repeat(5_000), '\0'])
    await expect(findMember(dashboard, await claimOf(ours.userId), slug)).rejects.toMatchObject({
      code: 'account_not_found',
    })
})

test('a connection gets the slug of its account, the next one a number, and none a reserved word', async () => {
  const named = { ...second.account }
  const slugs = []
  for (const [index, slug] of ['harbor-cafe', 'harbor-cafe', 'payments', 'Not a slug!'].entries()) {
    second.account = { ...named, slug, name: 'Harbor Café' }
    slugs.push((await dashboard.owner(second, `slug-${index}@aurora.test`)).slug)
  }
  second.account = named
  expect(slugs).toEqual(['harbor-cafe', 'harbor-cafe-2', 'payments-2', 'harbor-cafe-3'])
})

test('only the same account gets the slug of a removed account again', async () => {
  const one = await dashboard.owner(first, 'retired@aurora.test')
  const named = { ...second.account }
  second.account = { ...named, slug: 'sandbox' }
  const input = { base_url: second.baseUrl, api_key: second.apiKey }
  const gone = await connectAccount(dashboard, one, input)
  expect(gone.slug).toBe('sandbox')
  await disconnectAccount(dashboard, one, {
    connection_id: gone.connectionId,
    name: named.name,
    delete_copy: true,
  })
  second.account = { ...named, id: 'acct_other', slug: 'sandbox' }
  expect((await connectAccount(dashboard, one, input)).slug).toBe('sandbox-2')
  await expect(findMember(dashboard, await claimOf(one.userId), 'sandbox')).rejects.toMatchObject({
    code: 'account_not_found',
  })
  second.account = { ...named, slug: 'sandbox' }
  expect((await connectAccount(dashboard, one, input)).slug).toBe('sandbox')
  second.account = named
})

test('connections that want one slug at the same time get different slugs', async () => {
  const owners = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((index) => dashboard.owner(first, `at-once-${index}@aurora.test`)),
  )
  expect(new Set(owners.map(({ slug }) => slug)).size).toBe(owners.length)
})

test('a bare address leads to the account that has its object, else to the one used last', async () => {
  const one = await dashboard.owner(first, 'bare@aurora.test')
  dashboard.passMs(1)
  const before = second.account
  second.account = { ...before, id: 'acct_second' }
  const { connectionId } = await connectAccount(dashboard, one, {
    base_url: second.baseUrl,
    api_key: second.apiKey,
  })
  second.account = before
  const other = await openConnection(dashboard, connectionId)
  const link = aLink({ id: 'L9' })
  second.links = [link]
  second.settlements = [aSettlement({ id: 'T9' })]
  await fetchObject(other, 'links', link.id)
  await fetchObject(other, 'settlements', 'T9')
  const { accounts } = await findAccounts(dashboard, await claimOf(one.userId))
  expect(await locateAccount(dashboard, accounts, `/links/${link.id}/share?x=1`)).toBe(other.slug)
  expect(await locateAccount(dashboard, accounts, '/balance/settlements/T9')).toBe(other.slug)
  const named = '/developers/webhooks/we_1?account=acct_second'
  expect(await locateAccount(dashboard, accounts, named)).toBe(other.slug)
  expect(await locateAccount(dashboard, accounts.slice(0, 1), named)).toBe(one.slug)
  for (const path of [
    '/',
    '/developers/webhooks/we_1?account=acct_nobodys',
    '/links',
    '/links/new',
    '/links/nobodys',
    '/payments/%00',
    '/payments/%ff',
  ])
    expect(await locateAccount(dashboard, accounts, path)).toBe(one.slug)
})

test('a team without an account connects its first one, with an audit entry of the member', async () => {
  const { userId, teamId } = await createOwner(dashboard, { ...OWNER, email: 'first@aurora.test' })
  const input = { base_url: first.baseUrl, api_key: first.apiKey }
  const { connectionId, slug } = await connectFirstAccount(
    dashboard,
    { teamId, userId, address: '192.0.2.1' },
    input,
  )
  const { ctx } = await findMember(dashboard, await claimOf(userId), slug)
  const { rows } = await ctx.db.query({
    text: `SELECT user_id, action, outcome, object_id FROM dashboard.audit_entry WHERE action LIKE 'connection.%'`,
  })
  expect(rows).toEqual([
    { user_id: userId, action: 'connection.connect', outcome: 'done', object_id: connectionId },
  ])
})

test('a refused first key is recorded in the team’s activity', async () => {
  const { userId, teamId } = await createOwner(dashboard, { ...OWNER, email: 'first-refused@aurora.test' })
  const refused = connectFirstAccount(
    dashboard,
    { teamId, userId, address: '192.0.2.1' },
    { base_url: first.baseUrl, api_key: 'otherpay_sk_wrong_key' },
  )
  await expect(refused).rejects.toMatchObject({ status: 401 })
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query({
    text: 'SELECT connection_id, user_id, action, outcome FROM dashboard.audit_entry WHERE team_id = $1',
    values: [teamId],
  })
  expect(rows).toEqual([
    { connection_id: null, user_id: userId, action: 'connection.connect', outcome: 'failed' },
  ])
})

test('another key of the same account replaces the previous one, even if sent twice at once', async () => {
  const ctx = await dashboard.owner(first, 'again@aurora.test')
  const again = { base_url: `${first.baseUrl}/`, api_key: first.apiKey }
  const results = await Promise.all([
    connectAccount(dashboard, ctx, again),
    connectAccount(dashboard, ctx, again),
  ])
  expect(results.map(({ connectionId }) => connectionId)).toEqual([ctx.connectionId, ctx.connectionId])
  expect(await listConnections(dashboard, ctx)).toHaveLength(1)
})

test('a public deployment calls nothing on its own machine, even in test mode', async () => {
  const ctx = await dashboard.owner(first, 'public@aurora.test')
  const input = { teamId: ctx.teamId, baseUrl: first.baseUrl, apiKey: first.apiKey }
  const opened = (WEB_URL: string) => {
    const env = readEnvironment({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgresql://nobody@127.0.0.1/none',
      NEXTAUTH_SECRET: '-'.repeat(32),
      ENCRYPTION_KEYS: '-',
      WEB_URL,
    })
    return openDashboard({ ...dashboard, dashboardDatabase: dashboard.database, env }, dashboard.prisma)
  }
  for (const webUrl of ['https://pay.example.com', 'http://192.168.1.5:3000', 'http://localhost.example.com'])
    await expect(connect(opened(webUrl), input)).rejects.toMatchObject({
      fields: [{ code: 'https_required' }],
    })
  for (const webUrl of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect((await connect(opened(webUrl), input)).connectionId).toBe(ctx.connectionId)
})

test('a key that the host refuses connects nothing and is recorded', async () => {
  const ctx = await dashboard.owner(first, 'wrong@aurora.test')
  const wrong = connectAccount(dashboard, ctx, { base_url: second.baseUrl, api_key: 'otherpay_sk_wrong_key' })
  await expect(wrong).rejects.toMatchObject({ status: 401 })
  expect(await listConnections(dashboard, ctx)).toHaveLength(1)
  const { rows } = await ctx.db.query<{ outcome: string; details: object }>({
    text: `SELECT outcome, details FROM dashboard.audit_entry WHERE action = 'connection.connect'`,
  })
  expect(rows).toMatchObject([{ outcome: 'failed' }])
  expect(JSON.stringify(rows)).not.toContain('wrong_key')
})

test('a signing secret is accepted in addition to the previous one, and an invalid one is refused at its field', async () => {
  const ctx = await dashboard.owner(first, 'secret@aurora.test')
  await saveSigningSecret(dashboard, ctx, { secret: 'whsec_0123456789' })
  expect(await new SigningSecrets(dashboard).of(ctx.connectionId)).toContain('whsec_0123456789')
  const bad = saveSigningSecret(dashboard, ctx, { secret: 'sk_0123456789' })
  await expect(bad).rejects.toMatchObject({ fields: [{ field: 'secret' }] })
})

test('a password typed into an address, and NUL, reach neither the activity nor the database', async () => {
  const ctx = await dashboard.owner(first, 'careless@aurora.test')
  const typed = 'https://ada:hunter2@pay.example.com/v1'
  await expect(
    connectAccount(dashboard, ctx, { base_url: typed, api_key: 'otherpay_sk_1234' }),
  ).rejects.toMatchObject({
    code: 'invalid_parameters',
  })
  for (const base_url of [
    'https://ada:hunter2/x@pay.example.com/v1',
    'https://pay.example.com/v1?key=hunter2#hunter2',
    'ada:hunter2@pay',
  ])
    await connectAccount(dashboard, ctx, { base_url, api_key: '-' }).catch(() => {})
  const { rows } = await ctx.db.query({ text: `SELECT details FROM dashboard.audit_entry` })
  expect(rows).toContainEqual({
    details: { base_url: 'https://pay.example.com/v1', problem: 'invalid_parameters' },
  })
  expect(JSON.stringify(rows)).not.toContain('hunter2')
  expect(connectAccountInput.safeParse({ base_url: 'https://a\0b.example', api_key: 'k' }).success).toBe(
    false,
  )
})

test('an account whose texts Postgres cannot hold is connected, and connected again under another key', async () => {
  const named = second.account
  second.account = { ...named, id: 'acct\0odd', name: 'Harbor\0 \ud800Café' }
  const ctx = await dashboard.owner(second, 'odd-texts@aurora.test')
  expect(ctx.account).toMatchObject({ id: 'acctodd', name: 'Harbor \ufffdCafé' })
  const again = { base_url: second.baseUrl, api_key: second.apiKey }
  expect((await connectAccount(dashboard, ctx, again)).connectionId).toBe(ctx.connectionId)
  const replacing = { connection_id: ctx.connectionId, api_key: second.apiKey }
  await replaceConnectionKey(dashboard, ctx, replacing)
  await dashboard.importHistories()
  expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ state: 'DONE' })
  second.account = named
})
