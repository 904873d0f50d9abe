import { beforeAll, expect, test } from 'vitest'
import { encodeCursor } from '@/lib/contract/cursor'
import { cancelLink } from '@/lib/dashboard/links/run-cancels'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { Refusal } from '@/lib/dashboard/refusal'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import { aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { claimAudit } from './audit-entry'
import { auditFilterSchema, auditPeople, getAudit, listAudit } from './list-audit'
import { recordTeamAudit } from './record-team-audit'

const { dashboard, host, ctx } = await connectedDashboard()

beforeAll(async () => {
  host.links = [aLink({ id: 'L1', title: 'Window seat', amount: 7 })]
  await dashboard.importHistories()
})

test('a cursor beyond the range of the database is refused as a client error', () => {
  expect(() => readQuery(auditFilterSchema, { cursor: 'aud_\0' })).toThrow(Refusal)
  const cursor = encodeCursor({ resource: 'audit_entry', createdAt: NOON, id: 'aud_1' })
  expect(readQuery(auditFilterSchema, { cursor })).toEqual({ cursor })
})

test('an entry names its link as the mirror has it, and omits an unknown one', async () => {
  await cancelLink(ctx, { id: 'L1', auditId: 'aud_1' })
  dashboard.passMs(1_000)
  await claimAudit(ctx, { id: 'aud_2', action: 'links.cancel', objectId: 'L9', details: {} })
  dashboard.passMs(1_000)
  await claimAudit(ctx, { id: 'aud_3', action: 'connection.add_secret', objectId: 'L1', details: {} })
  const { data } = await listAudit(ctx, {}, new Map())
  expect(data.map(({ id, link, account }) => ({ id, link, account }))).toEqual([
    { id: 'aud_3', link: null, account: null },
    { id: 'aud_2', link: null, account: null },
    { id: 'aud_1', link: { id: 'L1', title: 'Window seat', amount: 7, currency: 'USD' }, account: null },
  ])
})

test('an entry about a connection names its account, even after its removal', async () => {
  const at = (id: string, action: string, objectId: string, details = {}) => {
    dashboard.passMs(1_000)
    return claimAudit(ctx, { id, action, objectId, details })
  }
  await at('aud_4', 'connection.replace_key', ctx.connectionId)
  await at('aud_5', 'connection.retire_secret', 'sec_1')
  await at('aud_6', 'connection.replace_key', 'conn_other')
  await at('aud_7', 'connection.remove', 'conn_gone', { name: 'Second shop' })
  await at('aud_8', 'links.cancel', 'L8', { account: 'Second shop' })
  const { data } = await listAudit(ctx, {}, new Map())
  expect(data.slice(0, 5).map(({ id, account }) => [id, account])).toEqual([
    ['aud_8', 'Second shop'],
    ['aud_7', 'Second shop'],
    ['aud_6', null],
    ['aud_5', ctx.account.name],
    ['aud_4', ctx.account.name],
  ])
})

test('the log is searched by member, object and address, and filtered by member, action, outcome and day', async () => {
  await dashboard.emptyAudit()
  const act = { ...ctx, address: '198.51.100.7', now: dashboard.now() }
  const removed = await createOwner(dashboard, { ...OWNER, email: 'former@aurora.test', name: 'Fred Former' })
  await recordTeamAudit(ctx.db, { ...act, action: 'keys.revoke', objectId: 'key_1' })
  await recordTeamAudit(ctx.db, { ...act, action: 'team.leave', userId: removed.userId })
  await recordTeamAudit(ctx.db, { ...act, action: 'audit.export', outcome: 'failed', address: '192.0.2.1' })
  dashboard.passMs(2 * 86_400_000)
  await recordTeamAudit(ctx.db, { ...act, action: 'team.invite', userId: null, now: dashboard.now() })
  const people = await auditPeople(dashboard, ctx.teamId)
  const found = async (query: Record<string, string>) => {
    const { data } = await listAudit(ctx, readQuery(auditFilterSchema, query), people)
    return data.map(({ action }) => action).toSorted()
  }
  expect(await found({ q: 'fred' })).toEqual(['team.leave'])
  expect(await found({ q: 'FORMER@aurora' })).toEqual(['team.leave'])
  expect(await found({ q: 'key_1' })).toEqual(['keys.revoke'])
  expect(await found({ q: '198.51.' })).toEqual(['keys.revoke', 'team.invite', 'team.leave'])
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ member: ctx.userId ?? '' })).toEqual(['audit.export', 'keys.revoke'])
  expect(await found({ group: 'team' })).toEqual(['team.invite', 'team.leave'])
  expect(await found({ group: 'exports' })).toEqual(['audit.export'])
  expect(await found({ status: 'failed' })).toEqual(['audit.export'])
  expect(await found({ period: 'today' })).toEqual(['team.invite'])
  const { data } = await listAudit(ctx, { q: 'fred' }, people)
  expect(data[0]?.user).toEqual({ id: removed.userId, name: 'Fred Former', email: 'former@aurora.test' })
})

test('the pages of the log contain every entry, and an entry of another team is not found', async () => {
  await dashboard.emptyAudit()
  for (let index = 0; index < 45; index += 1)
    await recordTeamAudit(ctx.db, { ...ctx, action: 'mirror.reconcile', now: dashboard.now() })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await listAudit(ctx, readQuery(auditFilterSchema, cursor ? { cursor } : {}), new Map())
    expect(page.totals).toMatchObject({ from: seen.length + 1, count: 45, counts: { done: 45, failed: 0 } })
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  expect(new Set(seen).size).toBe(45)
  const other = await createOwner(dashboard, { ...OWNER, email: 'other@aurora.test' })
  const system = dashboard.database.as('checkout_dashboard_system')
  await recordTeamAudit(system, { ...other, action: 'team.leave', address: null, now: dashboard.now() })
  const { rows } = await system.query<{ id: string }>({
    text: 'SELECT id FROM dashboard.audit_entry WHERE team_id = $1',
    values: [other.teamId],
  })
  for (const id of [rows[0]?.id ?? '', 'aud_x', '\0'])
    await expect(getAudit(ctx, id, new Map())).rejects.toMatchObject({ code: 'resource_not_found' })
  expect(await getAudit(ctx, seen[0] ?? '', new Map())).toMatchObject({ action: 'mirror.reconcile' })
})

test('an export of the log has no cell that a spreadsheet would execute, and is recorded as an entry', async () => {
  await dashboard.emptyAudit()
  const act = { ...ctx, action: 'keys.revoke', objectId: '=HYPERLINK("https://evil.test")' }
  await recordTeamAudit(ctx.db, { ...act, userId: null, details: { name: '@SUM(1)' }, now: dashboard.now() })
  const file = await csvOf(dashboard, ctx, 'audit', { query: { group: 'developers' } })
  expect(file).toContain(`"'=HYPERLINK(""https://evil.test"")"`)
  expect(file.trim().split('\r\n')).toHaveLength(2)
  const { data } = await listAudit(ctx, { group: 'exports' }, new Map())
  expect(data).toMatchObject([
    { action: 'audit.export', details: { rows: 1, filters: { group: 'developers' } } },
  ])
})
