import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import type { TransferOrder } from '@/lib/service/bank/port'
import { settlementsAt } from '@/lib/service/ledger/bank-books'
import { askForTransfers, makeTransfersDue } from '@/lib/service/settlements/claim-transfers'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { readPaidPayouts, recordPaid, recordRefused } from './answer-payouts'
import { joinBatches, readBatch, withdrawBatch } from './batch'
import { listBatches, listWaiting } from './list-payouts'
import { ManualBank } from './manual-bank'
import { endToEndReference, settlementIdOf } from './payout-row'

const NOON = new Date('2026-11-10T17:00:00.000Z')
const FIRST = '000987650001'
const SECOND = 'DE89370400440532013000'
const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)

describe('ManualBank', () => {
  let testDatabase: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database
  let bank: ManualBank

  beforeAll(async () => {
    // Most payouts here belong to no settlement.
    testDatabase = await openSimulatedClockDatabase(24, { tampered: true })
    database = testDatabase.database
    bank = new ManualBank(database, keyring, { now: () => NOON })
  })
  afterAll(() => testDatabase.close())

  const books = () => database.as('checkout_bank')
  let count = 0
  /** Orders a payout of 10.00 that waits. */
  async function ordered(overrides: Partial<TransferOrder> = {}): Promise<TransferOrder> {
    count += 1
    const order = {
      reference: `set_${String(count).padStart(32, '0')}`,
      amountMinor: 1_000,
      currency: 'USD',
      accountNumber: FIRST,
      holder: 'Café Aurora',
      bankName: 'Banco Central',
      claimedAt: NOON,
      ...overrides,
    }
    expect(await bank.send(order)).toEqual({
      outcome: 'ordered',
      askAgainAt: new Date(NOON.getTime() + 600_000),
    })
    return order
  }
  const join = (currency: string | null = null) => joinBatches(books(), currency, NOON)
  const paid = (settlementId: string, bankReference = 'R-1') =>
    recordPaid(books(), [{ settlementId, bankReference }], NOON)

  /** Creates a harness with one settlement of 10,000 (net 9,680) that is transferred by this bank. */
  async function settled(): Promise<SettlementHarness & { id: string; transferByHand(): Promise<string[]> }> {
    const harness = await openSettlementHarness({ database, start: NOON, testMode: false })
    await harness.name(FIRST)
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    const [{ id = '' } = {}] = await harness.settlements()
    const wrapBank = () => new ManualBank(database, keyring, { now: harness.now })
    return { ...harness, id, transferByHand: () => harness.transfer({ wrapBank }) }
  }

  it('a settlement is ordered, exported and paid with the bank’s reference, the ledger and one event', async () => {
    const harness = await settled()
    expect(await harness.transferByHand()).toEqual(['ordered'])
    const [batch = 0] = await join()
    const { payouts } = await readBatch(books(), keyring, batch)
    expect(payouts).toEqual([
      {
        reference: harness.id,
        amountMinor: 9_680,
        holder: 'Café Aurora',
        bankName: 'Banco Central',
        accountNumber: FIRST,
      },
    ])
    expect(await harness.transferByHand()).toEqual([])
    expect(await paid(harness.id, 'SCT 77')).toEqual([harness.id])
    await askForTransfers(database.as('checkout_system'), [harness.id], harness.now())
    expect(await harness.transferByHand()).toEqual(['paid'])
    expect(await harness.settlements()).toMatchObject([{ status: 'PAID', reference: 'SCT 77' }])
    expect(await harness.balance()).toMatchObject({ in_transit: 0, paid_out: 9_680 })
    expect(await harness.events()).toEqual(['settlement.created', 'settlement.paid'])
    const { rows } = await books().query({
      text: `${settlementsAt.manual.entries} WHERE ${settlementsAt.manual.holds}`,
    })
    expect(rows).toContainEqual({
      reference: harness.id,
      status: 'SENT',
      amount_minor: 9_680,
      currency: 'USD',
      bank_reference: 'SCT 77',
    })
  })

  it('a refused settlement waits for another bank account, and joins a new batch with that account', async () => {
    const harness = await settled()
    await harness.transferByHand()
    const [first = 0] = await join()
    await recordRefused(books(), harness.id, 'account_closed', NOON)
    await askForTransfers(database.as('checkout_system'), [harness.id], harness.now())
    expect(await harness.transferByHand()).toEqual(['refused'])
    expect(await harness.settlements()).toMatchObject([
      { status: 'PENDING', transfer_step: 'REFUSED', problem: 'account_closed' },
    ])
    // A late repetition of the question does not order it again.
    await askForTransfers(database.as('checkout_system'), [harness.id], harness.now())
    expect(await harness.transferByHand()).toEqual([])
    expect(await join()).toEqual([])

    await harness.name(SECOND)
    expect(await harness.transferByHand()).toEqual(['ordered'])
    const [second = 0] = await join()
    expect(second).toBeGreaterThan(first)
    expect((await readBatch(books(), keyring, second)).payouts).toMatchObject([{ accountNumber: SECOND }])
    await expect(readBatch(books(), keyring, first)).rejects.toThrow('is not written again: 1 of its 1')
    await paid(harness.id)
    await askForTransfers(database.as('checkout_system'), [harness.id], harness.now())
    expect(await harness.transferByHand()).toEqual(['paid'])
    expect(await harness.events()).toEqual(['settlement.created', 'settlement.paid'])
    await harness.balance()
  })

  it('a refused settlement that the operator makes due is ordered again for the same account', async () => {
    const harness = await settled()
    await harness.transferByHand()
    await recordRefused(books(), harness.id, 'refused_by_bank', NOON)
    await makeTransfersDue(database.as('checkout_system'), harness.id, harness.now())
    expect(await harness.transferByHand()).toEqual(['refused'])
    await makeTransfersDue(database.as('checkout_system'), harness.id, harness.now())
    expect(await harness.transferByHand()).toEqual(['ordered'])
    const waiting = await listWaiting(books())
    expect(waiting.filter(({ reference }) => reference === harness.id)).toHaveLength(1)
    await join()
  })

  it('a repetition with other details returns the state of the first order and changes nothing', async () => {
    const order = await ordered()
    const other = { ...order, amountMinor: 5, accountNumber: SECOND }
    expect(await bank.send(other)).toMatchObject({ outcome: 'ordered' })
    const [batch = 0] = await join()
    expect(await bank.send(other)).toMatchObject({ outcome: 'ordered' })
    expect(await readBatch(books(), keyring, batch)).toMatchObject({
      totalMinor: 1_000,
      payouts: [{ accountNumber: FIRST, amountMinor: 1_000 }],
    })
    await paid(order.reference)
    const sent = { outcome: 'sent', bankReference: 'R-1', amountMinor: 1_000, currency: 'USD' }
    expect(await bank.send(other)).toEqual(sent)
    expect(await bank.status(order.reference)).toEqual(sent)
    expect(await bank.status('set_nobody')).toBeNull()
  })

  it('20 concurrent exports put each payout into one batch', async () => {
    const orders = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ordered({ currency: index % 3 === 0 ? 'EUR' : 'USD' })),
    )
    const numbers = (await Promise.all(Array.from({ length: 20 }, () => join()))).flat()
    const batches = await Promise.all(numbers.map((number) => readBatch(books(), keyring, number)))
    const exported = batches.flatMap(({ payouts }) => payouts.map(({ reference }) => reference))
    expect(exported.toSorted()).toEqual(orders.map(({ reference }) => reference).toSorted())
    const sums = batches.map(({ totalMinor, payouts }) => [totalMinor, payouts.length * 1_000])
    for (const [total, sum] of sums) expect(total).toBe(sum)
  })

  it('exports and orders at the same time leave no payout out', async () => {
    const ends = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? ordered() : join())),
    )
    const orders = ends.flatMap((end) => ('reference' in end ? [end.reference] : []))
    const numbers = [...ends.flatMap((end) => (Array.isArray(end) ? end : [])), ...(await join())]
    const batches = await Promise.all(numbers.map((number) => readBatch(books(), keyring, number)))
    const exported = batches.flatMap(({ payouts }) => payouts.map(({ reference }) => reference))
    expect(exported.toSorted()).toEqual(orders.toSorted())
  })

  it('a payout is paid under one reference, and only after it was exported', async () => {
    const { reference: id } = await ordered()
    await expect(paid(id)).rejects.toThrow(`${id} is in no file yet`)
    await join()
    expect(await paid(id, 'R-9')).toEqual([id])
    expect(await paid(id, 'R-9')).toEqual([])
    await expect(paid(id, 'R-8')).rejects.toThrow(`${id} is paid, under the reference R-9.`)
    await expect(recordRefused(books(), id, 'account_closed', NOON)).rejects.toThrow(
      'under the reference R-9',
    )
    await expect(paid('set_nobody')).rejects.toThrow('There is no payout of the settlement "set_nobody".')
  })

  it('a file with a wrong row records nothing and names each wrong row by its line', async () => {
    const { reference: good } = await ordered()
    const { reference: other } = await ordered()
    const { reference: refused } = await ordered()
    await join()
    const { reference: waiting } = await ordered()
    await recordRefused(books(), refused, 'account_closed', NOON)
    const text = [
      'Amount;Reference;settlement',
      `10,00;R-1;${good}`,
      `10,00; ;${other}`,
      ';;',
      `10,00;R-2;${waiting}`,
      '10,00;R-3;set_nobody',
      `10,00;R-4;${refused}`,
      `10,00;R-5;${good}`,
    ].join('\r\n')
    const error = await recordPaid(books(), readPaidPayouts(text), NOON).catch(String)
    expect(error).toContain('Nothing was recorded.')
    const lines = String(error)
      .split(/(?=Line )/)
      .slice(1)
    expect(lines.map((line) => line.replace(/^(Line \d+).*/s, '$1')).toSorted()).toEqual(
      expect.arrayContaining(['Line 3', 'Line 5', 'Line 6', 'Line 7']),
    )
    // The settlement that the file names twice is wrong in one of the two.
    expect(lines).toHaveLength(5)
    expect(await bank.status(good)).toMatchObject({ outcome: 'ordered' })

    const right = `settlement,reference\n${endToEndReference(good)},"R, 1"\n${other},R-2\n`
    expect((await recordPaid(books(), readPaidPayouts(right), NOON)).toSorted()).toEqual(
      [good, other].toSorted(),
    )
    expect(await recordPaid(books(), readPaidPayouts(right), NOON)).toEqual([])
    expect(await bank.status(good)).toMatchObject({ bankReference: 'R, 1' })
    await join()
  })

  it.each([
    ['', 'needs the headings'],
    ['settlement,ref\nset_1,R', 'needs the headings'],
    ['settlement,reference\n', 'headings alone'],
    ['settlement,reference\nset_1,"R', 'quotation mark'],
  ])('a file that cannot be read is refused: %j', (text, reason) => {
    expect(() => readPaidPayouts(text)).toThrow(reason)
  })

  it('a withdrawn batch releases its unanswered payouts, unless the bank has paid one', async () => {
    const [one, two] = [await ordered(), await ordered()]
    const [first = 0] = await join()
    await recordRefused(books(), one.reference, 'account_not_found', NOON)
    expect(await withdrawBatch(books(), first, NOON)).toEqual([two.reference])
    await expect(withdrawBatch(books(), first, NOON)).rejects.toThrow('cannot be withdrawn')
    await expect(paid(two.reference)).rejects.toThrow('in no file yet')
    const three = await ordered()
    const [second = 0] = await join()
    await paid(three.reference)
    await expect(withdrawBatch(books(), second, NOON)).rejects.toThrow('the bank has paid one')
    const summaries = await listBatches(books())
    expect(summaries.filter(({ number }) => number === first || number === second)).toMatchObject([
      { payout_count: 2, total_minor: 2_000, unanswered: 0, paid: 0 },
      { payout_count: 2, total_minor: 2_000, unanswered: 1, paid: 1, paid_minor: 1_000 },
    ])
  })

  it('an account number is sealed for its row and stands in no column', async () => {
    const number = '00077712345678901'
    const { reference } = await ordered({ accountNumber: number })
    const { rows } = await books().query<{ row: string }>({
      text: 'SELECT p::text AS row FROM manual_bank.payout p WHERE reference = $1',
      values: [reference],
    })
    expect(rows[0]?.row).toContain('v1.k1.')
    expect(rows[0]?.row).not.toContain(number)
    const { reference: other } = await ordered()
    const [batch = 0] = await join()
    await books().query({
      text: `UPDATE manual_bank.payout p SET number_sealed = o.number_sealed FROM manual_bank.payout o
        WHERE p.reference = $1 AND o.reference = $2`,
      values: [other, reference],
    })
    const error = await readBatch(books(), keyring, batch).catch(String)
    expect(error).toContain(`payout.number_sealed of ${other}`)
    expect(error).not.toContain(number)
  })

  it('the end-to-end reference has at most 35 letters and digits, and returns the settlement', () => {
    const id = 'set_019a7c3f5e6b7d8091a2b3c4d5e6f708'
    expect(endToEndReference(id)).toMatch(/^[a-z0-9]{35}$/)
    expect(settlementIdOf(` ${endToEndReference(id)} `)).toBe(id)
    expect(settlementIdOf(endToEndReference(id).toUpperCase())).toBe(id)
    expect(settlementIdOf(id)).toBe(id)
  })
})
