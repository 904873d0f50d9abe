import { beforeAll, expect, test } from 'vitest'
import { aCustomer, aDisputedPayment, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { getPayment } from './get-payment'
import { listDisputes, openDisputes } from './list-disputes'

const { dashboard, host, ctx } = await connectedDashboard()
const HOUR_MS = 3_600_000
const hours = (count: number) => new Date(NOON.getTime() + count * HOUR_MS).toISOString()
const sent = { text: 'Mail ada@example.test', files: [], submitted_at: hours(1) }

beforeAll(async () => {
  host.customers = [aCustomer({ id: 'C1' })]
  host.payments = [
    aDisputedPayment('last', { evidence_due_at: null }, { payer: { name: 'Bo', email: '' } }),
    aDisputedPayment('second', { evidence_due_at: hours(90) }),
    aDisputedPayment('first', { evidence_due_at: hours(3), amount: 20 }, { customer_id: 'C1' }),
    aDisputedPayment('third', { evidence_due_at: hours(90) }),
    aDisputedPayment('review', { status: 'UNDER_REVIEW', evidence: sent }, { created_at: hours(-1) }),
    aDisputedPayment('review_old', { status: 'UNDER_REVIEW' }, { created_at: hours(-9) }),
    aDisputedPayment('lost', { status: 'LOST' }),
    aPayment({ id: 'undisputed', status: 'APPROVED' }),
    aPayment({ id: 'earlier', status: 'APPROVED', customer_id: 'C1', created_at: hours(-50), amount: 7 }),
    aPayment({ id: 'declined', status: 'FAILED', customer_id: 'C1', created_at: hours(-51) }),
  ]
  await dashboard.importHistories()
})

const ids = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)
const list = (filter: Parameters<typeof listDisputes>[1], limit?: number) =>
  listDisputes(ctx, filter, { role: 'OWNER', ...(limit ? { limit } : {}) })

test('disputes that need a response come by their deadline, the others newest first, with counts of all tabs', async () => {
  const open = await list({})
  expect(ids(open)).toEqual(['first', 'second', 'third', 'last'])
  expect(open.totals).toMatchObject({
    counts: { ALL: 4, NEEDS_RESPONSE: 4, UNDER_REVIEW: 2, WON: 0, LOST: 1 },
    count: 4,
  })
  expect(ids(await list({ status: 'UNDER_REVIEW' }))).toEqual(['review', 'review_old'])
  expect(ids(await list({ status: 'WON' }))).toEqual([])
  expect(ids(await list({ q: 'Bo' }))).toEqual(['last'])
})

test('pages by deadline have every dispute once, also one without a deadline, and lead back', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  let newer: string | null = null
  do {
    const page = await list({ cursor }, 1)
    expect(page.totals?.from).toBe(seen.length + 1)
    seen.push(...ids(page))
    newer = page.newer_cursor
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(['first', 'second', 'third', 'last'])
  expect(ids(await list({ cursor: newer ?? undefined }, 1))).toEqual(['third'])
})

test('the open disputes are counted, and those with the next deadlines named as the role sees their payers', async () => {
  expect(await openDisputes(ctx, 'OWNER')).toMatchObject({
    count: 4,
    isKnown: true,
    next: [
      { id: 'first', payer: 'Ada Lovelace', amount: 20, due_at: hours(3) },
      { id: 'second' },
      { id: 'third' },
    ],
  })
})

test('a role without contacts sees no e-mail and no text of the evidence, in the list and on the page', async () => {
  const { data } = await listDisputes(ctx, { status: 'UNDER_REVIEW' }, { role: 'ACCOUNTANT' })
  const detail = await getPayment(ctx, 'review', { role: 'ACCOUNTANT', from: 'mirror' })
  for (const shown of [data[0], detail.payment]) {
    expect(JSON.stringify(shown)).not.toContain('ada@example.test')
    expect(shown?.dispute?.evidence).toMatchObject({ text: null, submitted_at: sent.submitted_at })
  }
})

test('the page of an open dispute names the earlier approved payments of its customer', async () => {
  const detail = (id: string) => getPayment(ctx, id, { role: 'OWNER', from: 'mirror' })
  expect((await detail('first')).earlierApproved).toMatchObject([{ id: 'earlier', amount: 7 }])
  expect((await detail('second')).earlierApproved).toEqual([])
})

test('an account whose host has reported no dispute knows none', async () => {
  const other = await externalHost()
  other.payments = [aPayment({ status: 'APPROVED' })]
  const second = await dashboard.owner(other, 'second@aurora.test')
  await dashboard.importHistories()
  expect(await openDisputes(second, 'OWNER')).toEqual({ count: 0, isKnown: false, next: [] })
  await getPayment(second, 'pay_1', { role: 'OWNER' })
  expect(other.requests.filter(({ path }) => path.includes('dispute'))).toEqual([])
})
