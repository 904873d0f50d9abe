import { expect, test } from 'vitest'
import { connect } from '@/lib/dashboard/connections/connect'
import { mailReset, resetPassword } from '@/lib/dashboard/team/change-password'
import { findAccounts } from '@/lib/dashboard/team/find-accounts'
import { findMember } from '@/lib/dashboard/team/find-member'
import { linkUrl } from '@/lib/dashboard/team/mailed-link'
import { startSession } from '@/lib/dashboard/team/sessions'
import type { ReviewKind } from '@/lib/dashboard/team/shape'
import { createOwner, signUp } from '@/lib/dashboard/team/sign-up'
import { sendVerification, verifyEmail } from '@/lib/dashboard/team/verify-email'
import { openOwnAccount } from '@/lib/own-account/open-own-account'
import { createKey } from '@/lib/service/panel/keys'
import { namePayoutAccount } from '@/lib/service/panel/payouts'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { listTeamObjects } from '@/lib/service/panel/team-objects'
import { english } from '@/test/english'
import { type Tap, tappedDatabase } from '@/test/factories/tapped-database'
import { addMembers } from '@/test/fixtures/add-members'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startOwnService } from '@/test/fixtures/own-service'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { finishReview, readReview } from './review-sign-up'

const dashboard = await startDashboard()
const host = await externalHost()
const env = { BASE_URL: await startOwnService(dashboard), WEB_URL: 'http://localhost:3000' }
const panel = {
  ...dashboard,
  processor: 'test_bank' as const,
  baseUrl: env.BASE_URL,
  payoutHoldMs: 86_400_000,
}
const here = { ...dashboard, panel, env, t: english, language: 'en' as const, locale: 'en' }
const db = dashboard.database.as('checkout_dashboard_system')
const ADDRESS = '192.0.2.1'
const EVERYTHING: ReviewKind[] = [
  'member',
  'connection',
  'connection',
  'bank_account',
  'bank_change',
  'endpoint',
  'key',
]

/** Signs a squatter up, who prepares one thing of each kind. */
async function squat(email: string) {
  const { userId, teamId } = await signUp(
    dashboard,
    { name: 'Squatter', email, password: 'correct horse battery', businessName: `Shop of ${email}` },
    email,
  )
  const business = { business_name: email, country: 'US', currency: 'USD', timezone: 'UTC' }
  const slug = await openOwnAccount(here, { userId, teamId, email, address: ADDRESS }, business)
  const session = await startSession(dashboard, { userId, address: ADDRESS, userAgent: 'Firefox/1 Linux' })
  return { userId, teamId, slug, session, reviewer: { userId, address: ADDRESS } }
}

async function prepareEverything({ userId, teamId }: { userId: string; teamId: string }) {
  // Things of one instant have no order.
  dashboard.passMs(1_000)
  const [{ accountId = '' } = {}] = await listTeamObjects(here.panel, [teamId])
  const actor = { kind: 'member', id: userId } as const
  const ctx = {
    accountId,
    actor,
    db: dashboard.database.as('checkout_service', accountId),
    now: dashboard.now,
    keyId: '',
    maxScope: 'all',
    account: { owner_team: teamId },
    recheck: async () => {},
  } as const
  await createKey(ctx, { name: 'Squatter', scope: 'all' })
  // This verb reads nothing else of its context.
  const panel = ctx as unknown as Parameters<typeof namePayoutAccount>[0]
  const draft = { url: 'https://squatter.example/hook', description: '', kinds: null }
  await createEndpoint(ctx, draft, here.panel)
  for (const number of ['11112222', '33334444'])
    await namePayoutAccount(panel, here.panel, { bank_name: 'Bank', holder: 'Squatter', number })
  await connect(dashboard, { teamId, baseUrl: host.baseUrl, apiKey: host.apiKey })
  await addMembers(dashboard, teamId, [[`accomplice-of-${userId}@x.test`, 'ADMIN']])
}

async function tokenOf(email: string, purpose: 'RESET_PASSWORD' | 'VERIFY_EMAIL'): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    text: 'SELECT id FROM dashboard.mailed_link WHERE email = $1 AND purpose = $2 ORDER BY created_at DESC LIMIT 1',
    values: [email, purpose],
  })
  return (
    linkUrl(dashboard, '', { id: rows[0]?.id ?? '', purpose })
      .split('/')
      .at(-1) ?? ''
  )
}

/** Resets the password by mail, as the owner of the address. @returns their new session */
async function takeOver(email: string, userId: string, signedInAs: string | null = null) {
  await mailReset(dashboard, email)
  const token = await tokenOf(email, 'RESET_PASSWORD')
  await resetPassword(dashboard, { token, password: 'a lemon tram in winter' }, email, signedInAs)
  return startSession(dashboard, { userId, address: ADDRESS, userAgent: '' })
}

const idsOf = async (reviewer: { userId: string; address: string }, kinds = EVERYTHING) =>
  (await readReview(here, reviewer)).items.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)

