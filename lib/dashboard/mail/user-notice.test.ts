import { beforeEach, expect, test } from 'vitest'
import { connectAccount } from '@/lib/dashboard/connections/connect-account'
import { disconnectAccount } from '@/lib/dashboard/connections/disconnect-account'
import { acceptInvitation } from '@/lib/dashboard/team/accept-invitation'
import { changePassword, resetPassword, setNewPassword } from '@/lib/dashboard/team/change-password'
import { createMailedLink, linkUrl } from '@/lib/dashboard/team/mailed-link'
import { changeRole, removeMember } from '@/lib/dashboard/team/members'
import { addPasskey, removePasskey, startPasskey } from '@/lib/dashboard/team/passkeys'
import { listShownLinks, runLinkMail } from '@/lib/dashboard/team/run-link-mail'
import { startSession } from '@/lib/dashboard/team/sessions'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import {
  confirmTwoStep,
  disableTwoStep,
  renewRecoveryCodes,
  startTwoStep,
} from '@/lib/dashboard/team/two-step'
import { NOTICES_PER_USER } from '@/lib/dashboard/team-limits'
import { smtpMailer } from '@/lib/platform/mail/mailer'
import { appCode } from '@/test/app-code'
import { softwareAuthenticator } from '@/test/factories/software-authenticator'
import { addMembers } from '@/test/fixtures/add-members'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { startMailServer } from '@/test/mail-server'
import { queueSecurityNotices } from './security-notice'
import { queueUserNotice } from './user-notice'

const webUrl = 'https://dash.example.test'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const ADDRESS = '198.51.100.7'
const WHEN = /When: \d+ \w+ 2026, \d\d:\d\d \(UTC\)/
const { password } = OWNER
const NEW_PASSWORD = 'quiet lemon tram 42'

const { dashboard, ctx } = await connectedDashboard()
const system = dashboard.database.as('checkout_dashboard_system')
const server = await startMailServer()
const mailer = smtpMailer({ url: server.url, from: 'no-reply@checkout.test' })
let people = 0

beforeEach(async () => {
  // Mails and counts of the test before are over.
  dashboard.passMs(3 * 86_400_000)
  await sent()
})

/** Returns the delivered mails as plain text by recipient, after the rounds of the worker. */
async function sent(): Promise<{ to: string; subject: string; text: string }[]> {
  server.taken = []
  await queueSecurityNotices(dashboard)
  while (await runLinkMail(dashboard, mailer, { webUrl }));
  return server.taken
    .map(({ to: [to = ''], data }) => {
      const text = data
        .replaceAll('=\r\n', '')
        .replace(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())
        .replaceAll('\r\n', '\n')
      return { to: to.slice(1, -1), subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? '', text }
    })
    .toSorted((a, b) => (a.to < b.to ? -1 : 1))
}

/** Creates a user and signs them in; the team is empty. */
async function person({ emailVerified = true } = {}) {
  people += 1
  const email = `person-${people}@aurora.test`
  const { userId } = await createOwner(dashboard, { ...OWNER, email, emailVerified })
  await system.query({ text: 'DELETE FROM dashboard.membership WHERE user_id = $1', values: [userId] })
  const claim = await startSession(dashboard, { userId, address: ADDRESS, userAgent: FIREFOX })
  return { user: { id: userId, name: OWNER.name, email, emailVerified }, claim, address: ADDRESS }
}

/** Expects one mail to the person, with the browser, the address, the time and the next step. */
async function expectOne(
  to: string,
  subject: string,
  { by = /Browser: Firefox on Linux\nIP address: 198.51.100.7/ } = {},
) {
  const mails = await sent()
  expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([[to, subject]])
  const [{ text } = { text: '' }] = mails
  expect(text).toMatch(by)
  expect(text).toMatch(WHEN)
  expect(text).toContain(webUrl)
  expect(text).toContain('If it was not you')
  expect(text).not.toContain(NEW_PASSWORD)
  return mails
}

/** Life of a code. */
const CODE_MS = 30_000

/** Turns two-step sign-in on. Returns the next step-up. */
async function withTwoStep(actor: Awaited<ReturnType<typeof person>>) {
  const { secret } = await startTwoStep(dashboard, actor, { password, code: '' }, { hasMail: true })
  const code = appCode(secret, 0, dashboard.now())
  await confirmTwoStep(dashboard, actor, { code }, { hasMail: true })
  dashboard.passMs(CODE_MS)
  return { password, code: appCode(secret, 0, dashboard.now()) }
}

const noKeys = async () => {}

test('a new password is mailed to its user, also to one without a team', async () => {
  const actor = await person()
  await changePassword(dashboard, actor, { password, code: '', new_password: NEW_PASSWORD })
  await expectOne(actor.user.email, 'Your password was changed')
})

