import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const NOON = new Date('2026-11-10T17:00:00.000Z')

describe('settleDue', () => {
  let test: TestDatabase
  let database: Database

  beforeAll(async () => {
    test = await createTestDatabase()
    database = openTestPool(test.url)
  })
  afterAll(async () => {
    expect(await checkCoherence({ database })).toEqual([])
    await database.close()
    await test.drop()
  })

  const open = (options: Partial<Parameters<typeof openSettlementHarness>[0]> = {}) =>
    openSettlementHarness({ database, start: NOON, ...options })
  const setFees = (harness: SettlementHarness, percent: number, fixed: number) =>
    setAccountFees(
      database.as('checkout_system'),
      { accountId: harness.accountId, actor: { kind: 'operator' }, percent, fixed },
      harness.now(),
    )
  const days = async (harness: SettlementHarness) =>
    (await harness.settlements()).map(({ period_start, period_end, payment_count }) => [
      period_start.toISOString(),
      period_end.toISOString(),
      payment_count,
    ])

  it('a closed day’s payments become one settlement, and none before its midnight', async () => {
    const harness = await open()
    await harness.pay(10_000)
    await harness.pay(2_050)
    expect(await harness.settle()).toEqual([])
    harness.setNow(new Date('2026-11-11T04:59:59.999Z'))
    expect(await harness.settle()).toEqual([])
    harness.setNow(new Date('2026-11-11T05:00:00.000Z'))
    const [settlement] = await harness.settle()
    expect(settlement).toMatchObject({
      status: 'PENDING',
      currency: 'USD',
      gross_minor: 12_050,
      // Fees are 2.9 % + 0.30 of each payment, rounded separately: 320 + 89.
      fee_minor: 409,
      debt_minor: 0,
      net_minor: 11_641,
      payment_count: 2,
      period_start: new Date('2026-11-10T05:00:00.000Z'),
      period_end: new Date('2026-11-11T05:00:00.000Z'),
      bank_account: { bank_name: 'Test Bank', last4: '6789' },
      reference: null,
    })
    expect(await harness.settle()).toEqual([])
    expect(await harness.events()).toEqual(['settlement.created'])
    expect(await harness.balance()).toEqual({
      available: 0,
      debt: 0,
      in_transit: 11_641,
      paid_out: 0,
      waiting: 0,
    })
  })

  it('a payment at the first instant of the next day belongs to the next day', async () => {
    const harness = await open()
    harness.setNow(new Date('2026-11-11T04:59:59.999Z'))
    await harness.pay(100)
    harness.setNow(new Date('2026-11-11T05:00:00.000Z'))
    await harness.pay(200)
    const [settlement] = await harness.settle()
    expect(settlement).toMatchObject({ payment_count: 1, gross_minor: 100 })
    expect((await harness.balance()).waiting).toBe(1)
  })

  it('after days of downtime each closed day with payments gets a settlement, in order', async () => {
    const harness = await open()
    await harness.pay(1_000)
    harness.passHours(24)
    await harness.pay(2_000)
    harness.passHours(48)
    await harness.pay(3_000)
    harness.passHours(200)
    await harness.settle()
    expect(await days(harness)).toEqual([
      ['2026-11-10T05:00:00.000Z', '2026-11-11T05:00:00.000Z', 1],
      ['2026-11-11T05:00:00.000Z', '2026-11-12T05:00:00.000Z', 1],
      ['2026-11-13T05:00:00.000Z', '2026-11-14T05:00:00.000Z', 1],
    ])
    const created = (await harness.settlements()).map(({ created_at }) => created_at.getTime())
    expect(created).toEqual(created.toSorted((a, b) => a - b))
    expect(new Set(created).size).toBe(3)
  })

  it('an approval that is committed after its day was settled belongs to the next settlement', async () => {
    const harness = await open()
    await harness.pay(1_000)
    harness.setNow(new Date('2026-11-11T04:59:59.000Z'))
    let settled: unknown
    const late = await harness.pay(5_000, {
      tap: async (point) => {
        // The approval is written in an open transaction, so no other transaction can see it.
        if (point !== 'inside charge-close-key') return
        harness.setNow(new Date('2026-11-11T05:01:00.000Z'))
        settled = await harness.settle()
      },
    })
    expect(settled).toMatchObject([{ payment_count: 1, gross_minor: 1_000 }])
    expect((await harness.balance()).waiting).toBe(1)
    harness.passHours(1)
    await harness.pay(200)
    harness.passHours(24)
    await harness.settle()
    expect(await days(harness)).toEqual([
      ['2026-11-10T05:00:00.000Z', '2026-11-11T05:00:00.000Z', 1],
      ['2026-11-11T05:00:00.000Z', '2026-11-12T05:00:00.000Z', 2],
    ])
    const { rows } = await harness.shop.ctx.db.query<{ settlement_id: string }>({
      text: 'SELECT settlement_id FROM service.payment WHERE id = $1',
      values: [late],
    })
    expect(rows[0]?.settlement_id).toBe((await harness.settlements()).at(-1)?.id)
  })

  it('a settlement until an operator’s instant leaves later payments of that day to the next day', async () => {
    const harness = await open()
    await harness.pay(1_000)
    const until = new Date('2026-11-11T05:00:00.000Z')
    expect(await harness.settle({ until })).toHaveLength(1)
    await harness.pay(2_000)
    expect(await harness.settle({ until })).toEqual([])
    harness.passHours(48)
    await harness.settle()
    expect(await days(harness)).toEqual([
      ['2026-11-10T05:00:00.000Z', '2026-11-11T05:00:00.000Z', 1],
      ['2026-11-11T05:00:00.000Z', '2026-11-12T05:00:00.000Z', 1],
    ])
  })

  it('whole weeks are settled, and a change between days and weeks leaves no gap or overlap', async () => {
    const harness = await open()
    const schedule = (value: string) =>
      database.as('checkout_system').query({
        text: 'UPDATE service.account SET settlement_schedule = $2 WHERE id = $1',
        values: [harness.accountId, value],
      })
    // This is Tuesday 10 November.
    await harness.pay(1_000)
    harness.passHours(24)
    await harness.settle()
    await schedule('weekly')
    for (let day = 0; day < 8; day += 1) {
      await harness.pay(1_000 + day)
      await harness.settle()
      harness.passHours(24)
    }
    await schedule('daily')
    await harness.settle()
    expect(await days(harness)).toEqual([
      ['2026-11-10T05:00:00.000Z', '2026-11-11T05:00:00.000Z', 1],
      // The period runs from Wednesday, the end of the daily ones, to Monday.
      ['2026-11-11T05:00:00.000Z', '2026-11-16T05:00:00.000Z', 5],
      ['2026-11-16T05:00:00.000Z', '2026-11-17T05:00:00.000Z', 1],
      ['2026-11-17T05:00:00.000Z', '2026-11-18T05:00:00.000Z', 1],
      ['2026-11-18T05:00:00.000Z', '2026-11-19T05:00:00.000Z', 1],
    ])
  })

  it('a payment keeps the fee of its approval', async () => {
    const harness = await open()
    await harness.pay(10_000)
    harness.passHours(1)
    await setFees(harness, 5, 1)
    await harness.pay(10_000)
    harness.passHours(24)
    await setFees(harness, 0, 0)
    const [settlement] = await harness.settle()
    expect(settlement).toMatchObject({ gross_minor: 20_000, fee_minor: 320 + 600, net_minor: 19_080 })
  })

  it('a debt is carried over until it is deducted, once', async () => {
    const harness = await open()
    await setFees(harness, 0, 5)
    await harness.pay(100)
    harness.passHours(24)
    await harness.settle()
    expect(await harness.balance()).toEqual({
      available: -400,
      debt: 400,
      in_transit: 0,
      paid_out: 0,
      waiting: 0,
    })
    await harness.pay(300)
    harness.passHours(24)
    await harness.settle()
    await setFees(harness, 0, 0)
    await harness.pay(1_000)
    expect(await harness.balance()).toEqual({
      available: 400,
      debt: 600,
      in_transit: 0,
      paid_out: 0,
      waiting: 1,
    })
    harness.passHours(24)
    await harness.settle()
    await harness.pay(700)
    harness.passHours(24)
    await harness.settle()
    expect(
      (await harness.settlements()).map(({ status, debt_minor, net_minor }) => [
        status,
        debt_minor,
        net_minor,
      ]),
    ).toEqual([
      ['DEBT', 0, -400],
      ['DEBT', 400, -600],
      ['PENDING', 600, 400],
      ['PENDING', 0, 700],
    ])
    expect(await harness.transfer()).toEqual(['ordered', 'ordered'])
    expect(await harness.events()).toEqual(Array(4).fill('settlement.created'))
  })

  it('a settlement without a remainder is a DEBT of zero, and has no transfer', async () => {
    const harness = await open()
    await setFees(harness, 100, 0)
    await harness.pay(100)
    harness.passHours(24)
    expect(await harness.settle()).toMatchObject([{ status: 'DEBT', net_minor: 0, bank_account: null }])
    expect(await harness.transfer()).toEqual([])
    await setFees(harness, 0, 0)
    await harness.pay(100)
    harness.passHours(24)
    expect(await harness.settle()).toMatchObject([{ status: 'PENDING', net_minor: 100, debt_minor: 0 }])
  })

  it('many concurrent workers settle each day once and every payment once', async () => {
    const harness = await open()
    for (let day = 0; day < 4; day += 1) {
      await harness.pay(1_000)
      await harness.pay(2_000)
      harness.passHours(24)
    }
    const runs = await Promise.all(Array.from({ length: 8 }, () => harness.settle()))
    expect(runs.flat()).toHaveLength(4)
    expect((await days(harness)).map(([, , count]) => count)).toEqual([2, 2, 2, 2])
    expect(await harness.events()).toEqual(Array(4).fill('settlement.created'))
    await harness.balance()
  })

  it('closed accounts are settled too, because collected money belongs to the merchant', async () => {
    const harness = await open()
    await harness.pay(1_000)
    await database.as('checkout_system').query({
      text: `UPDATE service.account SET status = 'CLOSED' WHERE id = $1`,
      values: [harness.accountId],
    })
    harness.passHours(24)
    expect(await harness.settle()).toHaveLength(1)
  })

  it('the database refuses overlapping settlements, a forked chain, and a change of what was settled', async () => {
    const harness = await open()
    await harness.pay(1_000)
    harness.passHours(24)
    const [settlement] = await harness.settle()
    const insert = (previous: string | null, start: string, end: string) =>
      harness.shop.ctx.db.query({
        text: `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor,
            payment_count, period_start, period_end, previous_end, created_at)
          VALUES ($1, gen_random_uuid(), 'DEBT', 'USD', 1, 1, 0, 0, 1, $2, $3, $4, now())`,
        values: [harness.accountId, start, end, previous],
      })
    const end = settlement?.period_end.toISOString() ?? ''
    // These are a second first one, one that begins before the previous one ended, and one after a missing one.
    await expect(insert(null, '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')).rejects.toMatchObject({
      code: '23505',
    })
    await expect(insert(end, '2026-11-11T04:00:00Z', '2026-11-12T00:00:00Z')).rejects.toMatchObject({
      code: '23514',
    })
    await expect(
      insert('2026-11-12T00:00:00Z', '2026-11-12T00:00:00Z', '2026-11-13T00:00:00Z'),
    ).rejects.toMatchObject({ code: '23503' })
    for (const role of ['checkout_service', 'checkout_system'] as const) {
      const changed = database.as(role, harness.accountId).query({
        text: 'UPDATE service.settlement SET net_minor = net_minor + 1, gross_minor = gross_minor + 1',
      })
      await expect(changed).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('midnights of a year', () => {
  let test: TestDatabase
  let database: Database

  beforeAll(async () => {
    // Payments are inserted by SQL, so the bank does not have them.
    test = await createTestDatabase({ tampered: true })
    database = openTestPool(test.url)
  })
  afterAll(async () => {
    await database.close()
    await test.drop()
  })

  const years = [
    ['America/Sao_Paulo', 2018],
    ['America/Asuncion', 2024],
    ['Europe/Madrid', 2026],
    ['Asia/Kathmandu', 2026],
    ['Pacific/Apia', 2011],
  ] as const

  it.each(years)(
    '%s in %i: each payment is in its day’s settlement, and periods leave no gap',
    async (timezone, year) => {
      const harness = await openSettlementHarness({
        database,
        start: new Date(`${year - 1}-12-01T00:00:00Z`),
        timezone,
      })
      const { accountId } = harness
      // Two approvals a day, at random and close to midnight; by SQL, because of their number.
      await database.as('checkout_system').query({
        text: `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, fee_minor, approved_at, created_at)
        SELECT $1, 'pay_' || $1 || n, 100 + n % 7, 'USD', 'APPROVED', 'Ann', 1, at, at FROM (
          SELECT n, $2::timestamptz + n * interval '6 hours' + (n * 7919 % 21600) * interval '1 second' AS at FROM generate_series(0, 1500) n
        ) made`,
        values: [accountId, `${year - 1}-12-25T00:00:00Z`],
      })
      await database.as('checkout_system').query({
        text: `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, payment_id, created_at)
        SELECT account_id, id, leg.ledger, 'payment_approved', leg.amount, currency, id, approved_at FROM service.payment,
          LATERAL (VALUES ('clearing', -amount_minor), ('available', amount_minor - fee_minor), ('fees', fee_minor)) leg (ledger, amount)
        WHERE account_id = $1`,
        values: [accountId],
      })
      await database.as('checkout_system').query({
        text: `INSERT INTO service.balance_part
        SELECT account_id, 0, count(*), sum(amount_minor), sum(fee_minor) FROM service.payment WHERE account_id = $1 GROUP BY account_id`,
        values: [accountId],
      })
      harness.setNow(new Date(`${year + 1}-02-01T00:00:00Z`))
      const settlements = await harness.settle()
      expect(settlements.length).toBeGreaterThan(360)
      const { rows } = await harness.shop.ctx.db.query<{ at: Date; period_start: Date; period_end: Date }>({
        text: `SELECT p.approved_at AS at, s.period_start, s.period_end FROM service.payment p
        LEFT JOIN service.settlement s ON s.account_id = p.account_id AND s.id = p.settlement_id WHERE p.account_id = $1`,
        values: [accountId],
      })
      expect(rows).toHaveLength(1_501)
      // One formatter is shared: creating one costs more than settling a day.
      const { format: date } = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
      for (const { at, period_start, period_end } of rows) {
        expect(at >= period_start && at < period_end).toBe(true)
        expect(date(at)).toBe(date(period_start))
        expect(date(at)).toBe(date(new Date(period_end.getTime() - 1)))
      }
      for (const [index, { period_start }] of settlements.entries())
        if (index > 0) expect(period_start).toEqual(settlements[index - 1]?.period_end)
      await harness.balance()
      // These payments were written without their operations at the bank, up to the first hundred of a list.
      const found = new Set((await checkCoherence({ database })).map(({ kind }) => kind))
      expect([...found]).toEqual(['approved_but_not_captured'])
    },
    // A year of days takes two seconds alone, and many times as long on a busy machine.
    60_000,
  )
})
