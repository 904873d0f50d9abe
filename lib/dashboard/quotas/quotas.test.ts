import { beforeAll, expect, test } from 'vitest'
import { signatureHeader } from '@/lib/contract/signature'
import { draftCharge } from '@/lib/dashboard/charges/start-charge'
import { connect } from '@/lib/dashboard/connections/connect'
import { addSigningSecret, SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { startLinkImport } from '@/lib/dashboard/link-imports/start-link-import'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { DeliveryLimits } from '@/lib/dashboard/receiver/delivery-limits'
import { receiveDelivery } from '@/lib/dashboard/receiver/receive-delivery'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { pruneHistory } from '@/lib/dashboard/sync/prune-history'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { deliveryResponse } from '@/lib/dashboard/web/responses'
import { runOperator } from '@/scripts/processes/operator/program'
import { english } from '@/test/english'
import { aCustomer, aLink, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET } from '@/test/fixtures/test-dashboard'
import { keepQuotas } from './keep-quotas'
import { DELIVERY_RULE, quotas } from './quotas'

const { dashboard, host, ctx } = await connectedDashboard()
const system = dashboard.database.as('checkout_dashboard_system')
const { connectionId } = ctx
const limits = () => new DeliveryLimits(dashboard)

beforeAll(async () => {
  host.payments = [aPayment({ id: 'P1' }), aPayment({ id: 'P2', status: 'APPROVED' })]
  host.links = [aLink({ id: 'L1' })]
  host.customers = [aCustomer({ id: 'C1' })]
  await dashboard.importHistories()
})

async function sizes(kind: 'mirror' | 'events') {
  const { rows } = await system.query<{ objects: number; bytes: number; parts: number }>({
    text: `SELECT sum(objects)::float8 AS objects, sum(bytes)::float8 AS bytes, count(*)::int AS parts
      FROM dashboard.stored_size WHERE connection_id = $1 AND kind = $2`,
    values: [connectionId, kind],
  })
  return rows[0]
}

async function storedInTables() {
  const { rows } = await system.query<{ objects: number; bytes: number }>({
    text: `SELECT count(*)::float8 AS objects, sum(octet_length(snapshot::text))::float8 AS bytes FROM (
        SELECT connection_id, snapshot FROM dashboard.mirror_payment UNION ALL SELECT connection_id, snapshot FROM dashboard.mirror_link
        UNION ALL SELECT connection_id, snapshot FROM dashboard.mirror_customer
      ) AS stored WHERE connection_id = $1`,
    values: [connectionId],
  })
  return rows[0]
}

/** Lets the connection count as one that stores this much more; a negative number takes it back. */
const addSize = (kind: 'mirror' | 'events', objects: number, bytes: number) =>
  system.query({
    text: `INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes) VALUES ($1, $2, $3, $4)`,
    values: [connectionId, kind, objects, bytes],
  })

function event(deliveryId: string, payment: object, name = 'payment.succeeded') {
  const envelope = { event: name, created_at: dashboard.now().toISOString(), data: { payment } }
  const sentAt = dashboard.now()
  return { connectionId, deliveryId, envelope, body: JSON.stringify(envelope), sentAt, now: sentAt }
}

function receive(deliveryId: string, limiter = limits(), bytes = 0) {
  const payment = { ...aPayment({ id: 'P1' }), extra: 'x'.repeat(bytes) }
  const body = Buffer.from(event(deliveryId, payment, 'other.kind').body)
  const signature = signatureHeader([SIGNING_SECRET], Math.floor(dashboard.now().getTime() / 1_000), body)
  const receiver = { secretsOf: new SigningSecrets(dashboard), limits: limiter }
  return receiveDelivery(receiver, { connectionId, deliveryId, signature, body })
}

async function compare() {
  dashboard.passMs(600_000)
  host.now = dashboard.now()
  await requestReconcile(ctx)
  await workOneRun(dashboard, { owner: 'worker-1' })
  return (await mirrorHealth(ctx)).last_sync
}

test('the stored sizes are those of the tables after inserts, updates, deletions and a fold', async () => {
  await applyEvent(ctx.db, event('d-1', { ...aPayment({ id: 'P1', status: 'APPROVED' }), note: 'longer' }))
  await ctx.db.query({ text: `DELETE FROM dashboard.mirror_payment WHERE id = 'P2'` })
  expect(await sizes('mirror')).toMatchObject({ ...(await storedInTables()) })
  await keepQuotas(dashboard, { from: 1 })
  expect(await sizes('mirror')).toMatchObject({ ...(await storedInTables()), parts: 1 })
  expect(await sizes('events')).toMatchObject({ objects: 1, parts: 1 })
})

test('an import of ever new objects stops with a named problem once the mirror is full', async () => {
  await addSize('mirror', quotas.mirror_objects.limit, 0)
  host.payments = [aPayment({ id: 'P_new', status: 'APPROVED' }), aPayment({ id: 'P1', status: 'FAILED' })]
  expect(await compare()).toMatchObject({ state: 'FAILED', error: 'mirror_full' })
  expect((await mirrorHealth(ctx)).state).toBe('broken')
  const { rows } = await ctx.db.query({ text: 'SELECT id, status FROM dashboard.mirror_payment' })
  expect(rows).toEqual([{ id: 'P1', status: 'FAILED' }])
  await addSize('mirror', -quotas.mirror_objects.limit, 0)
  expect(await compare()).toMatchObject({ state: 'DONE', error: null })
})

test('in a full mirror an event updates a known object, unless it grows, and adds none', async () => {
  await addSize('mirror', 0, quotas.mirror_bytes.limit)
  dashboard.passMs(60_000)
  const changed = aPayment({ id: 'P_new', status: 'APPROVED', authorization_code: 'A1' })
  expect(await applyEvent(ctx.db, event('d-2', changed))).toBe('applied')
  expect(await applyEvent(ctx.db, event('d-3', { ...changed, note: 'x'.repeat(9_000) }))).toBe('recorded')
  expect(await applyEvent(ctx.db, event('d-4', aPayment({ id: 'P_other' })))).toBe('recorded')
  await addSize('mirror', 0, -quotas.mirror_bytes.limit)
})

test('the accounts of a team share a quota, and no other team is affected', async () => {
  const second = await connect(dashboard, { teamId: ctx.teamId, ...(await externalHost()) })
  const stranger = await dashboard.owner(await externalHost(), 'stranger@aurora.test')
  const add = (id: string, bytes: number) =>
    system.query({
      text: `INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes) VALUES ($1, 'mirror', 1, $2)`,
      values: [id, bytes],
    })
  // The first round counts the rows of new connections.
  await keepQuotas(dashboard)
  await add(second.connectionId, quotas.team_bytes.limit)
  await keepQuotas(dashboard)
  const added = (name: string) => applyEvent(ctx.db, event(`d-${name}`, aPayment({ id: name })))
  expect(await added('P_team_full')).toBe('recorded')
  const theirs = { ...event('d-1', aPayment({ id: 'P1' })), connectionId: stranger.connectionId }
  expect(await applyEvent(stranger.db, theirs)).toBe('applied')
  await system.query({
    text: 'DELETE FROM dashboard.connection WHERE id = $1',
    values: [second.connectionId],
  })
  await keepQuotas(dashboard)
  expect(await added('P_room')).toBe('applied')
})

test('the limits of the mirror are those that the health screen names', () => {
  const { limit } = quotas.mirror_objects
  expect(english('health.problems.sentences.mirror_full')).toContain(
    `${limit.toLocaleString('en')} objects or ${quotas.mirror_bytes.limit / 1_024 ** 3} GiB, or all your accounts ${quotas.team_bytes.limit / 1_024 ** 3} GiB`,
  )
  expect(english('refusals.own.connections_quota')).toContain(`${quotas.connections.limit} accounts`)
  expect(english('refusals.own.imports_quota')).toContain(`${quotas.link_imports.limit} running link imports`)
  expect(english('refusals.own.secrets_quota')).toContain(`${quotas.signing_secrets.limit} signing secrets`)
  expect(english('refusals.delivery.too_many_deliveries')).toContain(`${DELIVERY_RULE.rate} deliveries`)
})

test('several web processes share the deliveries of a connection, of which a long one counts as several', async () => {
  const processes = [limits(), limits(), limits()]
  let units = 0
  let refused = null
  for (let number = 0; refused === null && number < 1_000; number += 1) {
    const limiter = processes[number % processes.length] ?? limits()
    refused = await limiter.take(connectionId, 16 * DELIVERY_RULE.unitBytes)
    if (refused === null) units += 16
  }
  expect(refused).toMatchObject({ reason: 'too_many_deliveries' })
  expect(units).toBeGreaterThan(DELIVERY_RULE.burst / 2)
  expect(units).toBeLessThan(DELIVERY_RULE.burst * 1.5)
  // Time passes for no bucket that was refilled in the future.
  await system.query({
    text: `UPDATE dashboard.bucket SET tokens = 0, refilled_at = now() + interval '1 hour'`,
  })
  const receipt = await receive('d-late', limits(), 200_000)
  const response = deliveryResponse(receipt)
  expect([response.status, Number(response.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)])
  await system.query({ text: 'DELETE FROM dashboard.bucket' })
})

test('a delivery beyond the quota of events is refused until the worker has deleted the oldest', async () => {
  expect(await receive('d-kept')).toEqual({ ok: true, outcome: 'recorded' })
  await addSize('events', 0, quotas.event_bytes.limit)
  expect(await receive('d-refused')).toMatchObject({ ok: false, reason: 'too_many_events' })
  await keepQuotas(dashboard)
  const { count } = await ctx.db.query({ text: 'SELECT FROM dashboard.received_event' })
  expect(count).toBe(0)
  await addSize('events', 0, -quotas.event_bytes.limit)
  expect(await receive('d-refused')).toEqual({ ok: true, outcome: 'recorded' })
})

test('an event of a kind without a mirror is kept for a week', async () => {
  await receive('d-week')
  const kept = async () =>
    (await ctx.db.query({ text: `SELECT FROM dashboard.received_event WHERE delivery_id = 'd-week'` })).count
  dashboard.passMs(6 * 86_400_000)
  await pruneHistory(dashboard)
  expect(await kept()).toBe(1)
  dashboard.passMs(2 * 86_400_000)
  await pruneHistory(dashboard)
  expect(await kept()).toBe(0)
})

test('events queue a bounded number of fetches', async () => {
  await system.query({ text: 'DELETE FROM dashboard.object_fetch' })
  await system.query({
    text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT $1, 'payments', 'fetch' || n, 'close_call', now() FROM generate_series(0, $2) AS n`,
    values: [connectionId, quotas.queued_fetches.limit],
  })
  dashboard.passMs(60_000)
  const { id, title, url } = aLink({ id: 'L_far' })
  await applyEvent(
    ctx.db,
    event('d-5', aPayment({ id: 'P_new', status: 'APPROVED', payment_link: { id, title, url } })),
  )
  await applyEvent(ctx.db, event('d-6', { id: 'P_odd', object: 'payment' }))
  const { rows } = await system.query({
    text: `DELETE FROM dashboard.object_fetch WHERE connection_id = $1 RETURNING object_id`,
    values: [connectionId],
  })
  expect(rows).toHaveLength(quotas.queued_fetches.limit + 1)
})

test('the oldest forms of charges that were never sent make room for new ones', async () => {
  for (let form = 0; form < quotas.charge_drafts.limit + 3; form += 1) {
    dashboard.passMs(1)
    await draftCharge(ctx, {
      form_token: `form-token-${form}`,
      customer_id: 'C1',
      way: 'LINK',
      amount: 10 + form,
    })
  }
  const { rows } = await ctx.db.query<{ count: number; oldest: number }>({
    text: 'SELECT count(*)::int AS count, min(amount)::float8 AS oldest FROM dashboard.charge',
  })
  expect(rows).toEqual([{ count: quotas.charge_drafts.limit, oldest: 13 }])
}, 60_000)

test('the oldest ended imports of links make room for new ones, waiting ones do not', async () => {
  const { limit } = quotas.link_imports
  const many = (state: string) =>
    system.query({
      text: `INSERT INTO dashboard.link_batch (connection_id, id, name, state, total, created_at, finished_at)
        SELECT $1, $2 || n, 'x.csv', $2, 1, timestamptz '2026-01-01' + n * interval '1 s', CASE WHEN $2 = 'DONE' THEN now() END
        FROM generate_series(1, $3) AS n`,
      values: [connectionId, state, limit],
    })
  const start = (form_token: string) =>
    startLinkImport(ctx, { form_token, name: 'x.csv', rows: [{ title: 'Tea', amount: 2 }] })
  await many('DONE')
  await start('form-token-1')
  const { rows } = await system.query<{ id: string }>({
    text: 'SELECT id FROM dashboard.link_batch WHERE connection_id = $1 ORDER BY created_at',
    values: [connectionId],
  })
  expect(rows).toHaveLength(limit)
  expect(rows[0]).toEqual({ id: 'DONE2' })
  await many('QUEUED')
  await expect(start('form-token-2')).rejects.toMatchObject({ code: 'imports_quota' })
  await system.query({ text: 'DELETE FROM dashboard.link_batch' })
})

test('a team stores a bounded number of signing secrets', async () => {
  for (let number = 1; number < quotas.signing_secrets.limit; number += 1)
    await addSigningSecret(dashboard, connectionId, `whsec_${number}`)
  await expect(addSigningSecret(dashboard, connectionId, 'whsec_more')).rejects.toMatchObject({
    code: 'secrets_quota',
  })
})

test('concurrent requests connect a team to 20 accounts at most, and a known one can still be connected again', async () => {
  const hosts = await Promise.all([externalHost(), externalHost()])
  await system.query({
    text: `INSERT INTO dashboard.connection (id, team_id, base_url, api_key_last4, account, created_at, slug, disconnected_at)
      SELECT 'conn_' || n, $1, 'https://host' || n || '.example', 'xxxx', account, now(), 'slug-' || n, now()
      FROM dashboard.connection, generate_series(1, $3) AS n WHERE id = $2`,
    values: [ctx.teamId, connectionId, quotas.connections.limit - 2],
  })
  const { teamId } = ctx
  const connectAll = () =>
    Promise.allSettled(hosts.map(({ baseUrl, apiKey }) => connect(dashboard, { teamId, baseUrl, apiKey })))
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const results = await connectAll()
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'connections_quota' }),
    })
  }
})

test('the operator sees what each team uses of each quota', async () => {
  let out = ''
  const session = {
    database: dashboard.database,
    db: dashboard.database.as('checkout_system'),
    keyring: dashboard.keyring,
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    testMode: true,
    bank: 'test_bank' as const,
    processor: 'test_bank' as const,
    books: null,
    apiKey: undefined,
    now: () => dashboard.now(),
    write: (text: string) => {
      out += text
    },
  }
  expect(await runOperator(['--json', 'quotas', '--team', ctx.teamId], session, () => {})).toBe(0)
  const rows: { quota: string; used: number }[] = JSON.parse(out)
  const used = Object.fromEntries(rows.map(({ quota, ...row }) => [quota, row]))
  expect(used).toMatchObject({
    connections: { used: 20, limit: 20, percent: 100, account: null },
    charge_drafts: { used: 200, limit: 200, account: ctx.slug },
    mirror_objects: { used: expect.any(Number), unit: 'objects' },
    event_bytes: { unit: 'bytes' },
  })
})
