import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sendRefund } from './send-refund'
import { draftRefund } from './start-refund'
import { readSupportLimit, setSupportLimit } from './support-limit'

const { dashboard, host, ctx } = await connectedDashboard()
const support = { role: 'SUPPORT' } as const
const PRESSES = 20
let serial = 0
let status = 'SUCCEEDED'

beforeEach(async () => {
  await dashboard.emptyAudit()
  for (const table of ['refund', 'mirror_payment'])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
  dashboard.setNow(NOON)
  status = 'SUCCEEDED'
  host.fault = ({ method, path, body }) => {
    if (method !== 'POST' || !path.endsWith('/refunds')) return null
    serial += 1
    const finished = { decline_code: status === 'FAILED' ? 'expired_card' : null, finished_at: null }
    const given = { object: 'refund', id: `R${serial}`, payment_id: 'P', currency: 'USD', note: null, status }
    return { status: 201, body: { ...Object(body), ...given, ...finished, created_at: NOON.toISOString() } }
  }
  host.payments = Array.from({ length: PRESSES }, (_, index) =>
    aPayment({ id: `P${index}`, status: 'APPROVED', amount: 100 }),
  )
  for (const { id } of host.payments) await fetchObject(ctx, 'payments', id)
})

async function draft(amount: number, payment = 0) {
  serial += 1
  return draftRefund(ctx, {
    ...{ form_token: `form-token-${serial}`, payment_id: `P${payment}`, amount, reason: 'OTHER' },
  })
}

test('twenty presses of support at once refund no more than the limit of the day', async () => {
  await setSupportLimit(ctx, { limit: 50 })
  const drafts = await Promise.all(host.payments.map((_, index) => draft(12, index)))
  const ends = await Promise.allSettled(drafts.map((row) => sendRefund(ctx, row, support)))
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(4)
  expect(await readSupportLimit(ctx)).toMatchObject({ limit: 50, used: 48 })
})

test('a refusal says the limit, what is used today, and whom to ask, and sends nothing', async () => {
  await setSupportLimit(ctx, { limit: 50 })
  await sendRefund(ctx, await draft(30), support)
  host.requests = []
  const message = 'refund-limit.refused.upTo'
  await expect(sendRefund(ctx, await draft(20.01, 1), support)).rejects.toMatchObject({
    code: 'refund_limit',
    fields: [
      {
        message,
        values: { limit: { amount: 50, currency: 'USD' }, used: { amount: 30, currency: 'USD' } },
      },
    ],
  })
  expect(host.requests).toEqual([])
  expect(await sendRefund(ctx, await draft(20, 1), support)).toMatchObject({ state: 'SUCCEEDED' })
})

test('a limit of zero stops support alone, and no limit stops nobody', async () => {
  await setSupportLimit(ctx, { limit: 0 })
  await expect(sendRefund(ctx, await draft(1), support)).rejects.toMatchObject({
    fields: [{ message: 'refund-limit.refused.never' }],
  })
  expect(await sendRefund(ctx, await draft(90), { role: 'ADMIN' })).toMatchObject({ state: 'SUCCEEDED' })
  expect(await readSupportLimit(ctx)).toMatchObject({ used: 0 })
  await setSupportLimit(ctx, { limit: null })
  expect(await sendRefund(ctx, await draft(99, 1), support)).toMatchObject({ state: 'SUCCEEDED' })
})

test('a failed refund does not count, and a new day of the account begins anew', async () => {
  await setSupportLimit(ctx, { limit: 50 })
  status = 'FAILED'
  await sendRefund(ctx, await draft(50), support)
  status = 'SUCCEEDED'
  await sendRefund(ctx, await draft(50), support)
  // Midnight of New York, the zone of the account.
  dashboard.setNow(new Date('2026-11-21T04:59:59.000Z'))
  await expect(sendRefund(ctx, await draft(1, 1), support)).rejects.toMatchObject({ code: 'refund_limit' })
  dashboard.setNow(new Date('2026-11-21T05:00:00.000Z'))
  expect(await sendRefund(ctx, await draft(1, 1), support)).toMatchObject({ state: 'SUCCEEDED' })
})

test('a change of the limit is in the audit log with its values', async () => {
  await setSupportLimit(ctx, { limit: 50 })
  dashboard.passMs(1_000)
  await setSupportLimit(ctx, { limit: null })
  const { data } = await listAudit(ctx, {}, new Map())
  expect(data[0]).toMatchObject({
    ...{ action: 'refunds.set_limit', outcome: 'done' },
    details: { before: { limit_per_day: 50 }, after: { limit_per_day: null }, currency: 'USD' },
  })
})
