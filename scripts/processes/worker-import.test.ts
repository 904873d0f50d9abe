import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { signatureHeader } from '@/lib/contract/signature'
import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { DeliveryLimits } from '@/lib/dashboard/receiver/delivery-limits'
import { type IncomingDelivery, receiveDelivery } from '@/lib/dashboard/receiver/receive-delivery'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { Random } from '@/prisma/demo/random'
import type { Fault } from '@/test/external-host'
import { aLink, aSettlement } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { killReceiver } from '@/test/fixtures/killed-receiver'
import { SIGNING_SECRET } from '@/test/fixtures/test-dashboard'
import { workerProcesses } from '@/test/fixtures/worker-process'
import { HostActivity, type RaisedEvent } from '@/test/host-activity'
import { differences, expectEqual, hostObjects, mirroredObjects } from '@/test/mirror-and-host'
import { randomIds } from '@/test/random-behavior'

/** Seed of the kills; another one kills at other points. */
const SEED = Number(process.env.KILLS_SEED ?? 1)
const KILLS = 2
const ACTS = 800
const PAGE_MAX = 15
const REPEATED = 2
/** Fewest events after the import. */
const EVENTS = 15
/** Responses of the host to some of the last worker's requests, by their number. */
const randomFaults: Readonly<Record<number, ReturnType<Fault>>> = {
  3: { status: 500 },
  7: { status: 429, headers: { 'Retry-After': '1' } },
  11: 'hang up',
}
/** Fewest pages of the whole import. */
const PAGES_MIN = 20
/** Time from a response to the end of a worker's writes for it. */
const WRITES_MS = 25

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const startWorker = workerProcesses()
const random = new Random(SEED)
const idOf = randomIds(random)
const receiver = { secretsOf: new SigningSecrets(dashboard), limits: new DeliveryLimits(dashboard) }

/** Resolves when the host has received `count` more calls, while the last one waits for its response. */
function received(count: number): Promise<void> {
  const last = host.requests.length + count
  return new Promise((resolve) => {
    host.meanwhile = async () => {
      if (host.requests.length >= last) resolve()
    }
  })
}

/** Returns the delivery of an event, signed by the host. */
function deliveryOf(raised: RaisedEvent, deliveryId: string): IncomingDelivery {
  const body = Buffer.from(JSON.stringify(raised))
  const signature = signatureHeader([SIGNING_SECRET], Math.floor(host.now.getTime() / 1_000), body)
  return { connectionId: ctx.connectionId, deliveryId, signature, body }
}

function pass(ms: number): void {
  host.now = new Date(host.now.getTime() + ms)
}

/**
 * Returns the number of objects that the pages of a list contain, if each page repeats the last ones of the previous
 * page.
 */
function listedTimes(objects: number): number {
  const pages = Math.ceil((objects - PAGE_MAX) / (PAGE_MAX - REPEATED))
  return objects <= PAGE_MAX ? objects : objects + pages * REPEATED
}

/** Resolves when the worker has fetched all objects that follow from events and lists. */
async function nothingDue(): Promise<void> {
  const due = async () => (await ctx.db.query({ text: 'SELECT FROM dashboard.object_fetch' })).rows.length
  await vi.waitUntil(async () => (await due()) === 0, { timeout: 30_000, interval: 50 })
}

/** Performs actions of the merchant at the host's API that no event reports. */
function actByApi(): void {
  const head = (noun: string) => ({ id: idOf(noun, 90_000), created_at: host.now.toISOString() })
  const open = host.links.findLast(({ status }) => status === 'ACTIVE')
  const pending = host.payments.findLast(({ status }) => status === 'PENDING')
  const due = host.payments.findLast(
    ({ status, settlement_id }) => status === 'APPROVED' && settlement_id === null,
  )
  const customer = host.customers.at(-1)
  if (!open || !pending || !due || !customer) throw new Error('the history lacks something to act on')
  open.status = 'CANCELLED'
  host.links.push(aLink({ ...head('link'), title: 'By API' }))
  customer.name = 'Edited by API'
  pending.status = 'VOIDED'
  const settlement = aSettlement({ ...head('settlement'), payment_count: 1 })
  due.settlement_id = settlement.id
  const { id, amount, payer, created_at } = due
  host.settlements.push({ ...settlement, payments: [{ id, amount, payer_name: payer.name, created_at }] })
}

