import { beforeEach, expect, test } from 'vitest'
import type { Payment } from '@/lib/contract/payment'
import { isWithin, limits } from '@/lib/dashboard/attempts/attempts'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { aRefund, aRefundedPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { queueRefundNotices } from './refund-notice'
import { runMail } from './run-mail'

const { dashboard, host, ctx } = await connectedDashboard()
const DAY_MS = 86_400_000
const system = dashboard.database.as('checkout_dashboard_system')

const answered = (...raws: Payment[]) =>
  writeObjects(ctx, 'payments', { raws, at: dashboard.now(), source: 'list' })
const reported = (payment: Payment, deliveryId: string) =>
  applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId,
    envelope: { event: 'payment.refunded', created_at: dashboard.now().toISOString(), data: { payment } },
    body: '{}',
    sentAt: dashboard.now(),
    now: dashboard.now(),
  })
const mails = async () => {
  const { rows } = await ctx.db.query<Record<'object_id' | 'recipient' | 'subject' | 'body_text', string>>({
    text: `SELECT object_id, recipient, subject, body_text FROM dashboard.mail WHERE state = 'QUEUED' ORDER BY object_id`,
  })
  return rows
}
const refundAt = (id: string, msAgo = 0) =>
  aRefund({ id, finished_at: new Date(dashboard.now().getTime() - msAgo).toISOString() })

beforeEach(async () => {
  await system.query({ text: 'DELETE FROM dashboard.mail' })
  await system.query({ text: 'DELETE FROM dashboard.mirror_payment' })
  await system.query({ text: 'DELETE FROM dashboard.sign_in_attempt' })
})

test('a refund is mailed once to its payer, by a response and by repeated and concurrent events', async () => {
  const payment = aRefundedPayment(
    {
      id: 'pay_back',
      card: { brand: 'visa', last4: '4242' },
      payment_link: { id: 'pl_1', title: 'Lunch at https://evil.test', url: 'https://x.test' },
    },
    [refundAt('ref_a')],
  )
  await answered(payment)
  await Promise.all(['d1', 'd2', 'd1', 'd3'].map((id) => reported(payment, id)))
  const counts = await Promise.all(Array.from({ length: 5 }, () => queueRefundNotices(dashboard)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  await reported(payment, 'd4')
  expect(await queueRefundNotices(dashboard)).toBe(0)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ object_id: 'ref_a', recipient: 'ada@example.test' })
  expect(mail?.subject).toBe('Café Aurora refunds you 5.50 USD')
  expect(mail?.body_text).toMatch(/5 to 10 business days/)
  for (const text of ['5.50 USD', '120.50 USD', 'Visa ••4242', 'pay_back'])
    expect(mail?.body_text).toContain(text)
  expect(mail?.body_text).not.toContain('https://')
})

test('each refund of a payment has its mail, and none that failed, is pending or is older than a week', async () => {
  const refunds = [refundAt('ref_1'), refundAt('ref_2'), refundAt('ref_old', 8 * DAY_MS)]
  const failed = aRefund({ id: 'ref_failed', status: 'FAILED', decline_code: 'declined' })
  const pending = aRefund({ id: 'ref_pending', status: 'PENDING', finished_at: null })
  await answered(aRefundedPayment({}, [pending, failed, ...refunds]))
  expect(await queueRefundNotices(dashboard)).toBe(2)
  dashboard.passMs(1_000)
  await reported(aRefundedPayment({}, [refundAt('ref_pending'), failed, ...refunds]), 'later')
  expect(await queueRefundNotices(dashboard)).toBe(1)
  expect((await mails()).map(({ object_id }) => object_id)).toEqual(['ref_1', 'ref_2', 'ref_pending'])
})

test('a payer without a usable address gets no mail, and costs no other payer theirs', async () => {
  const payer = (email: string) => ({ name: 'Bo', email })
  await answered(
    aRefundedPayment({ id: 'pay_none', payer: payer('') }, [refundAt('ref_none')]),
    aRefundedPayment({ id: 'pay_bad', payer: payer('a@b.test\r\nBcc: c@d.test') }, [refundAt('ref_bad')]),
    aRefundedPayment({ id: 'pay_long' }, [refundAt('x'.repeat(9_000))]),
    aRefundedPayment({ id: 'pay_good' }, [refundAt('ref_good')]),
  )
  expect(await queueRefundNotices(dashboard)).toBe(1)
  expect((await mails()).map(({ object_id }) => object_id)).toEqual(['ref_good'])
})

test('refunds without a usable address are looked at once, and keep none of the others waiting', async () => {
  const bad = Array.from({ length: 100 }, (_, at) =>
    aRefundedPayment({ id: `pay_bad${at}`, payer: { name: 'Bo', email: 'no@address' } }, [
      refundAt(`ref_bad${at}`, DAY_MS),
    ]),
  )
  await answered(...bad, aRefundedPayment({ id: 'pay_good' }, [refundAt('ref_good')]))
  expect(await queueRefundNotices(dashboard)).toBe(0)
  expect(await queueRefundNotices(dashboard)).toBe(1)
  const { rows } = await ctx.db.query<{ state: string; problem: string | null; mails: number }>({
    text: `SELECT state, problem, count(*)::int AS mails FROM dashboard.mail GROUP BY 1, 2 ORDER BY 1`,
  })
  expect(rows).toEqual([
    { state: 'FAILED', problem: 'unreadable', mails: 100 },
    { state: 'QUEUED', problem: null, mails: 1 },
  ])
  expect(await runMail(dashboard, { outcome: 'SENT', send: async () => {} }, { owner: 'w' })).toBe(1)
})

test('a team above its limit of receipts takes no turn of another team', async () => {
  const other = await dashboard.owner(host, 'other@aurora.test')
  const payments = Array.from({ length: 100 }, (_, at) =>
    aRefundedPayment({ id: `pay_${at}` }, [refundAt(`ref_${at}`)]),
  )
  await answered(...payments)
  await writeObjects(other, 'payments', { raws: payments, at: dashboard.now(), source: 'list' })
  const spent = () => isWithin(dashboard, 'receipts', ctx.teamId)
  while (await spent());
  expect(await queueRefundNotices(dashboard)).toBe(100)
})

test('a team without a verified owner, or above its limit of receipts, mails nobody until that ends', async () => {
  await answered(aRefundedPayment({}, [refundAt('ref_1')]))
  const verified = (at: Date | null) =>
    system.query({ text: 'UPDATE dashboard."user" SET email_verified_at = $1', values: [at] })
  await verified(null)
  expect(await queueRefundNotices(dashboard)).toBe(0)
  await verified(dashboard.now())
  const tries = { text: 'UPDATE dashboard.sign_in_attempt SET tries = $1', values: [limits.receipts.max] }
  await queueRefundNotices(dashboard)
  await system.query({ text: 'DELETE FROM dashboard.mail' })
  await system.query(tries)
  expect(await queueRefundNotices(dashboard)).toBe(0)
  dashboard.passMs(DAY_MS + 1)
  expect(await queueRefundNotices(dashboard)).toBe(1)
})
