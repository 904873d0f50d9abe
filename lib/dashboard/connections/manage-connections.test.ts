import { expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { getLink } from '@/lib/dashboard/links/get-link'
import { openConnection } from '@/lib/dashboard/open-connection'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { queueReconciles, requestReconcile } from '@/lib/dashboard/sync/queue-run'
import type { Queryable, Statement } from '@/lib/platform/database'
import { aLink, anAccount } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET, startDashboard } from '@/test/fixtures/test-dashboard'
import {
  connectAccount,
  listConnections,
  replaceConnectionKey,
  retireSecret,
  saveSigningSecret,
} from './connect-account'
import { disconnectAccount } from './disconnect-account'
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

/** Returns the team's actions by name, with the account that an entry names. */
async function teamActs({ teamId }: ConnectionContext) {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{
    action: string
    outcome: string
    account: string | null
  }>({
    text: `SELECT action, outcome, details ->> 'account' AS account FROM dashboard.audit_entry
      WHERE team_id = $1 ORDER BY action`,
    values: [teamId],
  })
  return rows.map(({ action, outcome, account }) => [action, outcome, account])
}

const auditOf = async (ctx: ConnectionContext, action: string) =>
  (await ctx.prisma.auditEntry.findMany({ where: { connectionId: ctx.connectionId, action } })).map(
    ({ outcome }) => outcome,
  )