test('a password that was set by a mailed link is mailed to its user', async () => {
  const { user } = await person()
  const subject = { purpose: 'RESET_PASSWORD', userId: user.id } as const
  const link = { email: user.email, createdBy: null, byMail: false, subject, now: dashboard.now() }
  const id = (await createMailedLink(system, link)) ?? ''
  const token = linkUrl(dashboard, '', { id, purpose: 'RESET_PASSWORD' }).split('/').at(-1) ?? ''
  await resetPassword(dashboard, { token, password: NEW_PASSWORD }, ADDRESS)
  await expectOne(user.email, 'Your password was set by a mailed link', { by: /IP address: 198.51.100.7/ })
})

test('a password that the operator set is mailed to its user', async () => {
  const { user } = await person()
  await setNewPassword(dashboard, user.email)
  await expectOne(user.email, 'Your password was changed', { by: /By: the operator/ })
})

test('two-step sign-in that was turned on is mailed to its user', async () => {
  const actor = await person()
  await withTwoStep(actor)
  await expectOne(actor.user.email, 'Two-step sign-in was turned on')
})

test('two-step sign-in that was turned off is mailed to its user', async () => {
  const actor = await person()
  const stepUp = await withTwoStep(actor)
  await sent()
  await disableTwoStep(dashboard, actor, stepUp)
  await expectOne(actor.user.email, 'Two-step sign-in was turned off')
})

test('new recovery codes are mailed to their user, without the codes', async () => {
  const actor = await person()
  const stepUp = await withTwoStep(actor)
  await sent()
  const { codes } = await renewRecoveryCodes(dashboard, actor, stepUp)
  await expectOne(actor.user.email, 'New recovery codes were made')
  for (const code of codes) expect(server.taken[0]?.data).not.toContain(code)
})

test('a passkey that was added or removed is mailed to its user', async () => {
  const actor = await person()
  const authenticator = softwareAuthenticator(actor.user.id)
  const { challenge } = await startPasskey(dashboard, actor, webUrl)
  const response = authenticator.register({ challenge, origin: webUrl })
  const { id } = await addPasskey(dashboard, actor, { name: 'Phone', response })
  const [{ text } = { text: '' }] = await expectOne(actor.user.email, 'A passkey was added')
  expect(text).toContain('remove every passkey that is not yours')
  await removePasskey(dashboard, actor, { id })
  await expectOne(actor.user.email, 'A passkey was removed')
})

test('a sign-in from a new browser is mailed to its user, the first one of a user is not', async () => {
  const { user, claim } = await person()
  const from = { userId: user.id, address: ADDRESS, userAgent: FIREFOX }
  await system.query({ text: 'DELETE FROM dashboard.session WHERE id = $1', values: [claim.sessionId] })
  await startSession(dashboard, { ...from, isNewBrowser: true })
  await startSession(dashboard, { ...from, isNewBrowser: false })
  expect(await sent()).toEqual([])
  await startSession(dashboard, { ...from, isNewBrowser: true })
  await expectOne(user.email, 'A new browser signed in to your account')
})

test('a changed role is mailed to the member and to the owners', async () => {
  const [member = '', admin = ''] = await addMembers(dashboard, ctx.teamId, [
    ['member@aurora.test', 'VIEWER'],
    ['z-admin@aurora.test', 'ADMIN'],
  ])
  const actor = { teamId: ctx.teamId, userId: admin, address: ADDRESS }
  await changeRole(dashboard, actor, { user_id: member, role: 'SUPPORT' }, noKeys)
  const mails = await sent()
  expect(mails.map(({ to }) => to)).toEqual(['member@aurora.test', OWNER.email])
  for (const { subject, text } of mails) {
    expect(subject).toBe('The role of a member was changed')
    expect(text).toMatch(
      /Team: Aurora\nMember: member@aurora.test\nRole before: Viewer\nRole now: Support\nBy: z-admin@aurora.test\nIP address: 198.51.100.7/,
    )
    expect(text).toMatch(WHEN)
    expect(text).toContain(`${webUrl}/settings/team`)
    expect(text).toContain('If nobody of your team')
  }
})

test('a new admin is mailed to the owners, a removed member to them and to the owners', async () => {
  const made = await createOwner(dashboard, { ...OWNER, email: 'partner@aurora.test' })
  const subject = { purpose: 'INVITATION', teamId: ctx.teamId, role: 'ADMIN' } as const
  const link = {
    email: 'partner@aurora.test',
    createdBy: ctx.userId,
    byMail: false,
    subject,
    now: dashboard.now(),
  }
  const id = (await createMailedLink(system, link)) ?? ''
  const partner = { id: made.userId, email: link.email, emailVerified: true, sessionId: '' }
  await acceptInvitation(dashboard, partner, { id }, ADDRESS)
  const [joined, ...others] = await sent()
  expect(others).toEqual([])
  expect(joined).toMatchObject({ to: OWNER.email, subject: 'A member joined the team' })
  expect(joined?.text).toMatch(/Team: Aurora\nMember: partner@aurora.test\nRole now: Admin/)
  const actor = { teamId: ctx.teamId, userId: ctx.userId ?? '', address: ADDRESS }
  await removeMember(dashboard, actor, { user_id: made.userId }, noKeys)
  expect((await sent()).map((mail) => [mail.to, mail.subject])).toEqual([
    [OWNER.email, 'A member was removed from the team'],
    ['partner@aurora.test', 'A member was removed from the team'],
  ])
})

