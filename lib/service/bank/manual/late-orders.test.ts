import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { type Bank, BankUnreachable } from '@/lib/service/bank/port'
import { askForTransfers } from '@/lib/service/settlements/claim-transfers'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { recordRefused } from './answer-payouts'
import { joinBatches, readBatch } from './batch'
import { listWaiting } from './list-payouts'
import { ManualBank } from './manual-bank'

const NOON = new Date('2026-11-10T17:00:00.000Z')
const FIRST = '000987650001'
const SECOND = 'DE89370400440532013000'
const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)

describe('ManualBank, with late calls', () => {
  let testDatabase: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database

  beforeAll(async () => {
    testDatabase = await openSimulatedClockDatabase(24, { tampered: true })
    database = testDatabase.database
  })
  afterAll(() => testDatabase.close())

  const books = () => database.as('checkout_bank')

  it('a refusal is not lost when the question for it is not answered once', async () => {
    const harness = await openSettlementHarness({ database, start: NOON, testMode: false })
    await harness.name(FIRST)
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    const [{ id = '' } = {}] = await harness.settlements()
    const bank = () => new ManualBank(database, keyring, { now: harness.now })
    expect(await harness.transfer({ wrapBank: bank })).toEqual(['ordered'])
    await joinBatches(books(), null, harness.now())
    await recordRefused(books(), id, 'account_closed', harness.now())
    await askForTransfers(database.as('checkout_system'), [id], harness.now())
    // One SELECT that fails or is too slow; a worker killed between its claim and its answer leaves the same row.
    const deaf = (): Bank => ({
      send: (order) => bank().send(order),
      status: () => Promise.reject(new BankUnreachable('a connection was lost')),
    })
    expect(await harness.transfer({ wrapBank: deaf })).toEqual(['unknown'])
    harness.passHours(1)
    expect(await harness.transfer({ wrapBank: bank })).toEqual(['refused'])
    const waiting = await listWaiting(books())
    expect(
      waiting.filter(({ reference }) => reference === id),
      'ordered for the closed account',
    ).toEqual([])
  })

  it('an order that a paused worker sends late does not lead a payout to the former account', async () => {
    const bank = new ManualBank(database, keyring, { now: () => NOON })
    const order = {
      reference: `set_${'7'.repeat(32)}`,
      amountMinor: 1_000,
      currency: 'USD',
      accountNumber: FIRST,
      holder: 'Café Aurora',
      bankName: 'Banco Central',
      claimedAt: NOON,
    }
    await bank.send(order)
    await joinBatches(books(), null, NOON)
    const later = new Date(NOON.getTime() + 60_000)
    await recordRefused(books(), order.reference, 'account_closed', later)
    // The worker that claimed the transfer first wakes up here; the settlement has another owner and account by now.
    await bank.send(order)
    await bank.send({ ...order, accountNumber: SECOND, claimedAt: later })
    const [batch = 0] = await joinBatches(books(), null, NOON)
    expect((await readBatch(books(), keyring, batch)).payouts).toMatchObject([{ accountNumber: SECOND }])
  })
})
