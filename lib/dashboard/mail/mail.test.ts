import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countMail, limits } from '@/lib/dashboard/attempts/attempts'
import { connect } from '@/lib/dashboard/connections/connect'
import { openConnection } from '@/lib/dashboard/open-connection'
import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { sendReceipt, sendReceiptInput } from '@/lib/dashboard/payments/send-receipt'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { translatorOf } from '@/lib/messages/catalogue'
import { openMailer, smtpMailer } from '@/lib/platform/mail/mailer'
import { anAccount, aPayment, aSettlement } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { startMailServer } from '@/test/mail-server'
import { queuePaidNotices, setPaidNotice, wantsPaidNotice } from './paid-notice'
import { listShownMail, runMail } from './run-mail'

const { dashboard, host, ctx } = await connectedDashboard()
const server = await startMailServer()
const smtp = smtpMailer({ url: server.url, from: 'no-reply@checkout.test' })
const TEST_MODE = { TEST_MODE: true, HOST: '127.0.0.1', WEB_URL: 'http://localhost:3000' }
const MINUTE_MS = 60_000
const webUrl = 'https://dash.example.test'

const { origin } = new URL(host.baseUrl)
beforeAll(async () => {
  host.payments = [
    aPayment({
      id: 'pay_plain',
      status: 'APPROVED',
      payer: { name: 'Ana García', email: 'ana@example.test' },
      card: { brand: 'visa', last4: '4242' },
      payment_link: { id: 'pl_1', title: 'Tea <for> two\r\nBcc: x@evil.test', url: 'https://x.test' },
      receipt_url: `${origin}/receipt/1`,
    }),
    aPayment({
      id: 'pay_phish',
      status: 'APPROVED',
      payment_link: {
        id: 'pl_2',
        title: 'Confirm at https://phish.test or www.phish.test',
        url: 'https://x.test',
      },
      receipt_url: 'https://phish.test/receipt/1',
    }),
    aPayment({ id: 'pay_no_email', status: 'APPROVED', payer: { name: 'Bo', email: '' } }),
    aPayment({ id: 'pay_bare', status: 'APPROVED' }),
    aPayment({ id: 'pay_failed', status: 'FAILED' }),
    aPayment({ id: 'pay_pt', status: 'APPROVED', amount: 1234.5, payer_language: 'pt-BR' }),
  ]
  host.settlements = [aSettlement({ id: 'set_1', status: 'PENDING' })]
  await dashboard.importHistories()
})
beforeEach(async () => {
  server.taken = []
  server.refusal = null
  server.dataRefusal = null
  server.isSlow = false
  await ctx.prisma.mail.deleteMany({ where: { connectionId: ctx.connectionId } })
})

const ownHost = { BASE_URL: 'https://api.example.test/api/v1', WEB_URL: webUrl }
const sender = { dashboard, mayMail: true, ownHost }
const receipt = (input: Partial<Parameters<typeof sendReceipt>[1]> = {}, role: MemberRole = 'OWNER') =>
  sendReceipt(
    ctx,
    { form_token: 'form-token', payment_id: 'pay_plain', email: 'ana@example.test', ...input },
    { ...sender, role },
  )
const sendAll = async (mailer = smtp) => {
  while (await runMail(dashboard, mailer, { owner: 'test' }));
}
const states = async () =>
  (await ctx.prisma.mail.findMany({ orderBy: { id: 'asc' } })).map(({ state, tries }) => ({ state, tries }))

test('a receipt reaches its address over SMTP with merchant, amount, date, card, ID and address', async () => {
  await receipt()
  await sendAll()
  expect(await states()).toEqual([{ state: 'SENT', tries: 1 }])
  const [mail] = server.taken
  expect(mail?.to).toEqual(['<ana@example.test>'])
  const text = decoded(mail?.data ?? '')
  for (const part of [
    'Receipt from Café Aurora',
    'Amount: 120.50 USD',
    '20 November 2026, 07:00 (America/New_York)',
    'Visa ••4242',
    'pay_plain',
    `${origin}/receipt/1`,
    'Tea &lt;for&gt; two',
  ])
    expect(text).toContain(part)
})

