import { expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { anAccount } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET, startDashboard } from '@/test/fixtures/test-dashboard'
import { connectAccount, listConnections, retireSecret, saveSigningSecret } from './connect-account'
import { openConnection } from './open-connection'
import { removeConnection } from './remove-connection'
import { replaceConnectionKey } from './replace-key'
import { SigningSecrets } from './signing-secrets'
import { webhookState } from './webhook-state'

const dashboard = await startDashboard()
const first = await externalHost()
const second = await externalHost()

/** An owner in the second of two connections. */
async function withTwo(email: string) {
  const before = await dashboard.owner(first, email)
  dashboard.passMs(1)
  const { connectionId } = await connectAccount(dashboard, before, {
    base_url: second.baseUrl,
    api_key: second.apiKey,
  })
  return {
    older: before.connectionId,
    ctx: await openConnection(dashboard, connectionId, { userId: before.userId }),
  }
}

const auditOf = async (ctx: ConnectionContext, action: string) =>
  (await ctx.prisma.auditEntry.findMany({ where: { connectionId: ctx.connectionId, action } })).map(
    ({ outcome }) => outcome,
  )

test('another key of the account takes the place of the one before; a key of another account does not', async () => {
  const ctx = await dashboard.owner(first, 'key@aurora.test')
  const oldKey = first.apiKey
  first.apiKey = 'otherpay_sk_a_newer_key_wxyz'
  const replacing = { connection_id: ctx.connectionId, api_key: first.apiKey }
  await replaceConnectionKey(dashboard, ctx, replacing)
  expect(await listConnections(dashboard, ctx)).toMatchObject([{ id: ctx.connectionId, keyLast4: 'wxyz' }])
  const account = first.account
  first.account = { ...anAccount(), id: 'another' }
  const refused = replaceConnectionKey(dashboard, ctx, replacing)
  await expect(refused).rejects.toMatchObject({ fields: [{ field: 'api_key', code: 'other_account' }] })
  first.account = account
  first.apiKey = oldKey
  expect(await listConnections(dashboard, ctx)).toHaveLength(1)
  expect((await auditOf(ctx, 'connection.replace_key')).toSorted()).toEqual(['done', 'failed'])
})

test('a connection goes by its typed name, with everything that was kept of it, and leaves a trace', async () => {
  const { older, ctx } = await withTwo('remove@aurora.test')
  const { name } = first.account
  expect(await auditOf(ctx, 'connection.connect')).toEqual([])
  const misspelt = removeConnection(dashboard, ctx, { connection_id: older, name: `${name}x` })
  await expect(misspelt).rejects.toMatchObject({ fields: [{ field: 'name' }] })
  await removeConnection(dashboard, ctx, { connection_id: older, name: ` ${name} ` })
  expect((await listConnections(dashboard, ctx)).map(({ id }) => id)).toEqual([ctx.connectionId])
  expect(await new SigningSecrets(dashboard).of(older)).toEqual([])
  expect(await auditOf(ctx, 'connection.remove')).toEqual(['done'])
  // What was done through the one that went is not forgotten with it.
  expect(await auditOf(ctx, 'connection.connect')).toEqual(['done'])
})

test('the one in use stays, and so does another team’s', async () => {
  const { ctx } = await withTwo('stays@aurora.test')
  const name = second.account.name
  const own = removeConnection(dashboard, ctx, { connection_id: ctx.connectionId, name })
  await expect(own).rejects.toMatchObject({ fields: [{ field: 'connection_id' }] })
  const theirs = await dashboard.owner(first, 'strangers@aurora.test')
  const stranger = { connection_id: theirs.connectionId, name: first.account.name }
  await expect(removeConnection(dashboard, ctx, stranger)).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  const keyed = { connection_id: theirs.connectionId, api_key: first.apiKey }
  await expect(replaceConnectionKey(dashboard, ctx, keyed)).rejects.toMatchObject({
    code: 'resource_not_found',
  })
})

test('of two owners who each remove the other’s connection at once, one is told no', async () => {
  const { older, ctx } = await withTwo('race@aurora.test')
  const { name } = first.account
  const other = { ...ctx, connectionId: older, db: dashboard.database.as('checkout_dashboard', older) }
  const told = await Promise.allSettled([
    removeConnection(dashboard, ctx, { connection_id: older, name }),
    removeConnection(dashboard, other, { connection_id: ctx.connectionId, name: second.account.name }),
  ])
  expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = dashboard.database.as('checkout_dashboard_system')
  const { count } = await left.query({
    text: 'SELECT id FROM dashboard.connection WHERE team_id = $1',
    values: [ctx.teamId],
  })
  expect(count).toBe(1)
})

test('a secret is told by its end alone, and one that is taken out of use is told no more', async () => {
  const ctx = await dashboard.owner(first, 'ends@aurora.test')
  dashboard.passMs(1_000)
  await saveSigningSecret(dashboard, ctx, { secret: 'whsec_0123456789wxyz' })
  const { secrets, lastEvent } = await webhookState(dashboard, ctx)
  expect(secrets.map(({ last4 }) => last4)).toEqual(['wxyz', SIGNING_SECRET.slice(-4)])
  expect(JSON.stringify(secrets)).not.toContain('whsec_')
  expect(lastEvent).toBeNull()
  const [, old] = secrets
  await retireSecret(dashboard, ctx, { secret_id: old?.id ?? '' })
  expect((await webhookState(dashboard, ctx)).secrets.map(({ last4 }) => last4)).toEqual(['wxyz'])
  const again = retireSecret(dashboard, ctx, { secret_id: old?.id ?? '' })
  await expect(again).rejects.toMatchObject({ code: 'resource_not_found' })
})
