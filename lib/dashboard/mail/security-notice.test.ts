import { beforeEach, expect, test } from 'vitest'
import { countMail, limits } from '@/lib/dashboard/attempts/attempts'
import { auditedAction, claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { disconnectAccount } from '@/lib/dashboard/connections/disconnect-account'
import { Refusal } from '@/lib/dashboard/refusal'
import { runLinkMail } from '@/lib/dashboard/team/run-link-mail'
import type { Mailer } from '@/lib/platform/mail/mailer'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { queueSecurityNotices } from './security-notice'

const { dashboard, ctx } = await connectedDashboard()
const webUrl = 'https://dash.example.test'
const system = dashboard.database.as('checkout_dashboard_system')
const DAY_MS = 86_400_000
const CONTACT = 'contact@aurora.test'
const BANK_CHANGE = {
  before: { last4: '1111', since: '2026-01-01T00:00:00.000Z' },
  after: { last4: '2222', since: '2026-07-02T12:00:00.000Z' },
}

let sent: { to: string; subject: string; text: string }[] = []
const mailer: Mailer = { outcome: 'SENT', send: async (mail) => void sent.push(mail) }

beforeEach(async () => {
  sent = []
  // Entries and counts of the test before are no news any more.
  dashboard.passMs(3 * DAY_MS)
  await system.query({ text: 'DELETE FROM dashboard.mailed_link' })
  await system.query({ text: `UPDATE dashboard."user" SET email_verified_at = '2026-01-01'` })
  await system.query({
    text: `UPDATE dashboard.connection SET account = account || jsonb_build_object('contact_email', $1::text)`,
    values: [CONTACT],
  })
})

function act(action: string, details = {}) {
  return auditedAction(ctx, { action, details }, async () => ({}))
}

/** Returns the mails that were sent, after those that are queued. */
async function mails() {
  while (await runLinkMail(dashboard, mailer, { webUrl }));
  return sent.toSorted((a, b) => (a.to < b.to ? -1 : 1))
}

test('a changed bank account is mailed once to each verified owner and to the contact address, with both numbers', async () => {
  await act('payouts.set_account', BANK_CHANGE)
  expect(await queueSecurityNotices(dashboard)).toBe(2)
  expect(await queueSecurityNotices(dashboard)).toBe(0)
  const sent = await mails()
  expect(sent.map(({ to }) => to)).toContain(CONTACT)
  expect(new Set(sent.map(({ to }) => to)).size).toBe(2)
  for (const { text } of sent) {
    expect(text).toMatch(
      /Bank account before: ••1111\nBank account now: ••2222\nReceives money from: 2 July 2026/,
    )
    expect(text).toContain(`${webUrl}/${ctx.slug}/payouts`)
  }
})

test('a new key is mailed to the owners, not to the contact address; a refused action to nobody', async () => {
  await act('keys.create', { name: 'Till 4', scope: 'links' })
  await expect(
    auditedAction(ctx, { action: 'keys.revoke' }, () => Promise.reject(new Refusal('resource_not_found'))),
  ).rejects.toThrow()
  await act('links.create')
  expect(await queueSecurityNotices(dashboard)).toBe(1)
  const [mail] = await mails()
  expect(mail?.to).not.toBe(CONTACT)
  expect(mail?.subject).toMatch(/API key was created/)
  expect(mail?.text).toContain('Name: Till 4')
})

test('a change whose process died is reported as unknown, once it has had time to end', async () => {
  await claimAudit(ctx, { id: 'aud_died', action: 'endpoints.create', details: {} })
  expect(await queueSecurityNotices(dashboard)).toBe(0)
  dashboard.passMs(3 * 60_000)
  expect(await queueSecurityNotices(dashboard)).toBe(1)
  expect((await mails())[0]?.text).toContain('The change may have been made.')
})

test('an address that nobody confirmed gets no mail, and a contact address that is an owner’s gets one', async () => {
  await act('payouts.cancel_change')
  await system.query({ text: `UPDATE dashboard."user" SET email_verified_at = NULL` })
  expect(await queueSecurityNotices(dashboard)).toBe(1)
  expect((await mails()).map(({ to }) => to)).toEqual([CONTACT])
  await system.query({ text: `UPDATE dashboard."user" SET email_verified_at = '2026-01-01'` })
  await system.query({
    text: `UPDATE dashboard.connection SET account = account || jsonb_build_object('contact_email', (SELECT upper(email) FROM dashboard."user" WHERE id = $1))`,
    values: [ctx.userId],
  })
  dashboard.passMs(3 * DAY_MS)
  await act('payouts.cancel_change')
  expect(await queueSecurityNotices(dashboard)).toBe(1)
})

test('keys made by the hundred use up no notice of the bank account', async () => {
  await system.query({
    text: `INSERT INTO dashboard.audit_entry (team_id, connection_id, id, user_id, action, outcome, details, created_at)
      SELECT $1, $2, 'flood' || n, $3, 'keys.create', 'done', '{}', $4::timestamptz - n * interval '1 s'
      FROM generate_series(1, $5::integer) AS n`,
    values: [
      ctx.teamId,
      ctx.connectionId,
      ctx.userId,
      dashboard.now(),
      limits['security notices member'].max * 2,
    ],
  })
  for (let round = 0; round < 6; round += 1) await queueSecurityNotices(dashboard)
  expect(await mails()).toHaveLength(limits['security notices member'].max)
  await act('payouts.set_account', BANK_CHANGE)
  expect(await queueSecurityNotices(dashboard)).toBe(2)
})

test('a deleted copy hides no change of the bank account, queued before or not', async () => {
  for (const isQueuedBefore of [false, true]) {
    sent = []
    const host = await externalHost()
    host.account = { ...host.account, contact_email: CONTACT }
    const to = `copy-${isQueuedBefore}@aurora.test`
    const own = await dashboard.owner(host, to)
    await auditedAction(own, { action: 'payouts.set_account', details: BANK_CHANGE }, async () => ({}))
    if (isQueuedBefore) await queueSecurityNotices(dashboard)
    const form = { connection_id: own.connectionId, name: own.account.name, delete_copy: true }
    await disconnectAccount(dashboard, own, form)
    await queueSecurityNotices(dashboard)
    const bank = (await mails()).filter(({ text }) => text.includes('••2222'))
    expect(bank.map((mail) => mail.to)).toEqual([CONTACT, to])
    for (const { text } of bank) expect(text).toContain(`Account: ${own.account.name}`)
  }
})

test('notices beyond the limits of a hundred teams delay no notice of another team', async () => {
  await system.query({
    text: `WITH stranger AS (SELECT n::text AS n FROM generate_series(1, 110) AS n),
      users AS (INSERT INTO dashboard."user" (id, email, name, password_hash, created_at, email_verified_at)
        SELECT n, n || '@x.test', n, '', $1, $1 FROM stranger),
      teams AS (INSERT INTO dashboard.team (id, name, created_at) SELECT n, n, $1 FROM stranger),
      members AS (INSERT INTO dashboard.membership (team_id, user_id, role, created_at) SELECT n, n, 'OWNER', $1 FROM stranger),
      used_up AS (INSERT INTO dashboard.sign_in_attempt (subject, tries, window_ends_at)
        SELECT sha256(('security notices member ' || n)::bytea), ${limits['security notices member'].max}, $1::timestamptz + interval '1 d' FROM stranger)
      INSERT INTO dashboard.audit_entry (team_id, id, user_id, action, outcome, details, created_at)
      SELECT n, n, n, 'connection.connect', 'done', '{}', $1 FROM stranger`,
    values: [dashboard.now()],
  })
  dashboard.passMs(1_000)
  await countMail(dashboard, 'member')
  await system.query({
    text: 'UPDATE dashboard.sign_in_attempt SET tries = tries + $1',
    values: [limits['mails member'].max],
  })
  const late = await dashboard.owner(await externalHost(), 'late@aurora.test')
  await auditedAction(late, { action: 'keys.create' }, async () => ({}))
  await auditedAction(late, { action: 'payouts.set_account', details: BANK_CHANGE }, async () => ({}))
  for (let round = 0; round < 2; round += 1) await queueSecurityNotices(dashboard)
  const toLate = (await mails()).filter(({ to }) => to === 'late@aurora.test')
  expect(toLate.map(({ subject }) => subject)).toEqual([
    'The bank account for payouts was changed',
    'An API key was created',
  ])
})

test('each change that gives control of webhooks, secrets or payouts is mailed, and a new description is not', async () => {
  const actions = [
    'endpoints.pause',
    'endpoints.rotate_secret',
    'connection.add_secret',
    'connection.retire_secret',
  ]
  for (const action of actions) await act(action)
  await act('endpoints.edit', { before: { url: 'https://a.test' }, after: { url: 'https://b.test' } })
  await act('endpoints.edit', { before: { description: 'a' }, after: { description: 'b' } })
  expect(await queueSecurityNotices(dashboard)).toBe(actions.length + 1)
  await act('payouts.remove_account')
  expect(await queueSecurityNotices(dashboard)).toBe(2)
})