test('after killed workers, a killed receiver, events out of order and actions by API, one comparison makes the mirror equal and names its corrections', async () => {
  const life = new HostActivity(host, random, idOf)
  life.fillHistory(ACTS)
  host.behavior = { oldestFirst: true, pageMax: PAGE_MAX, repeated: REPEATED, cursorLifeMs: 600_000 }
  let next = startWorker(dashboard.url)
  for (let kills = 0; kills < KILLS; kills += 1) {
    const worker = next
    await received(1)
    // Its start takes most of the test's time.
    next = startWorker(dashboard.url)
    await received(random.int(3, PAGES_MIN / KILLS))
    await setTimeout(random.int(0, WRITES_MS))
    await worker.kill()
    expect(await mirrorHealth(ctx)).toMatchObject({ state: 'importing', last_sync: { state: 'RUNNING' } })
    // Ends the lease of the killed worker.
    await ctx.db.query({ text: `UPDATE dashboard.sync_run SET lease_until = clock_timestamp()` })
    await wakeSync(ctx.db)
  }
  const { length: before } = host.requests
  host.fault = () => randomFaults[host.requests.length - before] ?? null
  await next.said(/mirror synced/)
  host.fault = () => null

  const imported = hostObjects(host)
  await expectEqual(ctx, imported)
  const sizes = Object.entries(imported).map(([noun, objects]) => [noun, objects.size] as const)
  const seen = Object.fromEntries(sizes.map(([noun, size]) => [noun, listedTimes(size)]))
  const { state, imports, last_sync } = await mirrorHealth(ctx)
  expect({ state, imports, last_sync }).toMatchObject({
    state: 'live',
    imports: [],
    last_sync: { kind: 'IMPORT', state: 'DONE', seen },
  })
  const { rows } = await ctx.db.query<{ noun: string; seen: number }>({
    text: 'SELECT noun, seen FROM dashboard.noun_import WHERE done_at IS NOT NULL',
  })
  expect(Object.fromEntries(rows.map((row) => [row.noun, row.seen]))).toEqual(seen)

  pass(20_000)
  const raised: RaisedEvent[] = []
  while (raised.length < EVENTS || !raised.some(({ event }) => event === 'payment.succeeded')) {
    pass(100)
    raised.push(...life.act())
  }
  const deliveries = raised.map((event, index) => deliveryOf(event, `d-${index}`)).toReversed()
  const approval = deliveries.find(({ body }) => body.includes('payment.succeeded'))
  if (!approval) throw new Error('no payment was approved')
  await nothingDue()
  const { release } = await killReceiver(dashboard.url, approval)
  await release()
  for (const delivery of [...deliveries, ...deliveries])
    expect(await receiveDelivery(receiver, delivery)).toMatchObject({ ok: true })
  await nothingDue()
  pass(20_000)
  actByApi()
  pass(70_000)

  const expected = hostObjects(host)
  const corrected = differences(await mirroredObjects(ctx), expected)
  const compared = next.said(/"kind":"RECONCILE".*mirror synced/)
  // The newest run is the comparison.
  dashboard.setNow(new Date())
  const { id } = await requestReconcile(ctx)
  await compared
  await nothingDue()
  await expectEqual(ctx, expected)
  expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ id, state: 'DONE', corrected })
  expect(corrected).toMatchObject({
    links: { created: expect.any(Number), CANCELLED: expect.any(Number) },
    customers: { changed: expect.any(Number) },
    payments: { VOIDED: expect.any(Number) },
    settlements: { created: 1 },
  })
  const counted = { text: 'SELECT sum(payments)::integer AS payments FROM dashboard.payment_day' }
  expect((await ctx.db.query(counted)).rows).toEqual([{ payments: expected.payments.size }])
}, 120_000)
