import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { aCustomer, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET } from '@/test/fixtures/test-dashboard'
import { DeliveryLimits } from './delivery-limits'
import { receiveDelivery } from './receive-delivery'

/** Forgeries of one test run; FORGED_DELIVERIES sets more. */
const FORGED = Number(process.env.FORGED_DELIVERIES ?? 500)
const TOLERANCE_S = 300

const { dashboard, host, ctx } = await connectedDashboard()
const receiver = { secretsOf: new SigningSecrets(dashboard), limits: new DeliveryLimits(dashboard) }
const nowS = Math.floor(dashboard.now().getTime() / 1_000)
const body = Buffer.from(
  JSON.stringify({
    event: 'payment.succeeded',
    created_at: dashboard.now().toISOString(),
    data: { payment: aPayment({ id: 'P1', status: 'APPROVED', payer: { name: 'Zoë 💶', email: '' } }) },
  }),
)

// Written from the contract's section "Signature check", without any of our code.
function digest(t: number, bytes: Uint8Array = body, secret = SIGNING_SECRET): Buffer {
  return createHmac('sha256', secret).update(`${t}.`).update(bytes).digest()
}

interface Delivery {
  t: number
  hex: string
  body: Buffer
}

const genuine = (t = nowS): Delivery => ({ t, hex: digest(t).toString('hex'), body })

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

const bitOf = (bytes: Buffer) => fc.nat({ max: bytes.length * 8 - 1 })
const secondsBeyond = (least: number) =>
  fc.tuple(fc.integer({ min: least, max: 1_000_000 }), fc.constantFrom(-1, 1)).map(([s, sign]) => s * sign)
const BOM = Buffer.from('\ufeff')

const forgery: fc.Arbitrary<readonly [kind: string, Delivery]> = fc.oneof(
  bitOf(body).map((bit) => ['a bit of the body', { ...genuine(), body: flipped(body, bit) }] as const),
  bitOf(digest(nowS)).map(
    (bit) =>
      ['a bit of the signature', { ...genuine(), hex: flipped(digest(nowS), bit).toString('hex') }] as const,
  ),
  fc
    .integer({ min: 1, max: TOLERANCE_S })
    .map((s) => ['a later time', { ...genuine(), t: nowS + s }] as const),
  fc
    .nat({ max: 31 })
    .map((bit) => ['a bit of the time', { ...genuine(), t: (nowS ^ (1 << bit)) >>> 0 }] as const),
  fc
    .string({ minLength: 1 })
    .filter((secret) => secret !== SIGNING_SECRET)
    .map(
      (secret) =>
        ['another secret', { ...genuine(), hex: digest(nowS, body, secret).toString('hex') }] as const,
    ),
  secondsBeyond(TOLERANCE_S + 1).map((s) => ['a time out of range', genuine(nowS + s)] as const),
  fc
    .nat({ max: 63 })
    .map((length) => ['a cut digest', { ...genuine(), hex: genuine().hex.slice(0, length) }] as const),
  fc.constant(['a byte order mark', { ...genuine(), body: Buffer.concat([BOM, body]) }] as const),
)

function receive({ t, hex, body: bytes }: Delivery) {
  return receiveDelivery(receiver, {
    connectionId: ctx.connectionId,
    deliveryId: 'd-1',
    signature: `t=${t},v1=${hex}`,
    body: bytes,
  })
}

test('no forged delivery is accepted, and the genuine one is', async () => {
  await fc.assert(
    fc.asyncProperty(forgery, async ([kind, delivery]) => {
      expect(await receive(delivery), kind).toEqual({ ok: false, reason: 'bad_signature' })
    }),
    { numRuns: FORGED },
  )
  const events = { text: 'SELECT delivery_id FROM dashboard.received_event' }
  expect((await ctx.db.query(events)).rows).toEqual([])
  for (const s of [-TOLERANCE_S, 0, TOLERANCE_S])
    expect(await receive(genuine(nowS + s))).toMatchObject({ ok: true })
  expect((await ctx.db.query(events)).rows).toHaveLength(1)
}, 120_000)

test.each([0, 999])(
  'a delivery is accepted 300 s away and refused 301 s away, %i ms into a second',
  async (ms) => {
    const start = dashboard.now()
    dashboard.setNow(new Date(nowS * 1_000 + ms))
    for (const sign of [-1, 1]) {
      expect(await receive(genuine(nowS + sign * TOLERANCE_S))).toMatchObject({ ok: true })
      const late = await receive(genuine(nowS + sign * (TOLERANCE_S + 1)))
      expect(late).toEqual({ ok: false, reason: 'bad_signature' })
    }
    dashboard.setNow(start)
  },
)

test('an event dated in the future is accepted, and outlasts no response newer than its signature', async () => {
  const customer = aCustomer({ id: 'C1', name: 'Ada' })
  const event = { event: 'customer.created', created_at: '9999-12-31T23:59:59.999Z', data: { customer } }
  const bytes = Buffer.from(JSON.stringify(event))
  const signature = `t=${nowS},v1=${digest(nowS, bytes).toString('hex')}`
  const delivery = { connectionId: ctx.connectionId, deliveryId: 'd-future', signature, body: bytes }
  expect(await receiveDelivery(receiver, delivery)).toEqual({ ok: true, outcome: 'applied' })
  host.customers = [{ ...customer, name: 'Ada King' }]
  dashboard.passMs(10_000)
  host.now = dashboard.now()
  await fetchObject(ctx, 'customers', 'C1')
  const { rows } = await ctx.db.query({ text: 'SELECT name FROM dashboard.mirror_customer' })
  expect(rows).toEqual([{ name: 'Ada King' }])
})
