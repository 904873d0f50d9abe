import { beforeEach, expect, test } from 'vitest'
import { limits } from '@/lib/dashboard/attempts/attempts'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { sha256 } from '@/lib/platform/secrets'
import { addMembers } from '@/test/fixtures/add-members'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import {
  acceptInvitation,
  invitationsOf,
  joinAsNewUser,
  joinInput,
  readInvitation,
} from './accept-invitation'
import { findAccounts } from './find-accounts'
import { memberNames } from './find-member'
import { inviteMember, listInvitations, resendInvitation, revokeInvitation } from './invitations'
import { createMailedLink, linkUrl, readMailedLink } from './mailed-link'
import { changeRole, listMembers, removeMember } from './members'
import { startSession } from './sessions'
import { createOwner } from './sign-up'

const dashboard = await startDashboard()
const db = dashboard.database.as('checkout_dashboard_system')
const { userId: owner, teamId } = await createOwner(dashboard, OWNER)
const [admin = '', support = '', viewer = ''] = await addMembers(dashboard, teamId, [
  ['admin@aurora.test', 'ADMIN'],
  ['support@aurora.test', 'SUPPORT'],
  ['viewer@aurora.test', 'VIEWER'],
])
const webUrl = 'https://dash.example.test'
const DAY_MS = 86_400_000
const PASSWORD = 'a long walk to the lake'
const at = '203.0.113.7'
const from = { address: at, byMail: true, language: 'es' as const }
const by = (userId: string) => ({ teamId, userId, address: at })
let guests = 0
const invite = (
  actor: string,
  role: MemberRole = 'SUPPORT',
  email = `guest${++guests}@aurora.test`,
  { byMail = false, showsMail = false } = {},
) => inviteMember(dashboard, by(actor), { email, role }, { byMail, showsMail, webUrl })
const listed = async (role: MemberRole = 'OWNER') => listInvitations(dashboard, { teamId, role, webUrl })
const idOf = async (email: string) => (await listed()).find((one) => one.email === email)?.id ?? ''
const tokenOf = (url: string | null) => url?.split('/').at(-1) ?? ''
const mailedToken = (id: string) => tokenOf(linkUrl(dashboard, webUrl, { id, purpose: 'INVITATION' }))
const signIn = (userId: string) => startSession(dashboard, { userId, address: at, userAgent: '' })
const userOf = async (userId: string) => findAccounts(dashboard, await signIn(userId))
const roleOf = async (userId: string) => {
  const members = await listMembers(dashboard, { teamId, userId: owner, role: 'OWNER' })
  return members.find(({ id }) => id === userId)?.role ?? null
}
const setRole = (userId: string, role: MemberRole) =>
  db.query({
    text: `INSERT INTO dashboard.membership (team_id, user_id, role, created_at) VALUES ($1, $2, $3, now())
      ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role`,
    values: [teamId, userId, role],
  })
