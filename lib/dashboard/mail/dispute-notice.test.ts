import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Payment } from '@/lib/contract/payment'
import { isWithin } from '@/lib/dashboard/attempts/attempts'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { aDisputedPayment } from '@/test/factories/dashboard'
import { addMembers } from '@/test/fixtures/add-members'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { queueDisputeNotices } from './dispute-notice'

const { dashboard, host, ctx } = await connectedDashboard()
const webUrl = 'https://dash.example.test'
const HOUR_MS = 3_600_000
const system = dashboard.database.as('checkout_dashboard_system')
await addMembers(dashboard, ctx.teamId, [
  ['admin@aurora.test', 'ADMIN'],
  ['support@aurora.test', 'SUPPORT'],
])
await system.query({
  text: 'UPDATE dashboard."user" SET email_verified_at = $1',
  values: [dashboard.now()],
})

const inHours = (hours: number) => new Date(dashboard.now().getTime() + hours * HOUR_MS).toISOString()
const mirrored = (...raws: Payment[]) =>
  writeObjects(ctx, 'payments', { raws, at: dashboard.now(), source: 'list' })
const mails = async () => {
  const { rows } = await ctx.db.query<Record<'kind' | 'recipient' | 'subject' | 'body_text', string>>({
    text: 'SELECT kind, recipient, subject, body_text FROM dashboard.mail ORDER BY created_at, kind, recipient',
  })
  return rows
}

beforeEach(async () => {
  await system.query({ text: 'DELETE FROM dashboard.mail' })
  await system.query({ text: 'DELETE FROM dashboard.mirror_payment' })
  await system.query({ text: 'DELETE FROM dashboard.sign_in_attempt' })
})

/** Queues the notices in five workers at once. @returns the number of new mails */
async function round(): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: 5 }, () => queueDisputeNotices(dashboard, { webUrl })),
  )
  return counts.reduce((sum, count) => sum + count)
}

test('owners and admins get one mail when a dispute opens, and one within 48 hours of its deadline', async () => {
  await mirrored(aDisputedPayment('pay_1', { evidence_due_at: inHours(72) }))
  expect(await round()).toBe(2)
  expect(await round()).toBe(0)
  dashboard.passMs(25 * HOUR_MS)
  expect(await round()).toBe(2)
  expect(await round()).toBe(0)
  const queued = await mails()
  expect(queued.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
    'dispute_opened admin@aurora.test',
    'dispute_opened owner@aurora.test',
    'dispute_due admin@aurora.test',
    'dispute_due owner@aurora.test',
  ])
  for (const part of [
    '120.50 USD',
    'Ada Lovelace',
    `${webUrl}/${ctx.slug}/payments/pay_1`,
    'America/New_York',
  ])
    expect(queued[0]?.body_text).toContain(part)
  expect(queued[0]?.body_text).not.toContain('ada@example.test')
})

test('each refusal of the evidence is mailed once, and again within 48 hours of the deadline', async () => {
  const due = { evidence_due_at: inHours(72) }
  await mirrored(aDisputedPayment('pay_1', due))
  await round()
  await mirrored(aDisputedPayment('pay_1', { ...due, status: 'UNDER_REVIEW' }))
  for (const hours of [1, 2]) {
    const refused = { ...due, refusal_code: 'file_unreadable', refused_at: inHours(hours) }
    await mirrored(aDisputedPayment('pay_1', refused))
    dashboard.passMs(1)
    expect(await round()).toBe(2)
    expect(await round()).toBe(0)
  }
  const [, , refusal] = await mails()
  expect(refusal).toMatchObject({ subject: 'The bank refused your evidence for a dispute of 120.50 USD' })
  expect(refusal?.body_text).toContain('Refused by the bank on ')
  dashboard.passMs(25 * HOUR_MS)
  expect(await round()).toBe(2)
  expect((await mails()).map(({ kind }) => kind)).toEqual([
    ...Array(6).fill('dispute_opened'),
    'dispute_due',
    'dispute_due',
  ])
})

test('a refusal within 48 hours of the deadline is mailed, also after the mail about the deadline', async () => {
  const due = { evidence_due_at: inHours(10) }
  await mirrored(aDisputedPayment('pay_1', due))
  expect(await round()).toBe(2)
  dashboard.passMs(1)
  await mirrored(
    aDisputedPayment('pay_1', { ...due, refusal_code: 'file_unreadable', refused_at: inHours(0) }),
  )
  expect(await round()).toBe(2)
  const [, , last] = await mails()
  expect(last?.subject).toContain('Less than two days left')
  expect(last?.body_text).toContain('Refused by the bank on ')
})

test('a dispute with evidence, a decided one and one past its deadline cause no mail', async () => {
  await mirrored(
    aDisputedPayment('review', { status: 'UNDER_REVIEW', evidence_due_at: inHours(10) }),
    aDisputedPayment('won', { status: 'WON' }),
    aDisputedPayment('late', { evidence_due_at: inHours(-1) }),
  )
  expect(await round()).toBe(0)
})

test('a dispute mirrored shortly before its deadline has one mail, and one without a deadline too', async () => {
  await mirrored(
    aDisputedPayment('short', { evidence_due_at: inHours(47) }),
    aDisputedPayment('endless', { evidence_due_at: null }),
  )
  expect(await round()).toBe(4)
  expect((await mails()).map(({ kind }) => kind).sort()).toEqual([
    'dispute_due',
    'dispute_due',
    'dispute_opened',
    'dispute_opened',
  ])
})

test('disputes that cannot be read, or with an id that no row can hold, keep none of the others waiting', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `bad_${at}`)
  await mirrored(
    ...ids.map((id) => aDisputedPayment(id, { evidence_due_at: inHours(60) })),
    aDisputedPayment('long', { id: randomBytes(6_000).toString('hex'), evidence_due_at: inHours(60) }),
    aDisputedPayment('good', { evidence_due_at: inHours(70) }),
  )
  // As after an update whose schema refuses what an earlier release stored.
  await system.query({
    text: `UPDATE dashboard.mirror_payment SET snapshot = snapshot #- '{dispute,reason}' WHERE id = ANY ($1)`,
    values: [ids],
  })
  expect(await queueDisputeNotices(dashboard, { webUrl })).toBe(0)
  expect(await queueDisputeNotices(dashboard, { webUrl })).toBe(2)
  expect(await queueDisputeNotices(dashboard, { webUrl })).toBe(0)
})

test('a team above its limit of notices takes no turn of another team', async () => {
  const other = await dashboard.owner(host, 'other@aurora.test')
  const raws = Array.from({ length: 100 }, (_, at) => aDisputedPayment(`pay_${at}`))
  await mirrored(...raws)
  await writeObjects(other, 'payments', { raws, at: dashboard.now(), source: 'list' })
  while (await isWithin(dashboard, 'dispute notices', ctx.teamId));
  expect(await queueDisputeNotices(dashboard, { webUrl })).toBe(100)
})

test('a member’s mail is in their language, with its form of amounts and dates', async () => {
  await system.query({
    text: `UPDATE dashboard."user" SET language = 'pt' WHERE email = 'admin@aurora.test'`,
  })
  await mirrored(aDisputedPayment('pay_1', { evidence_due_at: inHours(72) }))
  expect(await round()).toBe(2)
  const [admin, owner] = await mails()
  expect(admin).toMatchObject({
    subject: expect.stringMatching(/^Contestação de um pagamento de \d+,\d\d /),
    body_text: expect.stringMatching(/Responder até: \d+ de \S+ de 2026/),
  })
  expect(owner?.subject).toMatch(/^A payment of /)
})
