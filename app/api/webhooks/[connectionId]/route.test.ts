import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addSigningSecret, retireSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET } from '@/test/fixtures/test-dashboard'
import { GET, POST } from './route'

const { dashboard, ctx } = await connectedDashboard(new Date())

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', 'x'.repeat(32))
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

// Written from the contract's section "Signature check", without code of ours.
function signed(body: string, secret: string, t = Math.floor(Date.now() / 1000)): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

interface Sent {
  connectionId?: string
  secret?: string
  header?: string
  delivery?: string
  body?: string
}

const eventBody = (id: string) =>
  JSON.stringify(
    {
      event: 'payment.succeeded',
      created_at: new Date().toISOString(),
      data: { payment: aPayment({ id, status: 'APPROVED' }) },
    },
    null,
    2,
  )

async function post({
  connectionId = ctx.connectionId,
  secret = SIGNING_SECRET,
  header,
  delivery = 'd-1',
  body = eventBody('P1'),
}: Sent) {
  const request = new Request('http://localhost/api/webhooks/x', {
    method: 'POST',
    headers: { 'Service-Delivery': delivery, 'Service-Signature': header ?? signed(body, secret) },
    body,
  })
  return POST(request, { params: Promise.resolve({ connectionId }) })
}

const mirrored = async (id: string) =>
  (await ctx.db.query({ text: 'SELECT status FROM dashboard.mirror_payment WHERE id = $1', values: [id] }))
    .rows

test('a signed event reaches the mirror, and a repeated delivery succeeds without effect', async () => {
  expect((await post({})).status).toBe(204)
  expect((await post({})).status).toBe(204)
  expect(await mirrored('P1')).toEqual([{ status: 'APPROVED' }])
  const { rows } = await ctx.db.query({ text: 'SELECT delivery_id, outcome FROM dashboard.received_event' })
  expect(rows).toEqual([{ delivery_id: 'd-1', outcome: 'applied' }])
})

test.each([
  ['a wrong secret', { secret: 'whsec_wrong' }, 401],
  ['no signature', { header: '' }, 401],
  [
    'a signature of six minutes ago',
    { header: signed(eventBody('P2'), SIGNING_SECRET, Math.floor(Date.now() / 1000) - 360) },
    401,
  ],
  ['a connection that is nobody’s', { connectionId: 'conn_nobody' }, 404],
  ['a connection’s id that no database can hold', { connectionId: 'conn_\0' }, 404],
  ['no JSON', { body: '{' }, 400],
  ['no event', { body: '{"hello":1}' }, 400],
  ['no delivery id', { delivery: '' }, 400],
  ['more bytes than an event has', { body: JSON.stringify({ pad: 'x'.repeat(300_000) }) }, 413],
] satisfies [string, Sent, number][])(
  '%s is refused as JSON and changes nothing',
  async (_, sent, status) => {
    const answer = await post({ delivery: 'd-2', ...sent })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({
      error: { code: expect.any(String), message: expect.any(String) },
    })
    expect(await mirrored('P2')).toEqual([])
  },
)

test('a body that was serialized again after signing is refused', async () => {
  const header = signed(eventBody('P3'), SIGNING_SECRET)
  const body = JSON.stringify(JSON.parse(eventBody('P3')))
  expect((await post({ header, body, delivery: 'd-3' })).status).toBe(401)
})

test('each live secret is accepted during a rotation, and a retired one is refused within a second', async () => {
  const id = await addSigningSecret(dashboard, ctx.connectionId, 'whsec_next')
  await vi.waitUntil(async () => (await post({ secret: 'whsec_next', delivery: 'd-4' })).status === 204, {
    timeout: 2_000,
  })
  expect((await post({ delivery: 'd-5' })).status).toBe(204)
  await retireSigningSecret(dashboard, ctx.connectionId, id)
  await vi.waitUntil(async () => (await post({ secret: 'whsec_next', delivery: 'd-6' })).status === 401, {
    timeout: 2_000,
  })
})

test('every other method is refused with a JSON error', async () => {
  const answer = await GET(new Request('http://localhost/'), {
    params: Promise.resolve({ connectionId: 'x' }),
  })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('POST')
})