const audited = async (action: string) => {
  const { rows } = await db.query<{ user_id: string; object_id: string; details: object; address: string }>({
    text: `SELECT user_id, object_id, details, address FROM dashboard.audit_entry WHERE action = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [action],
  })
  return rows[0]
}

beforeEach(async () => {
  await db.query({ text: 'DELETE FROM dashboard.mailed_link' })
  await db.query({ text: 'DELETE FROM dashboard.sign_in_attempt' })
  await setRole(owner, 'OWNER')
  await setRole(admin, 'ADMIN')
  await setRole(support, 'SUPPORT')
  await setRole(viewer, 'VIEWER')
  dashboard.passMs(1_000)
})

const noKeys = async () => {}

test('an invitation by mail is recorded and listed with its mail and its expiry, and has no URL to copy', async () => {
  const { url } = await invite(owner, 'SUPPORT', 'Ana@Aurora.test', { byMail: true })
  expect(url).toBeNull()
  const [one] = await listed()
  expect(one).toMatchObject({
    email: 'ana@aurora.test',
    role: 'SUPPORT',
    inviter: OWNER.name,
    mail: 'QUEUED',
    url: null,
  })
  expect(one?.expires_at).toBe(new Date(dashboard.now().getTime() + 7 * DAY_MS).toISOString())
  expect(await audited('team.invite')).toMatchObject({
    user_id: owner,
    object_id: one?.id,
    details: { after: { email: 'ana@aurora.test', role: 'SUPPORT' } },
    address: at,
  })
})

test('an invitation whose mail is shown instead of sent has the URL of its mail', async () => {
  const { url } = await invite(owner, 'SUPPORT', undefined, { byMail: true, showsMail: true })
  const token = url?.split('/').at(-1) ?? ''
  expect(await readMailedLink(dashboard, 'INVITATION', token)).toMatchObject({ isMailed: true })
  const [one] = await listInvitations(dashboard, { teamId, role: 'OWNER', webUrl, showsMail: true })
  expect(one).toMatchObject({ url })
})

test('a member and an address with an open invitation are errors at the e-mail', async () => {
  await invite(owner, 'VIEWER', 'ana@aurora.test')
  for (const [email, code] of [
    ['SUPPORT@aurora.test', 'already_member'],
    ['ana@aurora.test', 'already_invited'],
  ] as const)
    await expect(invite(owner, 'VIEWER', email)).rejects.toMatchObject({
      code: 'invalid_parameters',
      fields: [{ field: 'email', code }],
    })
})

test('only managers of the team can invite, and only an owner can invite an owner', async () => {
  await expect(invite(support)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(invite(admin, 'OWNER')).rejects.toMatchObject({ code: 'owner_only' })
  const { email } = await invite(owner, 'OWNER')
  expect((await listed('ADMIN'))[0]?.url).toBeNull()
  const id = await idOf(email)
  for (const touch of [revokeInvitation, resendInvitation])
    await expect(touch(dashboard, by(admin), { id }, { byMail: true, webUrl })).rejects.toMatchObject({
      code: 'owner_only',
    })
  expect(await readInvitation(dashboard, mailedToken(id))).toMatchObject({ email })
})

test('a revoked invitation opens nothing, and one that is sent again opens only under its new URL', async () => {
  const first = await invite(owner)
  const second = await resendInvitation(
    dashboard,
    by(admin),
    { id: await idOf(first.email) },
    { byMail: false, webUrl },
  )
  expect(await readInvitation(dashboard, tokenOf(first.url))).toBeNull()
  expect(await readInvitation(dashboard, tokenOf(second.url))).toMatchObject({
    email: first.email,
    team: 'Aurora',
  })
  const id = await idOf(first.email)
  await revokeInvitation(dashboard, by(admin), { id })
  expect(await readInvitation(dashboard, tokenOf(second.url))).toBeNull()
  expect(await listed()).toEqual([])
  await expect(revokeInvitation(dashboard, by(admin), { id })).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  expect(await audited('team.revoke_invitation')).toMatchObject({ user_id: admin, object_id: id })
})

test('a team sends fifty invitations a day', async () => {
  await db.query({
    text: `INSERT INTO dashboard.mailed_link (id, purpose, email, team_id, role, created_at, expires_at, revoked_at, mail_state)
      SELECT 'ml_' || n, 'INVITATION', n || '@a.test', $1, 'VIEWER', $2, $2, $2, 'NONE' FROM generate_series(1, 50) AS n`,
    values: [teamId, dashboard.now()],
  })
  await expect(invite(owner)).rejects.toMatchObject({ code: 'invitations_of_day' })
})

test('an address gets at most five invitations an hour', async () => {
  const { email } = await invite(owner)
  const again = async () =>
    resendInvitation(dashboard, by(owner), { id: await idOf(email) }, { byMail: true, webUrl })
  for (let sent = 1; sent < 5; sent += 1) await again()
  await expect(again()).rejects.toMatchObject({ code: 'too_many_mails' })
  expect(await listed()).toMatchObject([{ email, is_over: false }])
  dashboard.passMs(3_600_000)
  await again()
})

test('a mailed invitation can be sent again and revoked while it is open, one of an owner only by owners', async () => {
  const { email } = await invite(owner, 'OWNER', undefined, { byMail: true })
  expect(await listed('OWNER')).toMatchObject([{ email, url: null, may_change: true }])
  expect(await listed('ADMIN')).toMatchObject([{ email, url: null, may_change: false }])
})

test('a new user needs a name that can be seen', () => {
  const form = { token: 'x', password: PASSWORD }
  for (const name of ['', ' ', '\u200b', '\u3164', '\u2800']) {
    const [issue] = joinInput.safeParse({ ...form, name }).error?.issues ?? []
    expect(issue).toMatchObject({ path: ['name'], message: 'refusals.fields.person_name' })
  }
  expect(joinInput.parse({ ...form, name: '\u200eRene\u0301 ' }).name).toBe('René')
})

test('a new user joins with a name and a valid password, once, from any number of tabs', async () => {
  const { email, url } = await invite(owner, 'ACCOUNTANT')
  const form = { token: tokenOf(url), name: 'Ana García', password: PASSWORD }
  await expect(joinAsNewUser(dashboard, { ...form, password: 'short' }, from)).rejects.toMatchObject({
    fields: [{ field: 'password', code: 'too_short' }],
  })
  const tabs = await Promise.allSettled([1, 2, 3].map(() => joinAsNewUser(dashboard, form, from)))
  expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { rows } = await db.query({
    text: `SELECT m.role, u.name, u.language, u.email_verified_at FROM dashboard."user" u JOIN dashboard.membership m ON m.user_id = u.id WHERE u.email = $1`,
    values: [email],
  })
  expect(rows).toEqual([{ role: 'ACCOUNTANT', name: 'Ana García', language: 'es', email_verified_at: null }])
  expect(await readInvitation(dashboard, form.token)).toBeNull()
  expect(await audited('team.accept_invitation')).toMatchObject({
    details: { after: { email, role: 'ACCOUNTANT' } },
  })
})

test('the mailed link verifies the address, and no member can copy a link to the same invitation', async () => {
  const { email } = await invite(owner, 'SUPPORT', undefined, { byMail: true })
  const id = await idOf(email)
  const copied = linkUrl(dashboard, webUrl, { id, purpose: 'INVITATION' }, 'copied')
  expect(await readInvitation(dashboard, tokenOf(copied))).toBeNull()
  const token = mailedToken(id)
  await joinAsNewUser(dashboard, { token, name: 'Luz', password: PASSWORD }, from)
  const { rows } = await db.query({
    text: 'SELECT email_verified_at FROM dashboard."user" WHERE email = $1',
    values: [email],
  })
  expect(rows).toEqual([{ email_verified_at: dashboard.now() }])
})

test('a copied link verifies no address, even without mail', async () => {
  const { email, url } = await invite(owner)
  const form = { token: tokenOf(url), name: 'Sol', password: PASSWORD }
  await joinAsNewUser(dashboard, form, { ...from, byMail: false })
  const { rows } = await db.query({
    text: 'SELECT email_verified_at IS NOT NULL AS verified FROM dashboard."user" WHERE email = $1',
    values: [email],
  })
  expect(rows).toEqual([{ verified: false }])
})

test('a member with an unverified address is mailed a verification and cannot invite before that', async () => {
  const { email, url } = await invite(owner, 'ADMIN')
  await joinAsNewUser(dashboard, { token: tokenOf(url), name: 'Sol', password: PASSWORD }, from)
  const { rows } = await db.query<{ user_id: string; mail_state: string }>({
    text: `SELECT user_id, mail_state FROM dashboard.mailed_link WHERE purpose = 'VERIFY_EMAIL' AND email = $1`,
    values: [email],
  })
  expect(rows).toMatchObject([{ mail_state: 'QUEUED' }])
  const next = invite(rows[0]?.user_id ?? '', 'SUPPORT', undefined, { byMail: true })
  await expect(next).rejects.toMatchObject({ code: 'email_unverified' })
})

test('only the signed-in user of an invited address with an account can join', async () => {
  const [guest = ''] = await addMembers(dashboard, teamId, [['own@other.test', 'VIEWER']])
  await removeMember(dashboard, by(owner), { user_id: guest }, noKeys)
  const { url } = await invite(owner, 'DEVELOPER', 'own@other.test')
  const token = tokenOf(url)
  expect(await readInvitation(dashboard, token)).toMatchObject({ hasAccount: true })
  await expect(
    joinAsNewUser(dashboard, { token, name: 'Own', password: PASSWORD }, from),
  ).rejects.toMatchObject({ code: 'invitation_sign_in' })
  await expect(acceptInvitation(dashboard, await userOf(viewer), { token }, at)).rejects.toMatchObject({
    code: 'invitation_other_user',
  })
  const user = await userOf(guest)
  const twice = await Promise.allSettled([1, 2].map(() => acceptInvitation(dashboard, user, { token }, at)))
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await roleOf(guest)).toBe('DEVELOPER')
})

test('a user without a team keeps the session and sees only the invitations of a verified address', async () => {
  const [guest = ''] = await addMembers(dashboard, teamId, [['left@other.test', 'VIEWER']])
  await removeMember(dashboard, by(guest), { user_id: guest }, noKeys)
  await invite(owner, 'VIEWER', 'left@other.test')
  const user = await userOf(guest)
  expect(user).toMatchObject({ teams: [], accounts: [] })
  const id = await idOf('left@other.test')
  for (const emailVerified of [false, true])
    expect(await invitationsOf(dashboard, { ...user, emailVerified })).toHaveLength(emailVerified ? 1 : 0)
  await expect(
    acceptInvitation(dashboard, { ...user, emailVerified: false }, { id }, at),
  ).rejects.toMatchObject({ code: 'invitation_over' })
  await acceptInvitation(dashboard, { ...user, emailVerified: true }, { id }, at)
  expect(await roleOf(guest)).toBe('VIEWER')
})

test('an expired invitation opens nothing and stays listed until it is sent again', async () => {
  const { url, email } = await invite(owner)
  dashboard.passMs(7 * DAY_MS)
  expect(await readInvitation(dashboard, tokenOf(url))).toBeNull()
  expect(await listed()).toMatchObject([{ email, is_over: true, url: null }])
  await resendInvitation(dashboard, by(owner), { id: await idOf(email) }, { byMail: false, webUrl })
  expect(await listed()).toMatchObject([{ email, is_over: false, mail: 'NONE' }])
})

test('one network may try thirty invitations in a quarter of an hour', async () => {
  const form = { token: 'ml_x.y', name: 'Ana', password: PASSWORD }
  const tries = Array.from({ length: 31 }, () =>
    joinAsNewUser(dashboard, form, from).catch(({ code }) => code),
  )
  expect((await Promise.all(tries)).filter((code) => code === 'too_many_tries')).toHaveLength(1)
})

test('a changed role ends the member’s sessions at once and is recorded with both roles', async () => {
  const claim = await signIn(support)
  expect(await changeRole(dashboard, by(admin), { user_id: support, role: 'VIEWER' }, noKeys)).toMatchObject({
    ended: 1,
  })
  await expect(findAccounts(dashboard, claim)).rejects.toMatchObject({ code: 'signed_out' })
  expect(await audited('team.change_role')).toMatchObject({
    user_id: admin,
    object_id: support,
    details: { before: { role: 'SUPPORT' }, after: { role: 'VIEWER' } },
  })
  expect(await changeRole(dashboard, by(admin), { user_id: support, role: 'VIEWER' }, noKeys)).toEqual({
    ended: 0,
  })
})

test('no member changes their own role, and an admin neither appoints nor changes an owner', async () => {
  const change = (actor: string, user: string, role: MemberRole) =>
    changeRole(dashboard, by(actor), { user_id: user, role }, noKeys)
  await expect(change(owner, owner, 'ADMIN')).rejects.toMatchObject({ code: 'own_role' })
  await expect(change(admin, admin, 'VIEWER')).rejects.toMatchObject({ code: 'own_role' })
  await expect(change(admin, support, 'OWNER')).rejects.toMatchObject({ code: 'owner_only' })
  await expect(change(admin, owner, 'VIEWER')).rejects.toMatchObject({ code: 'owner_only' })
  await expect(change(support, viewer, 'ADMIN')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(change(owner, 'user_nobody', 'ADMIN')).rejects.toMatchObject({ code: 'resource_not_found' })
  await expect(removeMember(dashboard, by(admin), { user_id: owner }, noKeys)).rejects.toMatchObject({
    code: 'owner_only',
  })
  await expect(removeMember(dashboard, by(viewer), { user_id: support }, noKeys)).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the last owner cannot leave, and of two owners who demote or remove each other one stays', async () => {
  await expect(removeMember(dashboard, by(owner), { user_id: owner }, noKeys)).rejects.toMatchObject({
    code: 'last_owner',
  })
  const owners = async () =>
    [await roleOf(owner), await roleOf(admin)].filter((role) => role === 'OWNER').length
  await setRole(admin, 'OWNER')
  await Promise.allSettled([
    changeRole(dashboard, by(owner), { user_id: admin, role: 'VIEWER' }, noKeys),
    changeRole(dashboard, by(admin), { user_id: owner, role: 'VIEWER' }, noKeys),
  ])
  expect(await owners()).toBe(1)
  await setRole(owner, 'OWNER')
  await setRole(admin, 'OWNER')
  await Promise.allSettled([
    removeMember(dashboard, by(owner), { user_id: owner }, noKeys),
    removeMember(dashboard, by(admin), { user_id: admin }, noKeys),
  ])
  expect(await owners()).toBe(1)
})

test('a removed member loses sessions and sent invitations, and the activity keeps the name', async () => {
  const claim = await signIn(admin)
  const { url } = await invite(admin)
  expect(await removeMember(dashboard, by(owner), { user_id: admin }, noKeys)).toEqual({ ended: 1 })
  await expect(findAccounts(dashboard, claim)).rejects.toMatchObject({ code: 'signed_out' })
  expect(await readInvitation(dashboard, tokenOf(url))).toBeNull()
  expect((await memberNames(dashboard, teamId)).get(admin)).toBe('Member admin@aurora.test')
  expect(await audited('team.remove_member')).toMatchObject({
    object_id: admin,
    details: { before: { role: 'ADMIN' }, email: 'admin@aurora.test' },
  })
})

test('a viewer sees members without their last visit, and permitted changes follow the roles', async () => {
  await signIn(support)
  const seen = (role: MemberRole, userId: string) => listMembers(dashboard, { teamId, userId, role })
  const ofViewer = await seen('VIEWER', viewer)
  expect(ofViewer.every(({ may_change }) => !may_change)).toBe(true)
  expect(ofViewer.find(({ id }) => id === support)).toMatchObject({ last_seen_at: null, two_step: null })
  const ofAdmin = await seen('ADMIN', admin)
  expect(ofAdmin.find(({ id }) => id === support)).toMatchObject({
    last_seen_at: dashboard.now().toISOString(),
    two_step: false,
    may_change: true,
  })
  for (const id of [owner, admin]) expect(ofAdmin.find((one) => one.id === id)?.may_change).toBe(false)
})

test('refused invitations use up no mail of the deployment', async () => {
  await invite(owner, 'VIEWER', 'ana@aurora.test', { byMail: true })
  const deployment = { byMail: true, webUrl }
  await expect(resendInvitation(dashboard, by(owner), { id: 'nothing' }, deployment)).rejects.toThrow()
  await expect(invite(owner, 'VIEWER', 'ana@aurora.test', { byMail: true })).rejects.toThrow()
  const { rows } = await db.query<{ tries: number }>({
    text: 'SELECT tries FROM dashboard.sign_in_attempt WHERE subject = $1',
    values: [sha256('mails member')],
  })
  expect(rows).toEqual([{ tries: 1 }])
})

test('an address gets at most twenty invitations and sign-ups a day, with any tag, and still a new password', async () => {
  const name = 'prey'
  const link = { createdBy: null, byMail: true, now: dashboard.now() }
  const signUp = (tag: number) =>
    createMailedLink(db, {
      ...{ ...link, email: `${name}+${tag}@aurora.test` },
      subject: { purpose: 'SIGN_UP', facts: {} },
    })
  for (let tag = 0; tag < limits['mails to'].max; tag += 1) await signUp(tag)
  await expect(signUp(99)).rejects.toMatchObject({ code: 'too_many_mails' })
  await expect(invite(owner, 'VIEWER', `${name}@aurora.test`, { byMail: true })).rejects.toMatchObject({
    code: 'too_many_mails',
  })
  const subject = { purpose: 'RESET_PASSWORD', userId: owner } as const
  expect(await createMailedLink(db, { ...link, email: `${name}@aurora.test`, subject })).not.toBeNull()
})

test('a member stays while their keys cannot be ended', async () => {
  const endKeys = () => Promise.reject(new Error('the service is away'))
  await expect(removeMember(dashboard, by(owner), { user_id: support }, endKeys)).rejects.toThrow('away')
  const demoted = changeRole(dashboard, by(owner), { user_id: support, role: 'VIEWER' }, endKeys)
  await expect(demoted).rejects.toThrow('away')
  expect(await roleOf(support)).toBe('SUPPORT')
})