test('an account that was connected, disconnected or removed is mailed to owners and admins, by its own name', async () => {
  await system.query({
    text: `DELETE FROM dashboard.membership m USING dashboard."user" u WHERE u.id = m.user_id AND u.email LIKE '%member@%'`,
  })
  const other = await externalHost()
  other.account = { ...other.account, id: 'acc_other', name: 'Borealis' }
  const acting = { ...ctx, address: ADDRESS }
  const { connectionId } = await connectAccount(dashboard, acting, {
    base_url: other.baseUrl,
    api_key: other.apiKey,
  })
  const expectBoth = async (subject: string) => {
    const mails = await sent()
    expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([
      [OWNER.email, subject],
      ['z-admin@aurora.test', subject],
    ])
    for (const { text } of mails) {
      expect(text).toContain(
        `Account: Borealis\nService: ${other.baseUrl}\nBy: ${OWNER.email}\nIP address: ${ADDRESS}`,
      )
      expect(text).toMatch(WHEN)
      expect(text).not.toContain(other.apiKey)
    }
  }
  await expectBoth('An account was connected')
  const form = { connection_id: connectionId, name: 'Borealis' }
  await disconnectAccount(dashboard, acting, { ...form, delete_copy: false })
  await expectBoth('An account was disconnected')
  await disconnectAccount(dashboard, acting, { ...form, delete_copy: true })
  await expectBoth('An account was disconnected, and its copy was deleted')
})

test('an address that nobody confirmed gets no mail', async () => {
  const actor = await person({ emailVerified: false })
  await changePassword(dashboard, actor, { password, code: '', new_password: NEW_PASSWORD })
  expect(await sent()).toEqual([])
})

test('changes of one kind by the hundred use up no mail of another kind', async () => {
  const { user } = await person()
  const from = { userId: user.id, address: ADDRESS, userAgent: FIREFOX, isNewBrowser: true }
  for (let sign = 0; sign < NOTICES_PER_USER * 2; sign += 1) await startSession(dashboard, from)
  expect(await sent()).toHaveLength(NOTICES_PER_USER)
  await setNewPassword(dashboard, user.email)
  expect(await sent()).toHaveLength(1)
})

test('notices about other members use up none about a further one', async () => {
  const { user } = await person()
  const removed = (member: string) => {
    const facts = { kind: 'team.remove_member', member } as const
    return queueUserNotice(system, { to: [user.id], facts, now: dashboard.now() })
  }
  for (let n = 0; n < NOTICES_PER_USER; n += 1) await removed('decoy@aurora.test')
  await removed(user.email)
  expect((await sent()).filter(({ text }) => text.includes(`Member: ${user.email}`))).toHaveLength(1)
})

test('a mail server that is away for hours delays a notice and loses none', async () => {
  const { user } = await person()
  await setNewPassword(dashboard, user.email)
  server.dataRefusal = '451 later'
  for (let attempt = 0; attempt < 6; attempt += 1) {
    expect(await sent()).toEqual([])
    dashboard.passMs(2 * 3_600_000)
  }
  server.dataRefusal = null
  dashboard.passMs(3 * 3_600_000)
  expect((await sent()).map(({ to }) => to)).toEqual([user.email])
})

test('test mode shows the mails in the outbox', async () => {
  const { user } = await person()
  await setNewPassword(dashboard, user.email)
  await runLinkMail(dashboard, { outcome: 'SHOWN', send: async () => {} }, { webUrl })
  expect((await listShownLinks(dashboard, webUrl))[0]).toMatchObject({
    to: user.email,
    text: /Your password was changed/,
  })
})

test('a notice of a kind that this release lacks is shown by its name', async () => {
  const { user } = await person()
  await setNewPassword(dashboard, user.email)
  await system.query({
    text: `UPDATE dashboard.mailed_link SET facts = facts || '{"kind": "endpoints.reveal_secret"}' WHERE email = $1`,
    values: [user.email],
  })
  await runLinkMail(dashboard, { outcome: 'SHOWN', send: async () => {} }, { webUrl })
  const [shown] = (await listShownLinks(dashboard, webUrl)).filter(({ to }) => to === user.email)
  expect(shown?.text).toMatch(/^endpoints\.reveal_secret\n/)
})
