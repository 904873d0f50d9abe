import { beforeAll, describe, expect, test } from 'vitest'
import { claimAudit, finishAudit, reclaimAudit } from '@/lib/dashboard/audit/audit-entry'
import type { Handle } from '@/lib/platform/database'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'

const { dashboard, ctx } = await connectedDashboard()
const { database } = dashboard
const ENTRY = { id: 'aud_done', action: 'links.cancel', objectId: 'L1', details: { title: 'Tea' } }

const roles: Record<string, Handle> = {
  checkout_dashboard: ctx.db,
  checkout_dashboard_system: database.as('checkout_dashboard_system'),
  checkout_service: database.as('checkout_service', 'acct_1'),
  checkout_system: database.as('checkout_system'),
  checkout_bank: database.as('checkout_bank'),
}
const refused = { code: '42501' }

beforeAll(async () => {
  await claimAudit(ctx, ENTRY)
  await finishAudit(ctx, ENTRY.id, 'done')
  await claimAudit(ctx, { ...ENTRY, id: 'aud_intent' })
  await database.as('checkout_system').query({
    text: `INSERT INTO service.audit_entry (account_id, id, actor, action, created_at) VALUES ('acct_1', 'aud_1', 'x', 'x', now())`,
  })
})

describe.each(Object.entries(roles))('as %s', (_, db) => {
  test.each([
    'DELETE FROM dashboard.audit_entry',
    'TRUNCATE dashboard.audit_entry',
    'DELETE FROM service.audit_entry',
    'TRUNCATE service.audit_entry',
    `UPDATE service.audit_entry SET details = '{}'`,
    `UPDATE service.audit_entry SET actor = 'nobody'`,
    `UPDATE dashboard.audit_entry SET team_id = 'team_x' WHERE id = 'aud_intent'`,
    `UPDATE dashboard.audit_entry SET id = 'aud_x' WHERE id = 'aud_intent'`,
    `UPDATE dashboard.audit_entry SET action = 'x' WHERE id = 'aud_intent'`,
    `UPDATE dashboard.audit_entry SET user_id = 'usr_x' WHERE id = 'aud_intent' AND outcome = 'done'
      OR id = 'aud_done'`,
    ...[
      `outcome = 'failed'`,
      `outcome = 'intent'`,
      'object_id = NULL',
      `details = '{}'`,
      `details = details || '{"title":"Coffee"}'`,
      'created_at = now()',
      'finished_at = NULL',
      `address = '192.0.2.1'`,
    ].map((change) => `UPDATE dashboard.audit_entry SET ${change} WHERE id = 'aud_done'`),
  ])('the statement %s is refused', async (text) => {
    await expect(db.query({ text })).rejects.toMatchObject(refused)
  })
})

test('a failed action cannot be changed into another one, and is kept through a retry', async () => {
  const db = database.as('checkout_dashboard_system')
  const insert = (id: string, action: string) =>
    db.query({
      text: `INSERT INTO dashboard.audit_entry (team_id, id, user_id, action, outcome, details, created_at, finished_at)
        VALUES ($1, $2, $3, $4, 'failed', '{"reason":"password"}', now(), now())`,
      values: [ctx.teamId, id, ctx.userId, action],
    })
  await insert('aud_guess', 'session.sign_in_failed')
  await insert('aud_cancel', 'links.cancel')
  const change = (id: string, set: string) =>
    db.query({ text: `UPDATE dashboard.audit_entry SET ${set} WHERE id = '${id}'` })
  const rewritten = "outcome = 'intent', finished_at = NULL, user_id = NULL"
  await expect(change('aud_guess', rewritten)).rejects.toMatchObject(refused)
  await expect(change('aud_guess', "details = '{}'")).rejects.toMatchObject(refused)
  await expect(change('aud_cancel', `${rewritten}, details = '{}'`)).rejects.toMatchObject(refused)
  const earlier = `details = '{"earlier":{"reason":"password"}}'`
  const past = `${rewritten}, ${earlier}, created_at = '2020-01-01Z'`
  await expect(change('aud_cancel', past)).rejects.toMatchObject(refused)
  await change('aud_cancel', `${rewritten}, ${earlier}`)
})

test('an intent gets an outcome, and another member can retry a failed one', async () => {
  const entry = { ...ENTRY, id: 'aud_again' }
  await claimAudit(ctx, entry)
  await finishAudit(ctx, entry.id, 'failed')
  const colleague = { ...ctx, userId: null, address: '192.0.2.9' }
  expect(await claimAudit(colleague, entry)).toBeNull()
  const row = await claimAudit(ctx, entry)
  expect(row && (await reclaimAudit(ctx, entry.id, row))).toBe(true)
  await finishAudit(ctx, entry.id, 'unknown')
  await finishAudit(ctx, entry.id, 'done')
  await finishAudit(ctx, entry.id, 'failed')
  expect(await claimAudit(ctx, entry)).toMatchObject({ outcome: 'done' })
})

test('the removal of a connection adds the name of its account, once', async () => {
  const name = (value: string) =>
    ctx.db.query({
      text: `UPDATE dashboard.audit_entry SET details = details || jsonb_build_object('account', $1::text) WHERE id = 'aud_done'`,
      values: [value],
    })
  expect(await name('Café Aurora')).toMatchObject({ count: 1 })
  await expect(name('Another')).rejects.toMatchObject(refused)
})