test('the audit contains the masked address of a receipt', async () => {
  await receipt({ form_token: 'audited-token', email: 'bo@example.test' })
  const entries = await ctx.prisma.auditEntry.findMany({ where: { action: 'receipts.send' } })
  expect(entries.map(({ details }) => details)).toContainEqual({
    to: 'b•••@example.test',
    amount: 120.5,
    currency: 'USD',
  })
  expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain('bo@example.test')
})

test('a receipt is in the language in which the payer paid', async () => {
  await receipt({ payment_id: 'pay_pt' })
  await sendAll()
  const text = decoded(server.taken[0]?.data ?? '')
  for (const part of [
    translatorOf('pt')('payer-mail.receipt.closing'),
    '1.234,50 USD',
    '<html lang="pt-BR">',
  ])
    expect(text).toContain(part)
})

test('a receipt without an address goes to the payer, whose address is masked for a role without contacts', async () => {
  expect(await receipt({ email: null }, 'ACCOUNTANT')).toEqual({ to: 'a•••@example.test' })
  expect(await receipt({ email: null, form_token: 'other-token' })).toEqual({ to: 'ana@example.test' })
  await sendAll()
  expect(server.taken.map(({ to }) => to)).toEqual([['<ana@example.test>'], ['<ana@example.test>']])
  await expect(receipt({ email: null, payment_id: 'pay_no_email' })).rejects.toMatchObject({
    code: 'invalid_parameters',
    fields: [{ field: 'email' }],
  })
})

test('a masked address is an error at its field, and an empty one means the payer’s', () => {
  const parsed = (email: string) =>
    sendReceiptInput.safeParse({ form_token: 'form-token', payment_id: 'x', email })
  expect(parsed('a•••@example.test').error?.issues).toMatchObject([{ path: ['email'] }])
  expect(parsed(' ').data?.email).toBeNull()
})

test('a title with a line break adds no header and no recipient', async () => {
  await receipt()
  await sendAll()
  expect(server.taken[0]?.to).toHaveLength(1)
  expect(server.taken[0]?.data).not.toMatch(/^bcc:/im)
})

test('a double click sends one mail, and a reopened form another one', async () => {
  await Promise.all([receipt(), receipt()])
  await receipt({ form_token: 'other-token' })
  await sendAll()
  expect(server.taken).toHaveLength(2)
})

test('a payment is limited to five receipts a day, even if they are sent at once', async () => {
  const burst = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => receipt({ form_token: `burst-token-${index}` })),
  )
  expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await states()).toHaveLength(5)
  await expect(receipt({ form_token: 'burst-token-x' })).rejects.toMatchObject({
    code: 'receipts_of_payment',
  })
  const before = dashboard.now()
  dashboard.passMs(24 * 60 * MINUTE_MS + 1)
  await receipt({ form_token: 'burst-token-z' })
  dashboard.setNow(before)
})

/** Forgets the counts of a day. */
const forgetCounts = () =>
  dashboard.database.as('checkout_dashboard_system').query({ text: 'DELETE FROM dashboard.sign_in_attempt' })
const countUses = (tries: number) =>
  dashboard.database
    .as('checkout_dashboard_system')
    .query({ text: 'UPDATE dashboard.sign_in_attempt SET tries = $1', values: [tries] })

test('the accounts of a team share 200 receipts a day, and all teams those of the deployment', async () => {
  await forgetCounts()
  await receipt({ form_token: 'share-token-1' })
  await countUses(limits.receipts.max - 1)
  // The second account of the same team, on another host.
  const other = await externalHost()
  other.account = anAccount({ id: 'acct_other' })
  other.payments = [aPayment({ id: 'pay_other', status: 'APPROVED' })]
  const { teamId, userId } = ctx
  const { connectionId } = await connect(dashboard, { teamId, ...other })
  await dashboard.importHistories()
  const second = await openConnection(dashboard, connectionId, { userId })
  const send = (form_token: string) =>
    sendReceipt(
      second,
      { form_token, payment_id: 'pay_other', email: 'a@b.test' },
      { ...sender, role: 'OWNER' },
    )
  await send('share-token-2')
  await expect(send('share-token-3')).rejects.toMatchObject({ code: 'receipts_of_team' })
  await expect(receipt({ form_token: 'share-token-4' })).rejects.toMatchObject({ code: 'receipts_of_team' })
  // A repetition of a sent form is no further mail.
  await send('share-token-2')
  await forgetCounts()
  await countMail(dashboard, 'member')
  await countUses(limits['mails member'].max)
  await expect(receipt({ form_token: 'share-token-5' })).rejects.toMatchObject({
    code: 'mails_of_deployment',
  })
  await forgetCounts()
  await second.prisma.mail.deleteMany({ where: { connectionId } })
})