/** Returns what is left of a team. */
async function leftOf(teamId: string) {
  const objects = await listTeamObjects(here.panel, [teamId])
  const { rows } = await db.query<{ connections: number; members: number; secrets: number }>({
    text: `SELECT (SELECT count(*)::int FROM dashboard.connection WHERE team_id = $1 AND disconnected_at IS NULL) AS connections,
        (SELECT count(*)::int FROM dashboard.connection_secret s JOIN dashboard.connection c ON c.id = s.connection_id
          WHERE c.team_id = $1) AS secrets,
        (SELECT count(*)::int FROM dashboard.membership WHERE team_id = $1) AS members`,
    values: [teamId],
  })
  return { ...rows[0], objects: objects.map(({ kind, name }) => `${kind} ${name}`) }
}

test('a reset of a never verified address shows what exists and ends what is not kept before anything else opens', async () => {
  const email = 'one@victim.test'
  const { userId, teamId, slug, session, reviewer } = await squat(email)
  await prepareEverything({ userId, teamId })
  const claim = await takeOver(email, userId)
  await expect(findMember(dashboard, session, slug)).rejects.toMatchObject({ code: 'signed_out' })
  await expect(findMember(dashboard, claim, slug)).rejects.toMatchObject({ code: 'review_pending' })
  expect(await findAccounts(dashboard, claim)).toMatchObject({ inReview: true })

  const { items, sessions } = await readReview(here, reviewer)
  expect(items.map(({ kind }) => kind)).toEqual(EVERYTHING)
  const by = { by: 'Squatter', at: dashboard.now().toISOString() }
  expect(items.slice(3)).toMatchObject([
    { kind: 'bank_account', name: 'Bank, Squatter', detail: `••2222, ${email}`, ...by },
    { kind: 'bank_change', name: 'Bank, Squatter', detail: `••4444, ${email}`, ...by },
    { kind: 'endpoint', name: 'https://squatter.example/hook', ...by },
    { kind: 'key', name: 'Squatter', ...by },
  ])
  expect(items[1]).toMatchObject({
    name: email,
    detail: expect.stringContaining('1 signing secret'),
    by: by.by,
  })
  expect(sessions).toMatchObject([{ browser: 'Firefox', system: 'Linux', address: ADDRESS }])

  const outcome = await finishReview(here, reviewer, { keep: [], drop: items.map(({ id }) => id) })
  expect(outcome).toEqual({ review: null, failures: {} })
  expect(await leftOf(teamId)).toEqual({ connections: 0, secrets: 0, members: 1, objects: [] })
  const user = { inReview: false, emailVerified: true, teams: [{ id: teamId }], accounts: [] }
  expect(await findAccounts(dashboard, claim)).toMatchObject(user)
  const { rows } = await db.query<{ action: string }>({
    text: `SELECT action FROM dashboard.audit_entry WHERE team_id = $1 AND user_id = $2 AND outcome = 'done' ORDER BY action`,
    values: [teamId, userId],
  })
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'connection.remove',
      'endpoints.delete',
      'keys.revoke',
      'payouts.cancel_change',
      'payouts.remove_account',
      'team.remove_member',
      'user.review',
    ]),
  )
})

test.each(['member', 'connection', 'bank_account', 'bank_change', 'endpoint', 'key'] as const)(
  'a kept %s stays, and everything else is dropped',
  async (kept) => {
    const email = `keep-${kept}@victim.test`
    const { userId, teamId, reviewer } = await squat(email)
    await prepareEverything({ userId, teamId })
    await takeOver(email, userId)
    const keep = await idsOf(reviewer, [kept])
    const drop = (await idsOf(reviewer)).filter((id) => !keep.includes(id))
    expect(await finishReview(here, reviewer, { keep, drop })).toEqual({ review: null, failures: {} })
    const objects = {
      member: [],
      connection: [`endpoint ${env.WEB_URL}`, 'key Dashboard'],
      bank_account: ['bank_account Bank, Squatter'],
      bank_change: ['bank_change Bank, Squatter'],
      endpoint: ['endpoint https://squatter.example'],
      key: ['key Squatter'],
    }[kept]
    const left = await leftOf(teamId)
    expect(left).toMatchObject({
      connections: kept === 'connection' ? 2 : 0,
      members: kept === 'member' ? 2 : 1,
      objects: objects.map((start) => expect.stringContaining(start)),
    })
  },
)

test('a review that is killed at any point is finished by the same submission, and not before', async () => {
  const email = 'killed@victim.test'
  const { userId, teamId, slug, reviewer } = await squat(email)
  await prepareEverything({ userId, teamId })
  const claim = await takeOver(email, userId)
  const choices = {
    keep: await idsOf(reviewer, ['key']),
    drop: await idsOf(reviewer, EVERYTHING.slice(0, -1)),
  }
  let deaths = 0
  for (;;) {
    let reached = 0
    const dies: Tap = () => {
      reached += 1
      if (reached > deaths) throw new Error('killed')
    }
    const database = tappedDatabase(dashboard.database, dies)
    const dying = { ...here, database, panel: { ...here.panel, database } }
    const outcome = await finishReview(dying, reviewer, choices).catch(() => 'killed')
    if (outcome !== 'killed') {
      expect(outcome).toEqual({ review: null, failures: {} })
      break
    }
    deaths += 1
    await expect(findMember(dashboard, claim, slug)).rejects.toMatchObject({ code: 'review_pending' })
  }
  expect(deaths).toBeGreaterThan(10)
  const left = { connections: 0, secrets: 0, members: 1, objects: ['key Squatter'] }
  expect(await leftOf(teamId)).toEqual(left)
})

