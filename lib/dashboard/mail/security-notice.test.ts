import { beforeEach, expect, test } from 'vitest'
import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { auditedAction } from '@/lib/dashboard/audit/audited-action'
import { Refusal } from '@/lib/dashboard/refusal'
import { SECURITY_NOTICES_PER_TEAM } from '@/lib/dashboard/team-limits'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
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

beforeEach(async () => {
  // Entries and counts of the test before are no news any more.
  dashboard.passMs(3 * DAY_MS)
  await system.query({ text: 'DELETE FROM dashboard.mail' })
  await system.query({ text: `UPDATE dashboard."user" SET email_verified_at = '2026-01-01'` })
  await system.query({
    text: `UPDATE dashboard.connection SET account = account || jsonb_build_object('contact_email', $1::text)`,
    values: [CONTACT],
  })
})

function act(action: string, details = {}) {
  return auditedAction(ctx, { action, details }, async () => ({}))
}

async function mails() {
  const { rows } = await system.query<{ to: string; subject: string; text: string }>({
    text: `SELECT recipient AS to, subject, body_text AS text FROM dashboard.mail WHERE kind = 'security' ORDER BY recipient, created_at`,
  })
  return rows
}

test('a changed bank account is mailed once to each verified owner and to the contact address, with both numbers', async () => {
  await act('payouts.set_account', BANK_CHANGE)
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(2)
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(0)
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
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(1)
  const [mail] = await mails()
  expect(mail?.to).not.toBe(CONTACT)
  expect(mail?.subject).toMatch(/created an api key/)
  expect(mail?.text).toContain('Name: Till 4')
})

test('a change whose process died is reported as unknown, once it has had time to end', async () => {
  await claimAudit(ctx, { id: 'aud_died', action: 'endpoints.create', details: {} })
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(0)
  dashboard.passMs(3 * 60_000)
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(1)
  expect((await mails())[0]?.text).toContain('The change may have been made.')
})

test('an address that nobody confirmed gets no mail, and a contact address that is an owner’s gets one', async () => {
  await act('payouts.cancel_change')
  await system.query({ text: `UPDATE dashboard."user" SET email_verified_at = NULL` })
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(1)
  expect((await mails()).map(({ to }) => to)).toEqual([CONTACT])
  await system.query({ text: 'DELETE FROM dashboard.mail' })
  await system.query({ text: `UPDATE dashboard."user" SET email_verified_at = '2026-01-01'` })
  await system.query({
    text: `UPDATE dashboard.connection SET account = account || jsonb_build_object('contact_email', (SELECT upper(email) FROM dashboard."user" WHERE id = $1))`,
    values: [ctx.userId],
  })
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(1)
})

test('keys made by the hundred use up no notice of the bank account', async () => {
  await system.query({
    text: `INSERT INTO dashboard.audit_entry (team_id, connection_id, id, user_id, action, outcome, details, created_at)
      SELECT $1, $2, 'flood' || n, $3, 'keys.create', 'done', '{}', $4::timestamptz - n * interval '1 s'
      FROM generate_series(1, $5::integer) AS n`,
    values: [ctx.teamId, ctx.connectionId, ctx.userId, dashboard.now(), SECURITY_NOTICES_PER_TEAM * 2],
  })
  for (let round = 0; round < 6; round += 1) await queueSecurityNotices(dashboard, { webUrl })
  expect(await mails()).toHaveLength(SECURITY_NOTICES_PER_TEAM)
  await act('payouts.set_account', BANK_CHANGE)
  expect(await queueSecurityNotices(dashboard, { webUrl })).toBe(2)
})