test('a user whose address nobody confirmed sends no receipt and is sent no notice', async () => {
  const verify = (at: Date | null) =>
    dashboard.database.as('checkout_dashboard_system').query({
      text: 'UPDATE dashboard."user" SET email_verified_at = $2 WHERE id = $1',
      values: [ctx.userId, at],
    })
  await verify(null)
  await expect(receipt({ form_token: 'unverified-token' })).rejects.toMatchObject({
    code: 'email_unverified',
  })
  await setPaidNotice(ctx, { on: true })
  await ctx.db.query({
    text: `UPDATE dashboard.mirror_settlement SET status = 'PAID', paid_at = $1`,
    values: [dashboard.now()],
  })
  expect(await queuePaidNotices(dashboard, { webUrl })).toBe(0)
  await verify(dashboard.now())
  await ctx.db.query({ text: `UPDATE dashboard.mirror_settlement SET status = 'PENDING', paid_at = NULL` })
  await setPaidNotice(ctx, { on: false })
})

test('a receipt links to its host alone, and a title of a host contains no link', async () => {
  await receipt({ form_token: 'phishing-token', payment_id: 'pay_phish' })
  await sendAll()
  const text = decoded(server.taken[0]?.data ?? '')
  expect(text).toContain('pay_phish')
  expect(text).not.toMatch(/https:\/\/phish|www\.phish|View the receipt/)
})

test('a host without receipts or cards still gets a mail', async () => {
  await receipt({ payment_id: 'pay_bare' })
  await sendAll()
  const text = decoded(server.taken[0]?.data ?? '')
  expect(text).toContain('pay_bare')
  expect(text).not.toContain('View the receipt')
})

test('a wrong address is an error at its field, a declined payment has no receipt, and a deployment without mail sends none', async () => {
  for (const email of ['ana', 'a@b.test, c@d.test', 'a@b.test\r\nBcc: c@d.test', '<a@b.test>'])
    expect(sendReceiptInput.safeParse({ form_token: 'form-token', payment_id: 'x', email }).success).toBe(
      false,
    )
  await expect(receipt({ payment_id: 'pay_failed' })).rejects.toMatchObject({ code: 'payment_not_approved' })
  await expect(receipt({ payment_id: 'pay_none' })).rejects.toMatchObject({ code: 'resource_not_found' })
  const input = { form_token: 'form-token', payment_id: 'pay_plain', email: 'a@b.test' }
  await expect(sendReceipt(ctx, input, { ...sender, mayMail: false, role: 'OWNER' })).rejects.toMatchObject({
    code: 'mail_off',
  })
  expect(await states()).toEqual([])
})

test('an unavailable server is retried later, a refused address never', async () => {
  const away = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'no-reply@checkout.test' })
  await receipt()
  await sendAll(away)
  expect(await states()).toEqual([{ state: 'QUEUED', tries: 1 }])
  await sendAll()
  expect(server.taken).toEqual([])
  dashboard.passMs(MINUTE_MS)
  await sendAll()
  expect(await states()).toEqual([{ state: 'SENT', tries: 2 }])
  server.refusal = '550 no such user'
  await receipt({ form_token: 'refused-token' })
  await sendAll()
  expect((await states()).map(({ state }) => state).sort()).toEqual(['FAILED', 'SENT'])
})

test('a refusal that does not concern the recipient is retried', async () => {
  server.dataRefusal = '554 too many mails of this sender'
  await receipt()
  await sendAll()
  expect(await states()).toEqual([{ state: 'QUEUED', tries: 1 }])
})

