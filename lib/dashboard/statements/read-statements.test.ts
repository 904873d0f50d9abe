import { expect, test } from 'vitest'
import type { Account } from '@/lib/contract/account'
import type { Settlement } from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { listExports, startExport } from '@/lib/dashboard/exports/export-jobs'
import { exportKinds } from '@/lib/dashboard/exports/export-kinds'
import { runExport } from '@/lib/dashboard/exports/run-export'
import { ENGLISH } from '@/test/english'
import { anAccount, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { paidSettlements } from './paid-settlements'
import { readStatements, STATEMENT_LINES_MAX } from './read-statements'

// November is the current month at the dashboard's noon of 20 November 2026.
const { dashboard, host, ctx } = await connectedDashboard()

let owners = 0
/** Imports settlements of a new connection to an account. */
async function connected(
  settlements: Settlement[],
  { account = {}, payments = [] as ReturnType<typeof aPayment>[] } = {},
): Promise<ConnectionContext> {
  const fresh = await externalHost()
  fresh.account = anAccount(account as Partial<Account>)
  fresh.settlements = settlements
  fresh.payments = payments
  owners += 1
  const connection = await dashboard.owner(fresh, `owner${owners}@aurora.test`)
  await dashboard.importHistories()
  return connection
}

const made = (id: string, created_at: string, amounts: Partial<Settlement> = {}) =>
  aSettlement({ id, created_at, gross_amount: 100, fee_amount: 3, net_amount: 97, ...amounts })
const paid = (id: string, created_at: string, paid_at: string, amounts: Partial<Settlement> = {}) =>
  made(id, created_at, { status: 'PAID', paid_at, reference: `TR-${id}`, ...amounts })

const changes = (lines: { settlement_id: string; effect: number; balance: number }[] | null | undefined) =>
  lines?.map(({ settlement_id, effect, balance }) => [settlement_id, effect, balance])

/** Returns the lines of a month's file with its heading. */
async function fileOf(of: ConnectionContext, month: string): Promise<string[]> {
  return (await csvOf(dashboard, of, 'statement', { query: { month } })).trim().split('\r\n')
}

test('an account without settlements has no statement', async () => {
  expect(await readStatements(ctx)).toEqual({ currency: 'USD', months: [], statement: null })
  expect(host.settlements).toEqual([])
})

test('closing is opening plus the movements in their order, and opens the next month', async () => {
  const of = await connected([
    paid('S1', '2026-09-29T12:00:00.000Z', '2026-10-01T12:00:00.000Z'),
    paid('S2', '2026-10-20T12:00:00.000Z', '2026-10-22T12:00:00.000Z', {
      gross_amount: 50,
      fee_amount: 1.55,
      net_amount: 48.45,
    }),
    made('S3', '2026-10-30T12:00:00.000Z', { gross_amount: 20.1, fee_amount: 0.89, net_amount: 19.21 }),
  ])
  const { months, statement } = await readStatements(of)
  // October is the last complete month.
  expect(statement).toMatchObject({ month: '2026-10', closed: true, opening: 97, closing: 19.21 })
  expect(changes(statement?.lines)).toEqual([
    ['S1', -97, 0],
    ['S2', 48.45, 48.45],
    ['S2', -48.45, 0],
    ['S3', 19.21, 19.21],
  ])
  expect(statement).toMatchObject({ waiting: 1, waiting_net: 19.21, debt: 0, unexplained: 0 })
  expect(months.map(({ month, opening, closing }) => [month, opening, closing])).toEqual([
    ['2026-11', 19.21, 19.21],
    ['2026-10', 97, 19.21],
    ['2026-09', 0, 97],
  ])
  const current = await readStatements(of, '2026-11')
  expect(current.statement).toMatchObject({ closed: false, lines: [] })
  expect((await readStatements(of, '2025-01')).statement).toBeNull()
})

test('a movement belongs to the month of the account’s zone, around midnight and a change of clocks', async () => {
  const settlements = [
    made('before', '2026-11-01T03:59:59.999Z'),
    made('after', '2026-11-01T04:00:00.000Z'),
    // Clocks go back on 1 November in New York: the month ends at 05:00 in UTC, not at 04:00.
    made('same', '2026-12-01T04:59:59.999Z'),
  ]
  const inNewYork = await connected(settlements)
  expect(changes((await readStatements(inNewYork, '2026-10')).statement?.lines)).toEqual([['before', 97, 97]])
  expect(changes((await readStatements(inNewYork, '2026-11')).statement?.lines)).toEqual([
    ['after', 97, 194],
    ['same', 97, 291],
  ])
  const inUtc = await connected(settlements, { account: { timezone: 'UTC' } })
  expect(changes((await readStatements(inUtc, '2026-11')).statement?.lines)).toEqual([
    ['before', 97, 97],
    ['after', 97, 194],
  ])
})

test('a debt that is deducted beside a dispute that was won is no debt any more', async () => {
  const of = await connected([
    made('lost', '2026-10-02T12:00:00.000Z', {
      status: 'DEBT',
      gross_amount: 0,
      fee_amount: 0,
      dispute_amount: 55,
      net_amount: -55,
    }),
    made('won', '2026-10-03T12:00:00.000Z', { dispute_amount: -55, debt_amount: 55 }),
  ])
  const { statement } = await readStatements(of, '2026-10')
  expect(statement).toMatchObject({ waiting: 1, waiting_net: 97, debt: 0, unexplained: 0 })
})

test('a debt stays in the balance until a later transfer is smaller by it', async () => {
  const of = await connected([
    made('debt', '2026-10-02T12:00:00.000Z', {
      status: 'DEBT',
      gross_amount: 1,
      fee_amount: 11,
      net_amount: -10,
    }),
    paid('next', '2026-10-03T12:00:00.000Z', '2026-10-05T12:00:00.000Z', { net_amount: 87, debt_amount: 10 }),
    made('last', '2026-10-31T12:00:00.000Z', {
      status: 'DEBT',
      gross_amount: 1,
      fee_amount: 5,
      net_amount: -4,
    }),
  ])
  const { statement } = await readStatements(of, '2026-10')
  expect(changes(statement?.lines)).toEqual([
    ['debt', -10, -10],
    ['next', 97, 87],
    ['next', -87, 0],
    ['last', -4, -4],
  ])
  expect(statement?.lines?.map(({ debt, unexplained }) => [debt, unexplained])).toEqual([
    [0, 0],
    [10, 0],
    [null, null],
    [0, 0],
  ])
  expect(statement).toMatchObject({ closing: -4, waiting: 0, waiting_net: 0, debt: -4, unexplained: 0 })
})

test('refunds and disputes that a settlement takes off leave the balance with it', async () => {
  const amounts = { gross_amount: 100, fee_amount: 3, refund_amount: 12, dispute_amount: 20, net_amount: 65 }
  const of = await connected([paid('next', '2026-10-03T12:00:00.000Z', '2026-10-05T12:00:00.000Z', amounts)])
  const { statement } = await readStatements(of, '2026-10')
  expect(changes(statement?.lines)).toEqual([
    ['next', 65, 65],
    ['next', -65, 0],
  ])
  expect(statement).toMatchObject({
    gross: 100,
    fees: 3,
    refunds: 12,
    disputes: 20,
    lines: [{ refunds: 12, disputes: 20, unexplained: 0 }, { refunds: null }],
    closing: 0,
  })
})

test('a difference that a host does not report is shown as unexplained', async () => {
  const of = await connected([
    made('debt', '2026-10-02T12:00:00.000Z', {
      status: 'DEBT',
      gross_amount: 1,
      fee_amount: 11,
      net_amount: -10,
    }),
    paid('next', '2026-10-03T12:00:00.000Z', '2026-10-05T12:00:00.000Z', { net_amount: 87 }),
    // Paid without a date: it counts on the settlement's own date.
    made('undated', '2026-10-06T12:00:00.000Z', { status: 'PAID' }),
  ])
  const { statement } = await readStatements(of, '2026-10')
  expect(statement?.lines?.map(({ kind, unexplained, undated }) => [kind, unexplained, undated])).toEqual([
    ['settlement', 0, false],
    ['settlement', 10, false],
    ['transfer', null, false],
    ['settlement', 0, false],
    ['transfer', null, true],
  ])
  expect(statement).toMatchObject({ closing: 0, debt: -10, unexplained: 10 })
})

test.each([
  ['JPY', 1_203, 37, 1_166],
  ['KWD', 1.234, 0.035, 1.199],
])('amounts of %s are exact', async (currency, gross_amount, fee_amount, net_amount) => {
  const amounts = { currency, gross_amount, fee_amount, net_amount }
  const of = await connected(
    [
      made('S1', '2026-10-02T12:00:00.000Z', amounts),
      made('S2', '2026-10-03T12:00:00.000Z', amounts),
      made('foreign', '2026-10-03T12:00:00.000Z'),
    ],
    { account: { currency } },
  )
  const { statement } = await readStatements(of, '2026-10')
  expect(statement).toMatchObject({ opening: 0, closing: currency === 'JPY' ? 2_332 : 2.398 })
})

test('payments of the month in no settlement at its end are a separate line', async () => {
  const payment = (id: string, created_at: string, over: Partial<ReturnType<typeof aPayment>> = {}) =>
    aPayment({ id, created_at, status: 'APPROVED', amount: 10, ...over })
  const of = await connected(
    [
      made('october', '2026-10-31T12:00:00.000Z'),
      made('november', '2026-11-02T12:00:00.000Z', { period_start: '2026-11-01T04:00:00.000Z' }),
    ],
    {
      payments: [
        payment('settled', '2026-10-30T12:00:00.000Z', { settlement_id: 'october' }),
        payment('later', '2026-10-31T23:00:00.000Z', { settlement_id: 'november' }),
        payment('nowhere', '2026-10-31T22:00:00.000Z'),
        payment('declined', '2026-10-31T22:00:00.000Z', { status: 'FAILED' }),
        payment('next', '2026-11-01T12:00:00.000Z'),
      ],
    },
  )
  expect((await readStatements(of, '2026-10')).statement?.unsettled).toEqual({ count: 2, gross: 20 })
})

test('the file has every movement, even of a month with more than a page shows', async () => {
  const many = Array.from({ length: STATEMENT_LINES_MAX + 1 }, (_, index) =>
    // Ten at the same instant.
    made(`S${index}`, new Date(Date.UTC(2026, 9, 2) + Math.floor(index / 10) * 60_000).toISOString()),
  )
  const of = await connected(many)
  const { statement } = await readStatements(of, '2026-10')
  expect(statement?.lines).toBeNull()
  const rows = await fileOf(of, '2026-10')
  // Heading, opening and closing.
  expect(rows).toHaveLength(many.length + 3)
  expect(new Set(rows).size).toBe(rows.length)
  expect(rows.at(-1)).toContain('194097.00')
  await expect(fileOf(of, '2026-01')).rejects.toMatchObject({ code: 'resource_not_found' })
})

test('the files omit the date of a transfer that its host reports without one', async () => {
  const of = await connected([made('undated', '2026-10-06T12:00:00.000Z', { status: 'PAID' })])
  const lines = (await fileOf(of, '2026-10')).slice(2, 4)
  expect(lines[0]).toMatch(/^2026-10-06 08:00:00,2026-10-06T12:00:00.000Z,Settlement,undated,/)
  expect(lines[1]).toMatch(/^,,Transfer,undated,.*,Day not reported\.$/)
  const { drawn } = exportKinds.statement.plan(of, { month: '2026-10' }, ENGLISH)
  const cells = []
  for await (const rows of drawn?.chunks({ dashboard, ctx: of, role: 'OWNER' }, NOON) ?? [])
    cells.push(...rows)
  expect(cells.slice(1, 3).map(([at, movement]) => [at, movement])).toEqual([
    [{ local: '2026-10-06T12:00:00.000Z' }, 'Settlement undated'],
    ['', 'Transfer undated. Day not reported.'],
  ])
})

test('the comparison with bank lines has no day for a transfer that its host reports without one', async () => {
  const of = await connected([
    paid('dated', '2026-10-05T12:00:00.000Z', '2026-10-06T12:00:00.000Z'),
    made('undated', '2026-10-07T12:00:00.000Z', { status: 'PAID' }),
  ])
  const { settlements } = await paidSettlements(of, { from: '2026-10-01', to: '2026-10-31' })
  expect(settlements.map(({ id, day }) => [id, day])).toEqual([
    ['dated', '2026-10-06'],
    ['undated', null],
  ])
})

test('the file of the current month closes with the balance of its snapshot', async () => {
  const of = await connected([
    made('october', '2026-10-06T12:00:00.000Z'),
    made('november', '2026-11-06T12:00:00.000Z'),
  ])
  expect((await fileOf(of, '2026-10')).at(-1)).toMatch(/^2026-11-01 00:00:00,.*,Closing balance,/)
  const [, utc = '', label] = (await fileOf(of, '2026-11')).at(-1)?.split(',') ?? []
  expect(label).toBe('Balance now')
  // The instant of the snapshot is the database's.
  expect(Math.abs(Date.parse(utc) - Date.now())).toBeLessThan(60_000)
})

test('the worker creates a statement as a PDF from one snapshot', async () => {
  const of = await connected([
    made('debt', '2026-10-02T12:00:00.000Z', {
      status: 'DEBT',
      gross_amount: 1,
      fee_amount: 11,
      net_amount: -10,
    }),
    paid('next', '2026-10-03T12:00:00.000Z', '2026-10-05T12:00:00.000Z', { net_amount: 87, debt_amount: 10 }),
  ])
  const request = { kind: 'statement', input: { month: '2026-10' } } as const
  await startExport(of, request, 'ACCOUNTANT', ENGLISH)
  await runExport(dashboard, { owner: 'test' })
  const { exports } = await listExports(dashboard, of, 'ACCOUNTANT')
  expect(exports).toMatchObject([
    { state: 'DONE', name: 'statement-2026-10.pdf', rows_done: 5, rows_total: 5 },
  ])
  await startExport(of, { ...request, input: { month: '2025-10' } }, 'ACCOUNTANT', ENGLISH)
  await runExport(dashboard, { owner: 'test' })
  const unknown = { name: 'statement-2025-10.pdf', state: 'FAILED', problem: 'resource_not_found' }
  expect((await listExports(dashboard, of, 'ACCOUNTANT')).exports).toContainEqual(
    expect.objectContaining(unknown),
  )
})
