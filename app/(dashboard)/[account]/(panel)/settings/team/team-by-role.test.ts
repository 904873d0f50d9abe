import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { acceptAction, joinAction } from '@/app/(auth)/actions'
import { GET } from '@/app/(dashboard)/[account]/data/[...read]/route'
import type { TeamPage } from '@/lib/dashboard/reads'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { linkUrl } from '@/lib/dashboard/team/mailed-link'
import { startSession } from '@/lib/dashboard/team/sessions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { addMembers } from '@/test/fixtures/add-members'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'
import {
  changeRoleAction,
  inviteMemberAction,
  removeMemberAction,
  resendInvitationAction,
  revokeInvitationAction,
} from './actions'

const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const { password } = OWNER
const stepUp = { password, code: '' }
const request = vi.hoisted(() => ({ token: '', origin: 'http://localhost:3000' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: request.token }) }),
  headers: async () => new Headers({ origin: request.origin }),
}))

const { dashboard, ctx } = await connectedDashboard(new Date())
const owner = ctx.userId ?? ''
const roles = ['VIEWER', 'ACCOUNTANT', 'DEVELOPER', 'SUPPORT', 'ADMIN'] as const
const ids = await addMembers(
  dashboard,
  ctx.teamId,
  roles.map((role) => [`${role.toLowerCase()}@aurora.test`, role] as const),
)

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

const idOf = (role: (typeof roles)[number]) => ids[roles.indexOf(role)] ?? ''

async function as(userId: string) {
  const { sessionId } = await startSession(dashboard, { userId, address: '', userAgent: '' })
  request.token = await encode({ token: { sub: userId, session: sessionId }, secret: SECRET })
}

async function read(): Promise<TeamPage> {
  const params = Promise.resolve({ account: ctx.slug, read: ['team', 'detail'] })
  return (await GET(new Request(`${WEB_URL}/${ctx.slug}/data/team/detail`), { params })).json()
}

const invite = (email: string, role: MemberRole = 'VIEWER', typed: string = password) =>
  inviteMemberAction(ctx.slug, { email, role }, { password: typed, code: '' })

test.each(['VIEWER', 'ACCOUNTANT', 'DEVELOPER', 'SUPPORT'] as const)(
  '%s sees the members without invitations and changes nothing',
  async (role) => {
    await as(owner)
    await invite(`for-${role.toLowerCase()}@aurora.test`)
    const [open] = (await read()).invitations ?? []
    await as(idOf(role))
    const page = await read()
    expect(page.invitations).toBeNull()
    expect(page.members).toHaveLength(roles.length + 1)
    const id = open?.id ?? ''
    const forbidden = { ok: false, error: { code: 'forbidden' } }
    expect(await invite('x@aurora.test')).toMatchObject(forbidden)
    expect(await resendInvitationAction(ctx.slug, { id })).toMatchObject(forbidden)
    expect(await revokeInvitationAction(ctx.slug, { id })).toMatchObject(forbidden)
    const change = { user_id: owner, role: 'VIEWER' } as const
    expect(await changeRoleAction(ctx.slug, change, stepUp)).toMatchObject(forbidden)
    expect(await removeMemberAction(ctx.slug, { user_id: owner }, stepUp)).toMatchObject(forbidden)
  },
)

test('an invitation, a role change and a removal require the password and the dashboard’s origin', async () => {
  await as(owner)
  const wrong = { ok: false, error: { code: 'invalid_parameters', fields: [{ field: 'password' }] } }
  const user_id = idOf('SUPPORT')
  expect(await invite('new@aurora.test', 'VIEWER', 'not it')).toMatchObject(wrong)
  const guess = { password: 'not it', code: '' }
  expect(await changeRoleAction(ctx.slug, { user_id, role: 'ADMIN' }, guess)).toMatchObject(wrong)
  expect(await removeMemberAction(ctx.slug, { user_id }, guess)).toMatchObject(wrong)
  request.origin = 'https://evil.test'
  expect(await invite('new@aurora.test')).toMatchObject({ ok: false, error: { code: 'foreign_origin' } })
  expect(await joinAction({ token: 'x.y', name: 'A', password })).toMatchObject({
    error: { code: 'foreign_origin' },
  })
  request.origin = WEB_URL
})

test('an invited person joins, and a removed member’s next action is refused', async () => {
  await as(owner)
  await invite('guest@aurora.test', 'SUPPORT')
  const id = (await read()).invitations?.find(({ email }) => email === 'guest@aurora.test')?.id ?? ''
  const token = linkUrl(dashboard, '', { id, purpose: 'INVITATION' }).split('/').at(-1) ?? ''
  expect(await acceptAction({ token })).toMatchObject({ error: { code: 'invitation_other_user' } })
  const form = { name: 'Guest', password: 'a long walk to the lake' }
  expect(await joinAction({ token, ...form, password: 'short' })).toMatchObject({
    error: { fields: [{ field: 'password' }] },
  })
  expect(await joinAction({ token, ...form })).toEqual({
    ok: true,
    data: { email: 'guest@aurora.test', path: `/${ctx.slug}` },
  })
  const guest = (await read()).members.find(({ email }) => email === 'guest@aurora.test')
  await as(guest?.id ?? '')
  const guestToken = request.token
  expect((await read()).members.find(({ is_you }) => is_you)).toMatchObject({ role: 'SUPPORT' })
  await as(owner)
  await removeMemberAction(ctx.slug, { user_id: guest?.id ?? '' }, stepUp)
  request.token = guestToken
  expect(await invite('next@aurora.test')).toMatchObject({ ok: false, error: { code: 'signed_out' } })
})