test('a server with an endless response is abandoned within the lease, and its connection is closed', async () => {
  server.isSlow = true
  await receipt()
  await sendAll(smtpMailer({ url: server.url, from: 'no-reply@checkout.test', sendMaxMs: 200 }))
  expect(await states()).toEqual([{ state: 'QUEUED', tries: 1 }])
  await expect.poll(() => server.open()).toBe(0)
}, 10_000)

test('a mail whose workers all died is not claimed forever', async () => {
  await receipt()
  await ctx.db.query({
    text: `UPDATE dashboard.mail SET state = 'SENDING', owner = 'killed', tries = 8,
      lease_until = clock_timestamp() - interval '1 ms' WHERE connection_id = $1`,
    values: [ctx.connectionId],
  })
  await sendAll()
  expect(server.taken).toEqual([])
  expect((await states()).map(({ state }) => state)).toEqual(['FAILED'])
})

test('the page of a payment lists its receipts with their states, masked by role', async () => {
  await receipt()
  await sendAll()
  server.refusal = '550 no such user'
  dashboard.passMs(1)
  await receipt({ form_token: 'refused-token', email: 'nobody@example.test' })
  await sendAll()
  dashboard.passMs(1)
  await receipt({ form_token: 'waiting-token' })
  const detail = (role: 'OWNER' | 'DEVELOPER') => getPayment(ctx, 'pay_plain', { role, from: 'mirror' })
  expect((await detail('OWNER')).receipts).toMatchObject([
    { state: 'QUEUED', to: 'ana@example.test', at: dashboard.now().toISOString() },
    { state: 'FAILED', to: 'nobody@example.test' },
    { state: 'SENT', to: 'ana@example.test' },
  ])
  expect((await detail('DEVELOPER')).receipts[1]).toMatchObject({ to: 'n•••@example.test' })
  expect((await getPayment(ctx, 'pay_bare', { role: 'OWNER', from: 'mirror' })).receipts).toEqual([])
})

test('test mode on loopback shows mail in the outbox; elsewhere there is none without a server', async () => {
  const shown = openMailer(TEST_MODE)
  expect(openMailer({ ...TEST_MODE, WEB_URL: 'https://dash.example.test' })).toBeNull()
  expect(openMailer({ ...TEST_MODE, TEST_MODE: false })).toBeNull()
  await receipt()
  if (shown) await sendAll(shown)
  const [mail] = await listShownMail(dashboard.database.as('checkout_dashboard_system'))
  expect(mail).toMatchObject({ to: 'ana@example.test', account_id: host.account.id })
  expect(mail?.text).toContain('Amount: 120.50 USD')
})

test('a member who opted in gets one mail for a settlement that is paid afterwards', async () => {
  await setPaidNotice(ctx, { on: true })
  expect(await wantsPaidNotice(ctx)).toBe(true)
  expect(await queuePaidNotices(dashboard, { webUrl })).toBe(0)
  dashboard.passMs(MINUTE_MS)
  await ctx.db.query({
    text: `UPDATE dashboard.mirror_settlement SET status = 'PAID', paid_at = $2,
      snapshot = snapshot || jsonb_build_object('status', 'PAID', 'paid_at', $3::text, 'reference', 'REF-7') WHERE connection_id = $1`,
    values: [ctx.connectionId, dashboard.now(), dashboard.now().toISOString()],
  })
  expect(await queuePaidNotices(dashboard, { webUrl })).toBe(1)
  expect(await queuePaidNotices(dashboard, { webUrl })).toBe(0)
  await sendAll()
  expect(server.taken).toHaveLength(1)
  const text = decoded(server.taken[0]?.data ?? '')
  expect(text).toContain(`${webUrl}/${ctx.slug}/balance/settlements/set_1`)
  expect(text).toContain('REF-7')
  await setPaidNotice(ctx, { on: false })
  expect(await wantsPaidNotice(ctx)).toBe(false)
})

/** Returns a mail with its transfer encodings decoded. */
function decoded(data: string): string {
  const undone = data.replace(/=\?UTF-8\?Q\?(.*?)\?=(\r\n )?/gi, (_, text: string) =>
    text.replaceAll('_', ' '),
  )
  const bytes = undone.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  return bytes.replace(/(?:%[0-9A-F]{2})+/g, (run) => decodeURIComponent(run))
}
