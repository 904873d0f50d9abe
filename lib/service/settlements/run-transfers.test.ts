import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { type Bank, BankUnreachable } from '@/lib/service/bank/port'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { changeTestBank } from '@/lib/service/processor/test-bank-books'
import {
  HARNESS_LEASE_MS,
  openSettlementHarness,
  type SettlementHarness,
} from '@/test/factories/settlement-harness'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { makeTransfersDue } from './claim-transfers'

const NOON = new Date('2026-11-10T17:00:00.000Z')
const GOOD = '000123456789'
const NOT_FOUND = '000111111116'
const CLOSED = '000111111113'
const LOSES_THE_ANSWER = '000999999991'

interface BookRow {
  status: string
  amount_minor: number
  account_last4: string
}

describe('runTransfers', () => {
  let testDatabase: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database

  beforeAll(async () => {
    testDatabase = await openSimulatedClockDatabase()
    database = testDatabase.database
  })
  afterEach(async () => {
    await changeTestBank(database, { outage: false })
    await transferDelay(database, 5_000)
  })
  afterAll(async () => {
    expect(await checkCoherence({ database })).toEqual([])
    await testDatabase.close()
  })

  /** Creates a harness with one settlement of 10,000 that waits for its transfer: net 9,680. */
  async function settled({
    to,
    ...options
  }: {
    testMode?: boolean
    to?: string
  } = {}): Promise<SettlementHarness> {
    const harness = await openSettlementHarness({ database, start: NOON, ...options })
    if (to) await harness.name(to)
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    return harness
  }
  const one = async (harness: SettlementHarness) => (await harness.settlements())[0]
  async function atBank(harness: SettlementHarness): Promise<BookRow[]> {
    const { rows } = await database.as('checkout_bank').query<BookRow>({
      text: 'SELECT status, amount_minor, account_last4 FROM test_bank.transfer WHERE reference = ANY ($1)',
      values: [(await harness.settlements()).map(({ id }) => id)],
    })
    return rows
  }
  const passLease = () =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [HARNESS_LEASE_MS + 1],
    })
  const unheard = (): Bank => ({
    status: () => Promise.reject(new BankUnreachable('nobody there')),
    send: () => Promise.reject(new BankUnreachable('nobody there')),
  })
  const deaf = (bank: Bank): Bank => ({
    status: (reference, signal) => bank.status(reference, signal),
    async send(order, signal) {
      await bank.send(order, signal)
      throw new BankUnreachable('the answer was lost')
    },
  })

  it('a transfer is ordered, waits for the bank’s delay, and is paid with the bank’s reference and one event', async () => {
    const harness = await settled()
    expect(await harness.transfer()).toEqual(['ordered'])
    expect(await one(harness)).toMatchObject({ status: 'PENDING', transfer_step: 'ORDERED', problem: null })
    expect(await harness.transfer()).toEqual([])
    expect((await harness.balance()).in_transit).toBe(9_680)
    harness.setNow(new Date(harness.now().getTime() + 5_000))
    expect(await harness.transfer()).toEqual(['paid'])
    const paid = await one(harness)
    expect(paid).toMatchObject({
      status: 'PAID',
      paid_at: harness.now(),
      reference: expect.stringMatching(/^TR-/),
    })
    expect(await atBank(harness)).toEqual([{ status: 'SENT', amount_minor: 9_680, account_last4: '6789' }])
    expect(await harness.balance()).toEqual({
      available: 0,
      debt: 0,
      in_transit: 0,
      paid_out: 9_680,
      waiting: 0,
    })
    expect(await harness.events()).toEqual(['settlement.created', 'settlement.paid'])
    expect(await harness.transfer()).toEqual([])
  })

  it('a lost response is requested again under the same reference: one transfer', async () => {
    const harness = await settled()
    expect(await harness.transfer({ wrapBank: deaf })).toEqual(['unknown'])
    expect(await one(harness)).toMatchObject({ transfer_step: 'SENDING', problem: 'bank_unreachable' })
    // A change of the account does not affect an order that the bank may have executed.
    await harness.name('000987654321')
    harness.passHours(1)
    expect(await harness.transfer()).toEqual(['paid'])
    expect(await atBank(harness)).toEqual([{ status: 'SENT', amount_minor: 9_680, account_last4: '6789' }])
  })

  it('an account whose responses are lost is paid once as well', async () => {
    const harness = await settled({ to: LOSES_THE_ANSWER })
    expect(await harness.transfer()).toEqual(['unknown'])
    harness.passHours(1)
    expect(await harness.transfer()).toEqual(['paid'])
    expect(await atBank(harness)).toHaveLength(1)
  })

  it('a bank that is out of order is called again after growing waits, and no transfer is lost', async () => {
    const harness = await settled()
    await changeTestBank(database, { outage: true })
    const waits: number[] = []
    for (let round = 0; round < 4; round += 1) {
      expect(await harness.transfer()).toEqual(['unknown'])
      const { rows } = await harness.shop.ctx.db.query<{ due_at: Date }>({
        text: 'SELECT due_at FROM service.settlement',
      })
      waits.push((rows[0]?.due_at.getTime() ?? 0) - harness.now().getTime())
      harness.setNow(rows[0]?.due_at ?? NOON)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000])
    await changeTestBank(database, { outage: false })
    expect(await harness.transfer()).toEqual(['ordered'])
    harness.passHours(1)
    expect(await harness.transfer()).toEqual(['paid'])
  })

  it('a transfer to a bad account is refused and reported, once; after a change of the account it is paid', async () => {
    const harness = await settled({ to: NOT_FOUND })
    expect(await harness.transfer()).toEqual(['refused'])
    expect(await one(harness)).toMatchObject({
      status: 'PENDING',
      transfer_step: 'REFUSED',
      problem: 'account_not_found',
    })
    harness.passHours(100)
    expect(await harness.transfer()).toEqual([])
    await harness.name(CLOSED)
    expect(await harness.transfer()).toEqual(['refused'])
    expect(await one(harness)).toMatchObject({ problem: 'account_closed' })
    expect((await harness.balance()).in_transit).toBe(9_680)
    await harness.name(GOOD)
    expect(await harness.transfer()).toEqual(['ordered'])
    harness.passHours(1)
    expect(await harness.transfer()).toEqual(['paid'])
    expect(await atBank(harness)).toEqual([{ status: 'SENT', amount_minor: 9_680, account_last4: '6789' }])
    expect(await one(harness)).toMatchObject({ problem: null })
  })

  it('an account set while the bank refuses the previous one is tried at once', async () => {
    const harness = await settled({ to: NOT_FOUND })
    const renaming = (bank: Bank): Bank => ({
      status: (reference, signal) => bank.status(reference, signal),
      async send(order, signal) {
        const answer = await bank.send(order, signal)
        if (order.accountNumber === NOT_FOUND) await harness.name(GOOD)
        return answer
      },
    })
    expect(await harness.transfer({ wrapBank: renaming })).toEqual(['refused', 'ordered'])
  })

  it('a refused transfer is retried when the operator makes it due', async () => {
    const harness = await settled({ to: NOT_FOUND })
    await harness.transfer()
    const [{ id = '' } = {}] = await harness.settlements()
    const db = database.as('checkout_system')
    expect(await makeTransfersDue(db, null, harness.now())).not.toContain(id)
    expect(await makeTransfersDue(db, id, harness.now())).toEqual([id])
    expect(await harness.transfer()).toEqual(['refused'])
  })

  it('a settlement without a bank account waits with its reason, and setting one releases it', async () => {
    const harness = await settled({ testMode: false })
    expect(await one(harness)).toMatchObject({ status: 'PENDING', bank_account_id: null })
    expect(await harness.transfer()).toEqual([])
    expect(await one(harness)).toMatchObject({ transfer_step: 'WAITING', problem: 'no_bank_account' })
    await harness.name(GOOD)
    expect(await one(harness)).toMatchObject({ problem: null })
    expect(await harness.transfer()).toEqual(['ordered'])
  })

  it('an account without a bank account gets one in test mode when its transfer is due', async () => {
    const harness = await openSettlementHarness({ database, start: NOON, testMode: false })
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    expect(await harness.transfer({ testMode: true })).toEqual(['ordered'])
    expect(await harness.events()).toEqual(['settlement.created'])
  })

  it('a run that was paused for longer than its lease changes nothing when it wakes, and the money moves once', async () => {
    const harness = await settled()
    await transferDelay(database, 0)
    const pausing = (bank: Bank): Bank => ({
      status: (reference, signal) => bank.status(reference, signal),
      async send(order, signal) {
        await passLease()
        expect(await harness.transfer()).toEqual(['paid'])
        return bank.send(order, signal)
      },
    })
    expect(await harness.transfer({ wrapBank: pausing })).toEqual(['lost'])
    expect(await atBank(harness)).toHaveLength(1)
    expect(await harness.events()).toEqual(['settlement.created', 'settlement.paid'])
  })

  it('a transfer whose lease has not passed is not claimed by another run', async () => {
    const harness = await settled()
    const looking = (bank: Bank): Bank => ({
      status: (reference, signal) => bank.status(reference, signal),
      async send(order, signal) {
        expect(await harness.transfer()).toEqual([])
        return bank.send(order, signal)
      },
    })
    expect(await harness.transfer({ wrapBank: looking })).toEqual(['ordered'])
  })

  it('a bank that reports another moved amount leaves the transfer PENDING, for a person to check', async () => {
    const harness = await settled()
    const wrong = (): Bank => ({
      status: async () => null,
      send: async ({ currency }) => ({ outcome: 'sent', bankReference: 'TR-1', amountMinor: 1, currency }),
    })
    expect(await harness.transfer({ wrapBank: wrong })).toEqual(['unknown'])
    expect(await one(harness)).toMatchObject({ status: 'PENDING', problem: 'bank_moved_other_amount' })
    harness.passHours(24)
    await harness.transfer()
    harness.passHours(24)
    await harness.transfer()
  })

  it('a transfer that cannot be carried out blocks no other, and is reported', async () => {
    const harness = await settled()
    await harness.collect(1_000)
    harness.passHours(24)
    await harness.settle()
    let tripped = false
    const tap = (point: string) => {
      if (point !== 'before transfer-ordered' || tripped) return
      tripped = true
      throw new Error('the disk is full')
    }
    await expect(harness.transfer({ tap })).rejects.toThrow('the disk is full')
    const steps = (await harness.settlements()).map(({ transfer_step }) => transfer_step)
    expect(steps.toSorted()).toEqual(['ORDERED', 'SENDING'])
    await passLease()
    harness.passHours(1)
    expect((await harness.transfer()).toSorted()).toEqual(['paid', 'paid'])
  })

  it('many concurrent workers pay each settlement once', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    for (let day = 0; day < 6; day += 1) {
      await harness.collect(1_000 + day)
      harness.passHours(24)
    }
    await harness.settle()
    await transferDelay(database, 0)
    const runs = await Promise.all(Array.from({ length: 6 }, () => harness.transfer()))
    expect(runs.flat()).toEqual(Array(6).fill('paid'))
    expect(await atBank(harness)).toHaveLength(6)
    expect((await harness.events()).filter((kind) => kind === 'settlement.paid')).toHaveLength(6)
    await harness.balance()
  })

  it('the account number is sealed where it is stored and readable nowhere else', async () => {
    const number = `00${randomUUID().replaceAll(/\D/g, '').padEnd(12, '7').slice(0, 12)}`
    const harness = await settled()
    await harness.name(number)
    await harness.transfer()
    for (const table of ['bank_account', 'settlement', 'audit_entry', 'event', 'ledger_entry']) {
      const { rows } = await harness.shop.ctx.db.query<{ found: boolean }>({
        text: `SELECT bool_or(t::text LIKE '%' || $1 || '%') AS found FROM service.${table} t`,
        values: [number],
      })
      expect([table, rows[0]?.found ?? false]).toEqual([table, false])
    }
  })

  it('an unreachable bank leaves everything unchanged', async () => {
    const harness = await settled()
    expect(await harness.transfer({ wrapBank: unheard })).toEqual(['unknown'])
    expect(await atBank(harness)).toEqual([])
    harness.passHours(1)
    expect(await harness.transfer()).toEqual(['ordered'])
    harness.passHours(1)
    expect(await harness.transfer()).toEqual(['paid'])
  })
})
