import { beforeAll, expect, test } from 'vitest'
import { cancelLink } from '@/lib/dashboard/links/cancel-link'
import { Refusal } from '@/lib/dashboard/refusal'
import { aLink } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { claimAudit } from './audit-entry'
import { listAudit, parseListAudit } from './list-audit'

const { dashboard, host, ctx } = await connectedDashboard()

beforeAll(async () => {
  host.links = [aLink({ id: 'L1', title: 'Window seat', amount: 7 })]
  await dashboard.importHistories()
})

test('a cursor that no database can hold is the asker’s mistake, not a failure of ours', () => {
  expect(() => parseListAudit({ cursor: 'aud_\0' })).toThrow(Refusal)
  expect(parseListAudit({ cursor: 'aud_1' })).toEqual({ cursor: 'aud_1' })
})

test('an entry names the link that it is about, as the mirror has it, and nothing that it does not know', async () => {
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

test('an entry about a connection names its account, also one that is no longer connected', async () => {
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
