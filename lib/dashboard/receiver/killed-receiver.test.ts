import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signatureHeader } from '@/lib/contract/signature'
import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { aLink, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET } from '@/test/fixtures/test-dashboard'
import { type IncomingDelivery, receiveDelivery } from './receive-delivery'

const CHILD = path.resolve(import.meta.dirname, '../../../test/factories/dying-receiver.ts')

const { dashboard, ctx } = await connectedDashboard(new Date())
const secrets = new SigningSecrets(dashboard)

function approval(): IncomingDelivery {
  const { id: linkId, title, url } = aLink()
  const payment = aPayment({ id: 'P1', status: 'APPROVED', payment_link: { id: linkId, title, url } })
  const created_at = dashboard.now().toISOString()
  const event = { event: 'payment.succeeded', created_at, data: { payment } }
  const body = Buffer.from(JSON.stringify(event))
  const signature = signatureHeader([SIGNING_SECRET], Math.floor(Date.now() / 1_000), body)
  return { connectionId: ctx.connectionId, deliveryId: 'd-1', signature, body }
}

/** Holds back every write of payments until `release`. */
async function holdPayments(): Promise<{ owner: Client; release(): Promise<unknown> }> {
  const owner = new Client({ connectionString: dashboard.url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE dashboard.mirror_payment IN SHARE MODE')
  return { owner, release: () => owner.query('COMMIT') }
}

/** Resolves with the Postgres processes that wait for the lock, once there are `count`. */
function blocked(owner: Client, count: number): Promise<number[]> {
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'dashboard.mirror_payment'::regclass`
  return vi.waitUntil(
    async () => {
      const { rows } = await owner.query<{ pid: number }>(waiting)
      return rows.length === count && rows.map(({ pid }) => pid)
    },
    { timeout: 15_000, interval: 20 },
  )
}

/** Starts a web process, kills it in the middle of the delivery's transaction and returns that transaction's Postgres process. */
async function killMidway(owner: Client, delivery: IncomingDelivery): Promise<number> {
  const input = JSON.stringify({ ...delivery, body: String(delivery.body) })
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, input], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: dashboard.url,
      NEXTAUTH_SECRET: 'x'.repeat(32),
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    },
  })
  const ended = once(child, 'exit')
  const [pid = 0] = await blocked(owner, 1)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  return pid
}

test('an event whose receiver was killed, delivered again while Postgres still applies the first, is applied once', async () => {
  const delivery = approval()
  const { owner, release } = await holdPayments()
  const pid = await killMidway(owner, delivery)
  const again = receiveDelivery(secrets, delivery)
  await blocked(owner, 2)
  await release()
  expect(await again).toMatchObject({ ok: true })
  await vi.waitUntil(async () => {
    const { rows } = await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])
    return rows.length === 0
  })
  const read = async (text: string) => (await ctx.db.query<object>({ text })).rows
  expect(await read('SELECT id, status FROM dashboard.mirror_payment')).toEqual([
    { id: 'P1', status: 'APPROVED' },
  ])
  expect(await read('SELECT outcome FROM dashboard.received_event')).toEqual([{ outcome: 'applied' }])
  expect(await read('SELECT noun FROM dashboard.object_fetch')).toEqual([{ noun: 'links' }])
  expect(await read('SELECT sum(payments)::integer AS payments FROM dashboard.payment_day')).toEqual([
    { payments: 1 },
  ])
})
