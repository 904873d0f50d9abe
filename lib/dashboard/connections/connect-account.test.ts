import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMember } from '@/lib/dashboard/team/find-member'
import { NOON } from '@/prisma/factories/dashboard'
import { type ForeignHost, startForeignHost } from '@/prisma/factories/foreign-host'
import { startDashboard, type TestDashboard } from '@/prisma/factories/test-dashboard'
import { chooseConnection, connectAccount, listConnections, saveSigningSecret } from './connect-account'
import { SigningSecrets } from './signing-secrets'

let dashboard: TestDashboard
let first: ForeignHost
let second: ForeignHost

beforeAll(async () => {
  dashboard = await startDashboard()
  first = await startForeignHost(NOON)
  second = await startForeignHost(NOON)
})
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await dashboard.stop()
})

const as = async (userId: string | null) => {
  const { ctx } = await findMember(dashboard, { userId: userId ?? '', sessionVersion: 1 })
  return ctx
}

test('a second account becomes the one in use, the first can be taken up again, and each keeps its own mirror', async () => {
  const before = await dashboard.owner(first, 'switch@aurora.test')
  dashboard.passMs(1)
  const { connectionId } = await connectAccount(dashboard, before, {
    base_url: second.baseUrl,
    api_key: second.apiKey,
  })
  expect((await as(before.userId)).connectionId).toBe(connectionId)
  const listed = await listConnections(dashboard, await as(before.userId))
  expect(listed.map(({ id, current }) => ({ id, current }))).toEqual([
    { id: before.connectionId, current: false },
    { id: connectionId, current: true },
  ])
  await chooseConnection(dashboard, await as(before.userId), { connection_id: before.connectionId })
  expect((await as(before.userId)).connectionId).toBe(before.connectionId)
})

test('another key of the same account replaces the one before, also when sent twice at once', async () => {
  const ctx = await dashboard.owner(first, 'again@aurora.test')
  const again = { base_url: `${first.baseUrl}/`, api_key: first.apiKey }
  const results = await Promise.all([
    connectAccount(dashboard, ctx, again),
    connectAccount(dashboard, ctx, again),
  ])
  expect(results.map(({ connectionId }) => connectionId)).toEqual([ctx.connectionId, ctx.connectionId])
  expect(await listConnections(dashboard, ctx)).toHaveLength(1)
})

test('what one member looks at is not changed by another', async () => {
  const ctx = await dashboard.owner(first, 'one@aurora.test')
  await dashboard.database.as('checkout_dashboard_system').query({
    text: `WITH u AS (
        INSERT INTO dashboard."user" (id, email, name, password_hash, created_at)
        VALUES ('user_two', 'two@aurora.test', 'Two', 'x', $2) RETURNING id
      ) INSERT INTO dashboard.membership (team_id, user_id, role, created_at) SELECT $1, id, 'ADMIN', $2 FROM u`,
    values: [ctx.teamId, NOON],
  })
  dashboard.passMs(1)
  const { connectionId } = await connectAccount(dashboard, await as('user_two'), {
    base_url: second.baseUrl,
    api_key: second.apiKey,
  })
  expect((await as('user_two')).connectionId).toBe(connectionId)
  expect((await as(ctx.userId)).connectionId).toBe(ctx.connectionId)
})

test('a key that the host refuses connects nothing and leaves a trace', async () => {
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

test('a team cannot take up another team’s connection', async () => {
  const ours = await dashboard.owner(first, 'ours@aurora.test')
  const theirs = await dashboard.owner(first, 'theirs@aurora.test')
  const taken = chooseConnection(dashboard, ours, { connection_id: theirs.connectionId })
  await expect(taken).rejects.toMatchObject({ code: 'resource_not_found' })
  expect((await as(ours.userId)).connectionId).toBe(ours.connectionId)
})

test('a signing secret is taken beside the one before; what is none is refused at its field', async () => {
  const ctx = await dashboard.owner(first, 'secret@aurora.test')
  await saveSigningSecret(dashboard, ctx, { secret: 'whsec_0123456789' })
  expect(await new SigningSecrets(dashboard).of(ctx.connectionId)).toContain('whsec_0123456789')
  const bad = saveSigningSecret(dashboard, ctx, { secret: 'sk_0123456789' })
  await expect(bad).rejects.toMatchObject({ fields: [{ field: 'secret' }] })
})
