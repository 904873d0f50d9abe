import { beforeEach, expect, test } from 'vitest'
import { openMailer, smtpMailer } from '@/lib/platform/mail/mailer'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { startMailServer } from '@/test/mail-server'
import { setLanguage } from './language'
import { createMailedLink, linkUrl, readMailedLink, useMailedLink } from './mailed-link'
import { listShownLinks, pruneMailedLinks, runLinkMail } from './run-link-mail'
import { createOwner } from './sign-up'

const webUrl = 'https://dash.example.test'
const dashboard = await startDashboard()
const db = dashboard.database.as('checkout_dashboard_system')
const { userId, teamId } = await createOwner(dashboard, { ...OWNER, teamName: 'Café <Aurora>' })
const server = await startMailServer()
const smtp = smtpMailer({ url: server.url, from: 'no-reply@checkout.test' })
const shown = openMailer({ TEST_MODE: true, HOST: '127.0.0.1', WEB_URL: 'http://localhost:3000' })
const HOUR_MS = 60 * 60_000

beforeEach(async () => {
  server.taken = []
  server.dataRefusal = null
  server.refusal = null
  await db.query({ text: 'DELETE FROM dashboard.mailed_link' })
})

const create = (purpose: 'INVITATION' | 'RESET_PASSWORD' | 'VERIFY_EMAIL') =>
  createMailedLink(db, {
    email: 'ana@aurora.test',
    createdBy: purpose === 'INVITATION' ? userId : null,
    byMail: true,
    subject: purpose === 'INVITATION' ? { purpose, teamId, role: 'SUPPORT' } : { purpose, userId },
    now: dashboard.now(),
  }).then((id) => id ?? '')
const sendAll = async (mailer = smtp) => {
  while (await runLinkMail(dashboard, mailer, { webUrl }));
}
const state = async (id: string) => {
  const { rows } = await db.query<{ mail_state: string; mail_tries: number; mail_problem: string | null }>({
    text: 'SELECT mail_state, mail_tries, mail_problem FROM dashboard.mailed_link WHERE id = $1',
    values: [id],
  })
  return rows[0]
}
const readable = (data: string) =>
  data
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())

test('an invitation is mailed once, with team, inviter, role, expiry and its URL', async () => {
  const id = await create('INVITATION')
  await Promise.all([sendAll(), sendAll()])
  expect(server.taken.map(({ to }) => to)).toEqual([['<ana@aurora.test>']])
  const text = readable(server.taken[0]?.data ?? '')
  for (const part of [
    'Rosa Aurora invites you',
    '&lt;Aurora&gt;',
    'Support',
    '27 November 2026, 12:00 (UTC)',
  ])
    expect(text).toContain(part)
  expect(text).toContain(linkUrl(dashboard, webUrl, { id, purpose: 'INVITATION' }))
  expect(await state(id)).toEqual({ mail_state: 'SENT', mail_tries: 1, mail_problem: null })
})

test('a user’s mail is in their language, and an invitation in that of its inviter', async () => {
  await setLanguage(dashboard, userId, 'es')
  await create('INVITATION')
  await create('RESET_PASSWORD')
  await sendAll()
  await setLanguage(dashboard, userId, null)
  const texts = server.taken.map(({ data }) => readable(data)).join('\n')
  expect(texts).toContain('Rosa Aurora te invita al equipo')
  expect(texts).toContain('Se pidió una nueva contraseña')
  expect(texts).toMatch(/Válido hasta: \d+ de noviembre de 2026 a las \d+:\d\d \(UTC\)/)
})

test('the mail of a link is tried four times with growing pauses', async () => {
  server.dataRefusal = '451 later'
  const id = await create('RESET_PASSWORD')
  for (const [tries, pauseMs] of [15_000, 60_000, 240_000].entries()) {
    await sendAll()
    expect(await state(id)).toMatchObject({ mail_state: 'QUEUED', mail_tries: tries + 1 })
    dashboard.passMs(pauseMs)
  }
  await sendAll()
  expect(await state(id)).toMatchObject({ mail_state: 'FAILED', mail_tries: 4, mail_problem: 'EMESSAGE 451' })
})

test('an address that is unknown to its server is tried once', async () => {
  server.refusal = '550 no such user'
  const id = await create('VERIFY_EMAIL')
  await sendAll()
  expect(await state(id)).toMatchObject({
    mail_state: 'FAILED',
    mail_tries: 1,
    mail_problem: 'EENVELOPE 550',
  })
})

test('a used, replaced or expired link is not mailed', async () => {
  await useMailedLink(db, await create('INVITATION'), dashboard.now())
  const replaced = await create('RESET_PASSWORD')
  const newest = await create('RESET_PASSWORD')
  expect(await state(replaced)).toMatchObject({ mail_state: 'NONE' })
  const token = linkUrl(dashboard, '', { id: replaced, purpose: 'RESET_PASSWORD' }).split('/').at(-1) ?? ''
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', token)).toBeNull()
  dashboard.passMs(HOUR_MS)
  await sendAll()
  expect(server.taken).toEqual([])
  expect(await state(newest)).toMatchObject({ mail_tries: 0 })
})

test('an expired invitation does not block a new one', async () => {
  await create('INVITATION')
  dashboard.passMs(7 * 24 * HOUR_MS)
  expect(await create('INVITATION')).not.toBe('')
})

test('the outbox composes the mail of a shown link again, and old links are deleted', async () => {
  const id = await create('INVITATION')
  if (shown) await sendAll(shown)
  expect(await state(id)).toMatchObject({ mail_state: 'SHOWN' })
  const [mail] = await listShownLinks(dashboard, webUrl)
  expect(mail).toMatchObject({ to: 'ana@aurora.test' })
  expect(mail?.text).toContain(linkUrl(dashboard, webUrl, { id, purpose: 'INVITATION' }))
  dashboard.passMs(37 * 24 * HOUR_MS)
  expect(await pruneMailedLinks(dashboard)).toBe(0)
  dashboard.passMs(1)
  expect(await pruneMailedLinks(dashboard)).toBe(1)
})

test('names in an invitation contain no link and are cut', async () => {
  const named = (team: string, user: string) =>
    db.query({
      text: `WITH team AS (UPDATE dashboard.team SET name = $2 WHERE id = $1) UPDATE dashboard."user" SET name = $4 WHERE id = $3`,
      values: [teamId, team, userId, user],
    })
  await named(
    `Sign in at https://evil.example/login or www.evil.example ${'now '.repeat(30)}`,
    'evil.example/login',
  )
  await create('INVITATION')
  await sendAll()
  const text = readable(server.taken[0]?.data ?? '')
  expect(text).toContain('invites you to the team Sign in at')
  expect(text).not.toMatch(/evil\.example|https:\/\/evil|now now now now/)
  await named('Café <Aurora>', OWNER.name)
})