test('another key of the account replaces the previous one, and a key of another account is refused', async () => {
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

test('an account is removed after its name is typed, with all its data except its activity', async () => {
  const { older, ctx } = await withTwo('remove@aurora.test')
  const { name } = first.account
  const deleting = { connection_id: older, delete_copy: true }
  const misspelt = disconnectAccount(dashboard, ctx, { ...deleting, name: `${name}x` })
  await expect(misspelt).rejects.toMatchObject({ fields: [{ field: 'name' }] })
  await disconnectAccount(dashboard, ctx, { ...deleting, name: ` ${name} ` })
  expect((await listConnections(dashboard, ctx)).map(({ id }) => id)).toEqual([ctx.connectionId])
  expect(await new SigningSecrets(dashboard).of(older)).toEqual([])
  expect(await teamActs(ctx)).toEqual([
    ['connection.connect', 'done', name],
    ['connection.remove', 'done', null],
  ])
})

test('a disconnected account stays readable, calls nothing, refuses events, and continues under a new key', async () => {
  const ctx = await dashboard.owner(first, 'apart@aurora.test')
  first.links = [aLink({ id: 'L1' })]
  await dashboard.importHistories()
  const { name } = first.account
  const { connectionId } = ctx
  await disconnectAccount(dashboard, ctx, { connection_id: connectionId, name, delete_copy: false })
  const apart = await openConnection(dashboard, connectionId, { userId: ctx.userId })
  expect((await mirrorHealth(apart)).state).toBe('disconnected')
  expect(await new SigningSecrets(dashboard).of(connectionId)).toEqual([])
  // A member may have opened the form before.
  const secret = saveSigningSecret(dashboard, ctx, { secret: SIGNING_SECRET })
  await expect(secret).rejects.toMatchObject({ code: 'account_disconnected' })
  const calls = first.requests.length
  const confirmed = await getLink(apart, 'L1')
  expect(confirmed).toMatchObject({ confirmed: false, problem: { code: 'account_disconnected' } })
  expect(confirmed.link).toMatchObject({ id: 'L1' })
  dashboard.passMs(24 * 60 * 60_000)
  await queueReconciles(dashboard)
  const runs = await apart.db.query({ text: `SELECT FROM dashboard.sync_run WHERE state = 'QUEUED'` })
  expect(runs.rows).toEqual([])
  expect(first.requests).toHaveLength(calls)
  await expect(requestReconcile(apart)).rejects.toMatchObject({ code: 'account_disconnected' })
  // A member's context may be older than the disconnection.
  await requestReconcile(ctx)
  await dashboard.importHistories()
  const { last_sync } = await mirrorHealth(apart)
  expect(last_sync).toMatchObject({ state: 'FAILED', error: 'account_disconnected' })
  dashboard.passMs(1)
  const again = { connection_id: connectionId, api_key: first.apiKey }
  await replaceConnectionKey(dashboard, apart, again)
  await dashboard.importHistories()
  expect((await mirrorHealth(await openConnection(dashboard, connectionId))).state).toBe('no_webhook')
})

test.each(['SENDING', 'UNKNOWN', 'UNRESOLVED'])(
  'an account with a charge that is %s is disconnected, but its record is never deleted',
  async (state) => {
    const ctx = await dashboard.owner(first, `charging-${state.toLowerCase()}@aurora.test`)
    const { connectionId } = ctx
    const charge = {
      connectionId,
      customerId: 'ana',
      way: 'CARD',
      amount: 25,
      amountMinor: 2_500,
      currency: 'USD',
    }
    const at = dashboard.now()
    const finished = {
      ...charge,
      id: 'B',
      idempotencyKey: 'key-b',
      state: 'DISCARDED',
      finishedAt: at,
      createdAt: at,
    }
    const open = { ...charge, id: 'A', idempotencyKey: 'key-a', state, createdAt: at, sentAt: at }
    await ctx.prisma.charge.createMany({ data: [finished, { ...open, owner: 'web-1', leaseUntil: at }] })
    const removing = { connection_id: connectionId, name: first.account.name, delete_copy: true }
    const removed = disconnectAccount(dashboard, ctx, removing)
    await expect(removed).rejects.toMatchObject({ code: 'charges_open' })
    expect(await listConnections(dashboard, ctx)).toMatchObject([{ disconnectedAt: null }])
    await disconnectAccount(dashboard, ctx, { ...removing, delete_copy: false })
    const kept = await ctx.prisma.charge.findMany({ where: { connectionId }, orderBy: { id: 'asc' } })
    expect(kept).toMatchObject([{ id: 'A', state, idempotencyKey: 'key-a' }, { id: 'B' }])
    await expect(disconnectAccount(dashboard, ctx, removing)).rejects.toMatchObject({ code: 'charges_open' })
    const system = dashboard.database.as('checkout_dashboard_system')
    const cascading = system.query({
      text: 'DELETE FROM dashboard.connection WHERE id = $1',
      values: [connectionId],
    })
    await expect(cascading).rejects.toThrow(/charge_connection_id_fkey/)
    await ctx.prisma.charge.updateMany({ where: { id: 'A' }, data: { state: 'DISCARDED', finishedAt: at } })
    await disconnectAccount(dashboard, ctx, removing)
    expect(await listConnections(dashboard, ctx)).toEqual([])
  },
)

test('a new key does not undo a disconnection that happens while it is stored', async () => {
  const ctx = await dashboard.owner(first, 'raced@aurora.test')
  const { connectionId } = ctx
  const handle = dashboard.database.as('checkout_dashboard', connectionId)
  const raced = {
    ...handle,
    async transaction<T>(work: (tx: Queryable) => Promise<T>) {
      const disconnecting = { connection_id: connectionId, name: first.account.name, delete_copy: false }
      await disconnectAccount(dashboard, ctx, disconnecting)
      return handle.transaction(work)
    },
  }
  const as = (role: string) =>
    role === 'checkout_dashboard' ? raced : dashboard.database.as('checkout_dashboard_system')
  // Only its handles are used.
  const away = { ...dashboard, database: { as } as unknown as typeof dashboard.database }
  const replacing = { connection_id: connectionId, api_key: first.apiKey }
  await expect(replaceConnectionKey(away, ctx, replacing)).rejects.toMatchObject({
    code: 'connection_changed',
  })
  expect(await openConnection(dashboard, connectionId)).toMatchObject({ disconnectedAt: dashboard.now() })
})

test('an account that is connected again during the deletion of its mirror keeps the new import', async () => {
  const ctx = await dashboard.owner(first, 'torn@aurora.test')
  const { connectionId } = ctx
  const system = dashboard.database.as('checkout_dashboard_system')
  first.links = [aLink({ id: 'L1' }), aLink({ id: 'L2' })]
  await dashboard.importHistories()
  let isConnected = false
  const database = {
    as: () => ({
      ...system,
      transaction: system.transaction,
      query: async (statement: Statement) => {
        if (!isConnected && statement.text.includes('DELETE FROM dashboard.mirror_link')) {
          isConnected = true
          await replaceConnectionKey(dashboard, ctx, { connection_id: connectionId, api_key: first.apiKey })
          await dashboard.importHistories()
        }
        return system.query(statement)
      },
    }),
  }
  const removing = { connection_id: connectionId, name: first.account.name, delete_copy: true }
  // Only its handles are used.
  await disconnectAccount({ database: database as unknown as typeof dashboard.database }, ctx, removing)
  expect(isConnected).toBe(true)
  const again = await openConnection(dashboard, connectionId)
  expect(await again.prisma.mirrorLink.count({ where: { connectionId } })).toBe(2)
  expect((await mirrorHealth(again)).state).toBe('no_webhook')
})

/** Returns a database that runs `act` once, before the first statement whose text contains `mark`. */
function meeting(mark: string, act: () => Promise<unknown>): typeof dashboard.database {
  const system = dashboard.database.as('checkout_dashboard_system')
  let hasActed = false
  const watched = (db: Queryable): Queryable => ({
    async query<Row extends object>(statement: Statement) {
      if (!hasActed && statement.text.includes(mark)) {
        hasActed = true
        await act()
      }
      return db.query<Row>(statement)
    },
  })
  const transaction: typeof system.transaction = (work) => system.transaction((tx) => work(watched(tx)))
  // Only its handles are used.
  return {
    as: () => ({ ...system, ...watched(system), transaction }),
  } as unknown as typeof dashboard.database
}

/** Inserts a charge into an account during its removal. */
async function aCharge({ connectionId, prisma }: ConnectionContext, state: 'DRAFT' | 'UNKNOWN') {
  const createdAt = dashboard.now()
  const money = { amount: 25, amountMinor: 2_500, currency: 'USD' }
  const key = { connectionId, id: 'A', customerId: 'ana', idempotencyKey: 'key-a' }
  await prisma.charge.create({ data: { ...key, ...money, way: 'CARD', state, createdAt } })
}

test('a charge that is drafted while its account is deleted is deleted too', async () => {
  const ctx = await dashboard.owner(first, 'late-draft@aurora.test')
  const removing = { connection_id: ctx.connectionId, name: first.account.name, delete_copy: true }
  const database = meeting('FOR UPDATE', () => aCharge(ctx, 'DRAFT'))
  await disconnectAccount({ database }, ctx, removing)
  expect(await listConnections(dashboard, ctx)).toEqual([])
})

test('a charge that becomes open while its account is deleted is kept, and the refusal reports the effect', async () => {
  const ctx = await dashboard.owner(first, 'late-case@aurora.test')
  const removing = { connection_id: ctx.connectionId, name: first.account.name, delete_copy: true }
  const database = meeting('DELETE FROM dashboard.mirror_link', () => aCharge(ctx, 'UNKNOWN'))
  await expect(disconnectAccount({ database }, ctx, removing)).rejects.toMatchObject({ code: 'charges_kept' })
  expect(await ctx.prisma.charge.count()).toBe(1)
  expect(await listConnections(dashboard, ctx)).toMatchObject([{ disconnectedAt: expect.anything() }])
})

test('the last account can be removed, and another team’s account stays', async () => {
  const ctx = await dashboard.owner(first, 'last@aurora.test')
  const theirs = await dashboard.owner(first, 'strangers@aurora.test')
  const { name } = first.account
  const stranger = { connection_id: theirs.connectionId, name, delete_copy: true }
  await expect(disconnectAccount(dashboard, ctx, stranger)).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  const keyed = { connection_id: theirs.connectionId, api_key: first.apiKey }
  await expect(replaceConnectionKey(dashboard, ctx, keyed)).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  const own = { connection_id: ctx.connectionId, name, delete_copy: true }
  await disconnectAccount(dashboard, ctx, own)
  expect(await listConnections(dashboard, ctx)).toEqual([])
  expect(await teamActs(ctx)).toEqual([['connection.remove', 'done', null]])
})

test('a secret is shown by its last characters only, and a retired one is no longer shown', async () => {
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
