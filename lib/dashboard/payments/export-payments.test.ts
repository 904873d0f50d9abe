import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { streamText } from '@/lib/dashboard/web/file-response'
import { errorResponse } from '@/lib/dashboard/web/responses'
import { readSnapshot, SnapshotBusy } from '@/lib/platform/snapshot'
import { anAccount, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { csvOf, csvParts } from '@/test/fixtures/csv-of'
import { listPayments } from './list-payments'
import { paymentFilterSchema } from './payment-filter'

const { dashboard, host, ctx } = await connectedDashboard()
const MANY = 1_203

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()

beforeAll(async () => {
  host.payments = [
    aPayment({
      id: 'pay_formula',
      status: 'APPROVED',
      amount: 10.1,
      created_at: minutesAgo(1),
      payer: { name: '=HYPERLINK("http://evil")', email: '+x@example.test' },
      payment_link: { id: 'pl_1', title: '@SUM(A1), "quoted"', url: 'https://x.test' },
      card: { brand: 'visa', last4: '0042' },
      fee_amount: 0.6,
    }),
    ...Array.from({ length: MANY }, (_, index) =>
      // Three per instant, so that chunks end between rows of one instant.
      aPayment({ id: `many${index}`, status: 'FAILED', created_at: minutesAgo(60 + Math.floor(index / 3)) }),
    ),
  ]
  await dashboard.importHistories()
}, 60_000)

async function exported(query: Record<string, string>, context = ctx) {
  const text = await csvOf(dashboard, context, 'payments', { query })
  return {
    text,
    rows: Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data,
  }
}

const audits = () =>
  ctx.prisma.auditEntry.findMany({
    where: { connectionId: ctx.connectionId, action: 'payments.export' },
    orderBy: { createdAt: 'asc' },
  })

test('the file contains exactly the rows of the filtered list, in its order, for any number of them', async () => {
  const { rows } = await exported({ status: 'FAILED' })
  expect(rows).toHaveLength(MANY)
  expect(new Set(rows.map((row) => row['Payment ID'])).size).toBe(MANY)
  const page = await listPayments(ctx, readQuery(paymentFilterSchema, { status: 'FAILED' }), {
    role: 'OWNER',
    limit: 100,
  })
  expect(rows.slice(0, 100).map((row) => row['Payment ID'])).toEqual(page.data.map(({ id }) => id))
  expect(page.totals?.count).toBe(MANY)
})

test('declined payers who have not paid since are one row each, in the file as in the list', async () => {
  const { rows } = await exported({ status: 'FAILED', unpaid: '1' })
  const page = await listPayments(ctx, readQuery(paymentFilterSchema, { status: 'FAILED', unpaid: '1' }), {
    role: 'OWNER',
  })
  expect(rows.map((row) => row['Payment ID'])).toEqual(['many2'])
  expect(page.data.map(({ id }) => id)).toEqual(['many2'])
})

test('no cell is a formula, and no cell is lost', async () => {
  const { text, rows } = await exported({ status: 'APPROVED' })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    Payer: '\'=HYPERLINK("http://evil")',
    'E-mail': "'+x@example.test",
    For: '\'@SUM(A1), "quoted"',
    'Card last four': '0042',
  })
  expect(text.startsWith('\uFEFF')).toBe(true)
})

test('dates are in the account’s time zone and in UTC, and amounts have all their decimals', async () => {
  const { rows } = await exported({ status: 'APPROVED' })
  expect(rows[0]).toMatchObject({
    'Created (America/New_York)': '2026-11-20 06:59:00',
    'Created (UTC)': '2026-11-20T11:59:00.000Z',
    Amount: '10.10',
    Fee: '0.60',
    Currency: 'USD',
    Status: 'Approved',
  })
  const yen = { ...ctx, account: anAccount({ timezone: 'Asia/Tokyo' }) }
  const { rows: there } = await exported({ status: 'APPROVED' }, yen)
  expect(there[0]).toMatchObject({ 'Created (Asia/Tokyo)': '2026-11-20 20:59:00' })
})

test('the audit records the member and the exported rows, even after an aborted download', async () => {
  const before = (await audits()).length
  // Entries of one instant have no order.
  dashboard.passMs(1)
  await exported({ status: 'FAILED', card: 'visa' })
  dashboard.passMs(1)
  const cut = csvParts(dashboard, ctx, 'payments', { query: { status: 'FAILED' } })
  await cut.next()
  await cut.next()
  await cut.return(undefined)
  const entries = (await audits()).slice(before)
  expect(entries.map(({ outcome, userId }) => ({ outcome, who: userId === ctx.userId }))).toEqual([
    { outcome: 'done', who: true },
    { outcome: 'failed', who: true },
  ])
  expect(entries[0]?.details).toEqual({ filters: { status: 'FAILED', card: 'visa' }, rows: 0 })
  expect(entries[1]?.details).toMatchObject({ rows: 500 })
})