test('a drop that fails appears at its item, and a thing that was added meanwhile is asked next', async () => {
  const email = 'failing@victim.test'
  const { userId, teamId, reviewer } = await squat(email)
  await prepareEverything({ userId, teamId })
  await takeOver(email, userId)
  const [member = ''] = await idsOf(reviewer, ['member'])
  const drop = await idsOf(reviewer)
  dashboard.passMs(1_000)
  await addMembers(dashboard, teamId, [['late@x.test', 'VIEWER']])
  const database = tappedDatabase(dashboard.database, (point) => {
    if (point === 'before remove-member') throw new Error('fails')
  })
  const outcome = await finishReview({ ...here, database }, reviewer, { keep: [], drop })
  const late = outcome.review?.items.at(-1)?.id ?? ''
  expect(outcome.review?.items.map(({ id }) => id)).toEqual([member, late])
  expect(outcome.failures).toEqual({
    [member]: english('refusals.own.internal_error'),
    [late]: english('review.unanswered'),
  })
  const again = await finishReview(here, reviewer, { keep: [late], drop: [member] })
  expect(again).toEqual({ review: null, failures: {} })
  expect(await leftOf(teamId)).toMatchObject({ members: 2 })
})

test('a dropped connection keeps its copy while the outcome of a charge is unknown', async () => {
  const { userId, teamId, slug, reviewer } = await squat('charging@victim.test')
  const claim = await takeOver('charging@victim.test', userId)
  await db.query({
    text: `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, idempotency_key, created_at)
      SELECT id, 'chg_1', 'C1', 'CARD', 'UNKNOWN', 25, 2500, 'USD', 'key-1', now() FROM dashboard.connection WHERE team_id = $1`,
    values: [teamId],
  })
  const drop = await idsOf(reviewer)
  expect(await finishReview(here, reviewer, { keep: [], drop })).toEqual({ review: null, failures: {} })
  expect((await findMember(dashboard, claim, slug)).ctx.disconnectedAt).not.toBeNull()
})

test('a mailed link that is opened in the session of the person who signed up asks nothing and ends every other session', async () => {
  const email = 'same@person.test'
  const { userId, slug, session } = await squat(email)
  const other = await startSession(dashboard, { userId, address: ADDRESS, userAgent: '' })
  const user = { id: userId, email, name: 'Squatter', emailVerified: false }
  await sendVerification(dashboard, { user, claim: session, address: ADDRESS })
  await verifyEmail(dashboard, await tokenOf(email, 'VERIFY_EMAIL'), { ...session, address: ADDRESS })
  expect(await findMember(dashboard, session, slug)).toMatchObject({ user: { emailVerified: true } })
  await expect(findMember(dashboard, other, slug)).rejects.toMatchObject({ code: 'signed_out' })

  const forgetful = await squat('forgetful@person.test')
  const claim = await takeOver('forgetful@person.test', forgetful.userId, forgetful.userId)
  expect(await findMember(dashboard, claim, forgetful.slug)).toMatchObject({ user: { emailVerified: true } })
})

test('a session of another user does not pass the review', async () => {
  const { userId, slug } = await squat('other@victim.test')
  const claim = await takeOver('other@victim.test', userId, 'user_other')
  await expect(findMember(dashboard, claim, slug)).rejects.toMatchObject({ code: 'review_pending' })
})

test('nothing is asked about a team that another owner, verified before, owns too, or in which the user is a member', async () => {
  const { userId, teamId, reviewer } = await squat('shared@victim.test')
  const own = await createOwner(dashboard, { ...OWNER, email: 'colleague@x.test' })
  await db.query({
    text: 'INSERT INTO dashboard.membership (team_id, user_id, role, created_at) VALUES ($1, $2, $3, now()), ($4, $5, $6, now())',
    values: [teamId, own.userId, 'OWNER', own.teamId, userId, 'ADMIN'],
  })
  dashboard.passMs(1_000)
  await takeOver('shared@victim.test', userId)
  expect((await readReview(here, reviewer)).items).toEqual([])
  // An accomplice who confirms an own address during the review does not end it.
  const later = new Date(dashboard.now().getTime() + 1)
  await db.query({
    text: 'UPDATE dashboard."user" SET email_verified_at = $2 WHERE id = $1',
    values: [own.userId, later],
  })
  expect((await readReview(here, reviewer)).items).not.toEqual([])
})
