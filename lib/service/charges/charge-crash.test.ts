import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const CHILD = path.resolve(import.meta.dirname, '../../../test/factories/crashing-payer.ts')
/** Long enough for T2 in a process that has just started, short enough to wait for. */
const LEASE_MS = 1_500
const TIMEOUT_MS = 15_000

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const CARD = '4242424242424242'
const DECLINED = '4000000000000002'

const table = [
  { point: 'committed charge-claim', card: CARD, ends: 'TIMEOUT', bank: 'TOMBSTONE', events: [] },
  { point: 'authorized', card: CARD, ends: 'VOIDED', bank: 'VOIDED', events: [] },
  { point: 'authorized', card: DECLINED, ends: 'FAILED', bank: 'DECLINED', events: ['payment.failed'] },
  { point: 'inside charge-take-slot', card: CARD, ends: 'VOIDED', bank: 'VOIDED', events: [] },
  { point: 'committed charge-take-slot', card: CARD, ends: 'VOIDED', bank: 'VOIDED', events: [] },
  {
    point: 'captured',
    card: CARD,
    ends: 'APPROVED',
    bank: 'CAPTURED',
    events: ['payment.succeeded', 'payment_link.completed'],
  },
  {
    point: 'inside charge-close-key',
    card: CARD,
    ends: 'APPROVED',
    bank: 'CAPTURED',
    events: ['payment.succeeded', 'payment_link.completed'],
  },
  {
    point: 'committed charge-close-key',
    card: CARD,
    ends: 'APPROVED',
    bank: 'CAPTURED',
    events: ['payment.succeeded', 'payment_link.completed'],
  },
]

test.concurrent.each(table)(
  'kill -9 at "$point" (card $card) ends $ends',
  async ({ point, card, ends, bank, events }) => {
    const shop = await createShop({ database, leaseMs: LEASE_MS })
    const link = await shop.newLink({ max_uses: 1 })
    const attempt = randomUUID()
    const { ended } = startChild({
      url: testDatabase.url,
      linkId: link.id,
      attempt,
      card,
      point,
      leaseMs: LEASE_MS,
    })
    expect(await ended).toBe('SIGKILL')

    const deadline = Date.now() + TIMEOUT_MS
    let final = await shop.pay(link.id, card, { attempt })
    while (final.kind === 'attempted' && final.attempt.status === 'PENDING' && Date.now() < deadline) {
      await shop.reconcile()
      final = await shop.pay(link.id, card, { attempt })
    }
    if (final.kind !== 'attempted') throw new Error(`the attempt was lost: ${final.kind}`)
    expect(final.attempt.status).toBe(ends)
    expect(await shop.bank.lookup(final.attempt.paymentId)).toMatchObject({ status: bank })

    await expectAtRest(shop, ends, events)
  },
)

const paused = [
  { point: 'committed charge-claim', ends: 'TIMEOUT', events: [] },
  { point: 'authorized', ends: 'VOIDED', events: [] },
  { point: 'committed charge-take-slot', ends: 'VOIDED', events: [] },
  { point: 'captured', ends: 'APPROVED', events: ['payment.succeeded', 'payment_link.completed'] },
]

test.concurrent.each(paused)(
  'a process stopped beyond its lease at "$point" wakes and moves nothing: $ends',
  async ({ point, ends, events }) => {
    const shop = await createShop({ database, leaseMs: LEASE_MS })
    const link = await shop.newLink({ max_uses: 1 })
    const attempt = randomUUID()
    const payer = { url: testDatabase.url, linkId: link.id, attempt, card: CARD, leaseMs: LEASE_MS }
    const child = startChild({ ...payer, point, signal: 'SIGSTOP' })
    const deadline = Date.now() + TIMEOUT_MS
    while (!isStopped(child.pid) && Date.now() < deadline) await setTimeout(20)
    expect(isStopped(child.pid)).toBe(true)
    const isPending = { text: `SELECT FROM service.payment WHERE status = 'PENDING'` }
    while ((await shop.ctx.db.query(isPending)).count > 0 && Date.now() < deadline) {
      // The reconciler of each test also closes the payments that other tests left.
      await shop.reconcile()
      await setTimeout(50)
    }
    child.process.kill('SIGCONT')
    expect(await child.ended).toBeNull()
    expect(await shop.pay(link.id, CARD, { attempt })).toMatchObject({ attempt: { status: ends } })
    await expectAtRest(shop, ends, events)
  },
)

async function expectAtRest(shop: Shop, ends: string, events: readonly string[]): Promise<void> {
  const read = async (text: string) => (await shop.ctx.db.query<Record<string, unknown>>({ text })).rows
  const uses = ends === 'APPROVED' ? 1 : 0
  expect(await read('SELECT slots, paid_count FROM service.payment_link')).toEqual([
    { slots: uses, paid_count: uses },
  ])
  expect((await read('SELECT kind FROM service.event ORDER BY kind')).map(({ kind }) => kind)).toEqual(events)
  expect(await read('SELECT 1 FROM service.ledger_entry')).toHaveLength(3 * uses)
  expect(await read(`SELECT 1 FROM service.idempotency_key WHERE state = 'RUNNING'`)).toEqual([])
}

/** Returns whether a process is stopped: Linux reports the state T, after the name in brackets. */
function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}

function startChild(input: object) {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, JSON.stringify(input)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (_, signal) => resolve(signal))
  })
  if (child.pid === undefined) throw new Error('the payer did not start')
  return { process: child, pid: child.pid, ended }
}
