import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { type Bank, BankUnreachable } from '@/lib/service/bank/port'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { changeTestBank } from '@/lib/service/processor/test-bank-settings'
import { openDrivenDatabase } from '@/test/factories/driven-database'
import { openTill, TILL_LEASE_MS, type Till } from '@/test/factories/till'
import { makeTransfersDue } from './make-transfers-due'

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
  let driven: Awaited<ReturnType<typeof openDrivenDatabase>>
  let database: Database

  beforeAll(async () => {
    driven = await openDrivenDatabase()
    database = driven.database
  })
  afterEach(async () => {
    await changeTestBank(database, { outage: false })
    await transferDelay(database, 5_000)
  })
  afterAll(async () => {
    expect(await checkCoherence({ database })).toEqual([])
    await driven.close()
  })

  /** Creates a till with one settlement of 10,000 that waits for its transfer: net 9,680. */
  async function settled(options: { testMode?: boolean } = {}): Promise<Till> {
    const till = await openTill({ database, start: NOON, ...options })
    await till.collect(10_000)
    till.passHours(24)
    await till.settle()
    return till
  }
  const one = async (till: Till) => (await till.settlements())[0]
  async function atBank(till: Till): Promise<BookRow[]> {
    const { rows } = await database.as('checkout_bank').query<BookRow>({
      text: 'SELECT status, amount_minor, account_last4 FROM test_bank.transfer WHERE reference = ANY ($1)',
      values: [(await till.settlements()).map(({ id }) => id)],
    })
    return rows
  }
  const passLease = () =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [TILL_LEASE_MS + 1],
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
    const till = await settled()
    expect(await till.transfer()).toEqual(['ordered'])
    expect(await one(till)).toMatchObject({ status: 'PENDING', transfer_step: 'ORDERED', problem: null })
    expect(await till.transfer()).toEqual([])
    expect((await till.balance()).in_transit).toBe(9_680)
    till.setNow(new Date(till.now().getTime() + 5_000))
    expect(await till.transfer()).toEqual(['paid'])
    const paid = await one(till)
    expect(paid).toMatchObject({
      status: 'PAID',
      paid_at: till.now(),
      reference: expect.stringMatching(/^TR-/),
    })
    expect(await atBank(till)).toEqual([{ status: 'SENT', amount_minor: 9_680, account_last4: '6789' }])
    expect(await till.balance()).toEqual({
      available: 0,
      debt: 0,
      in_transit: 0,
      paid_out: 9_680,
      waiting: 0,
    })
    expect(await till.events()).toEqual(['settlement.created', 'settlement.paid'])
    expect(await till.transfer()).toEqual([])
  })

  it('a lost response is requested again under the same reference: one transfer', async () => {
    const till = await settled()
    expect(await till.transfer({ wrapBank: deaf })).toEqual(['unknown'])
    expect(await one(till)).toMatchObject({ transfer_step: 'SENDING', problem: 'bank_unreachable' })
    // A change of the account does not affect an order that the bank may have executed.
    await till.name('000987654321')
    till.passHours(1)
    expect(await till.transfer()).toEqual(['paid'])
    expect(await atBank(till)).toEqual([{ status: 'SENT', amount_minor: 9_680, account_last4: '6789' }])
  })

  it('an account whose responses are lost is paid once as well', async () => {
    const till = await settled()
    await till.name(LOSES_THE_ANSWER)
    expect(await till.transfer()).toEqual(['unknown'])
    till.passHours(1)
    expect(await till.transfer()).toEqual(['paid'])
    expect(await atBank(till)).toHaveLength(1)
  })

  it('a bank that is out of order is called again after growing waits, and no transfer is lost', async () => {
    const till = await settled()
    await changeTestBank(database, { outage: true })
    const waits: number[] = []
    for (let round = 0; round < 4; round += 1) {
      expect(await till.transfer()).toEqual(['unknown'])
      const { rows } = await till.shop.ctx.db.query<{ due_at: Date }>({
        text: 'SELECT due_at FROM service.settlement',
      })
      waits.push((rows[0]?.due_at.getTime() ?? 0) - till.now().getTime())
      till.setNow(rows[0]?.due_at ?? NOON)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000])
    await changeTestBank(database, { outage: false })
    expect(await till.transfer()).toEqual(['ordered'])
    till.passHours(1)
    expect(await till.transfer()).toEqual(['paid'])
  })

  it('a transfer to a bad account is refused and reported, once; one to another account is paid', async () => {
    const till = await settled()
    await till.name(NOT_FOUND)
    expect(await till.transfer()).toEqual(['refused'])
    expect(await one(till)).toMatchObject({
      status: 'PENDING',
      transfer_step: 'REFUSED',
      problem: 'account_not_found',
    })
    till.passHours(100)
    expect(await till.transfer()).toEqual([])
    await till.name(CLOSED)
    expect(await till.transfer()).toEqual(['refused'])
    expect(await one(till)).toMatchObject({ problem: 'account_closed' })
    expect((await till.balance()).in_transit).toBe(9_680)
    await till.name(GOOD)
    expect(await till.transfer()).toEqual(['ordered'])
    till.passHours(1)
    expect(await till.transfer()).toEqual(['paid'])
    expect(await atBank(till)).toEqual([{ status: 'SENT', amount_minor: 9_680, account_last4: '6789' }])
    expect(await one(till)).toMatchObject({ problem: null })
  })

  it('an account set while the bank refuses the previous one is tried at once', async () => {
    const till = await settled()
    await till.name(NOT_FOUND)
    const renaming = (bank: Bank): Bank => ({
      status: (reference, signal) => bank.status(reference, signal),
      async send(order, signal) {
        const answer = await bank.send(order, signal)
        if (order.accountNumber === NOT_FOUND) await till.name(GOOD)
        return answer
      },
    })
    expect(await till.transfer({ wrapBank: renaming })).toEqual(['refused', 'ordered'])
  })

  it('a refused transfer is retried when the operator makes it due', async () => {
    const till = await settled()
    await till.name(NOT_FOUND)
    await till.transfer()
    const [{ id = '' } = {}] = await till.settlements()
    const db = database.as('checkout_system')
    expect(await makeTransfersDue(db, null, till.now())).not.toContain(id)
    expect(await makeTransfersDue(db, id, till.now())).toEqual([id])
    expect(await till.transfer()).toEqual(['refused'])
  })

  it('a settlement without a bank account waits with its reason, and setting one releases it', async () => {
    const till = await settled({ testMode: false })
    expect(await one(till)).toMatchObject({ status: 'PENDING', bank_account_id: null })
    expect(await till.transfer()).toEqual([])
    expect(await one(till)).toMatchObject({ transfer_step: 'WAITING', problem: 'no_bank_account' })
    await till.name(GOOD)
    expect(await one(till)).toMatchObject({ problem: null })
    expect(await till.transfer()).toEqual(['ordered'])
  })

  it('an account without a bank account gets one in test mode when its transfer is due', async () => {
    const till = await openTill({ database, start: NOON, testMode: false })
    await till.collect(10_000)
    till.passHours(24)
    await till.settle()
    expect(await till.transfer({ testMode: true })).toEqual(['ordered'])
    expect(await till.events()).toEqual(['settlement.created'])
  })

  it('a run that was paused for longer than its lease changes nothing when it wakes, and the money moves once', async () => {
    const till = await settled()
    await transferDelay(database, 0)
    const pausing = (bank: Bank): Bank => ({
      status: (reference, signal) => bank.status(reference, signal),
      async send(order, signal) {
        await passLease()
        expect(await till.transfer()).toEqual(['paid'])
        return bank.send(order, signal)
      },
    })
    expect(await till.transfer({ wrapBank: pausing })).toEqual(['lost'])
    expect(await atBank(till)).toHaveLength(1)
    expect(await till.events()).toEqual(['settlement.created', 'settlement.paid'])
  })

  it('a transfer whose lease has not passed is not claimed by another run', async () => {
    const till = await settled()
    const looking = (bank: Bank): Bank => ({
      status: (reference, signal) => bank.status(reference, signal),
      async send(order, signal) {
        expect(await till.transfer()).toEqual([])
        return bank.send(order, signal)
      },
    })
    expect(await till.transfer({ wrapBank: looking })).toEqual(['ordered'])
  })

  it('a bank that reports another moved amount leaves the transfer PENDING, for a person to check', async () => {
    const till = await settled()
    const wrong = (): Bank => ({
      status: async () => null,
      send: async ({ currency }) => ({ outcome: 'sent', bankReference: 'TR-1', amountMinor: 1, currency }),
    })
    expect(await till.transfer({ wrapBank: wrong })).toEqual(['unknown'])
    expect(await one(till)).toMatchObject({ status: 'PENDING', problem: 'bank_moved_other_amount' })
    till.passHours(24)
    await till.transfer()
    till.passHours(24)
    await till.transfer()
  })

  it('a transfer that cannot be carried out blocks no other, and is reported', async () => {
    const till = await settled()
    await till.collect(1_000)
    till.passHours(24)
    await till.settle()
    let tripped = false
    const tap = (point: string) => {
      if (point !== 'before transfer-ordered' || tripped) return
      tripped = true
      throw new Error('the disk is full')
    }
    await expect(till.transfer({ tap })).rejects.toThrow('the disk is full')
    const steps = (await till.settlements()).map(({ transfer_step }) => transfer_step)
    expect(steps.toSorted()).toEqual(['ORDERED', 'SENDING'])
    await passLease()
    till.passHours(1)
    expect((await till.transfer()).toSorted()).toEqual(['paid', 'paid'])
  })

  it('many concurrent workers pay each settlement once', async () => {
    const till = await openTill({ database, start: NOON })
    for (let day = 0; day < 6; day += 1) {
      await till.collect(1_000 + day)
      till.passHours(24)
    }
    await till.settle()
    await transferDelay(database, 0)
    const runs = await Promise.all(Array.from({ length: 6 }, () => till.transfer()))
    expect(runs.flat()).toEqual(Array(6).fill('paid'))
    expect(await atBank(till)).toHaveLength(6)
    expect((await till.events()).filter((kind) => kind === 'settlement.paid')).toHaveLength(6)
    await till.balance()
  })

  it('the account number is sealed where it is stored and readable nowhere else', async () => {
    const number = `00${randomUUID().replaceAll(/\D/g, '').padEnd(12, '7').slice(0, 12)}`
    const till = await settled()
    await till.name(number)
    await till.transfer()
    for (const table of ['bank_account', 'settlement', 'audit_entry', 'event', 'ledger_entry']) {
      const { rows } = await till.shop.ctx.db.query<{ found: boolean }>({
        text: `SELECT bool_or(t::text LIKE '%' || $1 || '%') AS found FROM service.${table} t`,
        values: [number],
      })
      expect([table, rows[0]?.found ?? false]).toEqual([table, false])
    }
  })

  it('an unreachable bank leaves everything unchanged', async () => {
    const till = await settled()
    expect(await till.transfer({ wrapBank: unheard })).toEqual(['unknown'])
    expect(await atBank(till)).toEqual([])
    till.passHours(1)
    expect(await till.transfer()).toEqual(['ordered'])
    till.passHours(1)
    expect(await till.transfer()).toEqual(['paid'])
  })
})