test('a slow reader gets the rows of the snapshot while payments arrive and change', async () => {
  const before = (await exported({ status: 'FAILED' })).rows.map((row) => row['Payment ID'])
  const slow = csvParts(dashboard, ctx, 'payments', { query: { status: 'FAILED' } })
  let text = ''
  // The heading, then the first rows: from then on the snapshot is fixed.
  for (let parts = 0; parts < 2; parts += 1) text += (await slow.next()).value ?? ''
  const { connectionId, db } = ctx
  await db.query({
    text: `UPDATE dashboard.mirror_payment SET status = 'APPROVED', snapshot = jsonb_set(snapshot, '{status}', '"APPROVED"')
      WHERE connection_id = $1 AND id IN ('many600', 'many900', 'many1202')`,
    values: [connectionId],
  })
  await db.query({
    text: 'DELETE FROM dashboard.mirror_payment WHERE connection_id = $1 AND id = $2',
    values: [connectionId, 'many1000'],
  })
  await db.query({
    text: `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email,
        created_at, snapshot, rank, seen_at)
      SELECT connection_id, 'late', status, amount_minor, currency, payer_name, payer_email, $2,
        jsonb_set(snapshot, '{id}', '"late"'), rank, seen_at
      FROM dashboard.mirror_payment WHERE connection_id = $1 AND id = 'many1'`,
    values: [connectionId, new Date(minutesAgo(300))],
  })
  for await (const part of slow) text += part
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
  expect(data.map((row) => row['Payment ID'])).toEqual(before)
  const after = (await exported({ status: 'FAILED' })).rows.map((row) => row['Payment ID'])
  expect(after).toHaveLength(MANY - 4 + 1)
})

test('a stalled reader is disconnected, and its connection serves the next one', async () => {
  const stalled = [1, 2].map(() => csvParts(dashboard, ctx, 'payments', { query: { status: 'FAILED' } }))
  for (const texts of stalled) {
    const reader = (await streamText(texts, { stalledMs: 1 })).getReader()
    await reader.read()
    await expect(reader.closed).rejects.toThrow('stalled')
  }
  expect((await exported({ status: 'APPROVED' })).rows.length).toBeGreaterThan(0)
})

test('a reader that trickles is disconnected after the total time limit', async () => {
  async function* drip() {
    for (;;) yield 'one line\r\n'
  }
  const reader = (await streamText(drip(), { stalledMs: 1000, totalMs: 50 })).getReader()
  await expect(
    (async () => {
      for (;;) {
        await reader.read()
        await new Promise(setImmediate)
      }
    })(),
  ).rejects.toThrow('longer')
})

const moments = (tenant: string) =>
  readSnapshot(
    dashboard.prisma,
    { role: 'checkout_dashboard', tenant, turnWithinMs: 20 },
    async function* ({ at }) {
      yield [at]
      yield [at]
    },
  )

test('one account has one snapshot at a time, and another account goes before its second reader', async () => {
  const first = moments(ctx.connectionId)
  await first.next()
  await expect(moments(ctx.connectionId).next()).rejects.toBeInstanceOf(SnapshotBusy)
  const other = moments('another account')
  expect((await other.next()).done).toBe(false)
  await expect(moments('a third account').next()).rejects.toBeInstanceOf(SnapshotBusy)
  await first.return(undefined)
  const again = moments(ctx.connectionId)
  expect((await again.next()).done).toBe(false)
  await Promise.all([other.return(undefined), again.return(undefined)])
})

test('a file that waits too long is refused before its headers, with Retry-After', async () => {
  const slow = moments(ctx.connectionId)
  await slow.next()
  const snapshot: typeof ctx.snapshot = async function* () {
    yield* moments(ctx.connectionId) as AsyncGenerator<never>
  }
  const busy = csvParts(dashboard, { ...ctx, snapshot }, 'payments')
  const refusal = await streamText(busy).catch((error: unknown) => error)
  await slow.return(undefined)
  const answer = errorResponse(refusal, dashboard.log, new Headers())
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ error: { code: 'exports_busy' } })
  expect(await audits()).toContainEqual(
    expect.objectContaining({ outcome: 'failed', details: { filters: {}, rows: 0 } }),
  )
})
