import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { claimRows } from '@/lib/dashboard/jobs/row-lease'
import { createLink } from '@/lib/dashboard/links/create-link'
import { aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getLinkImport, linkImportCsv, listLinkImports } from './get-link-import'
import { runLinkImport } from './run-link-import'
import { changeLinkImport, startLinkImport } from './start-link-import'

const { dashboard, host, ctx } = await connectedDashboard()

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.links = []
  await dashboard.emptyAudit()
  for (const table of ['mirror_link', 'link_batch'])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
})

const worker = { owner: 'worker-1' }
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Table ${index + 1}`, amount: index + 1 }))
const start = (count: number, form_token = 'form-token') =>
  startLinkImport(ctx, { form_token, name: 'tables.csv', rows: rows(count) })
/** Ends every pause, as if its time had passed on the database's clock. */
const pausesPass = () =>
  ctx.db.query({ text: `UPDATE dashboard.link_batch SET lease_until = clock_timestamp() - interval '1 s'` })
const titles = () => host.links.map(({ title }) => title).toSorted()
const fail = (status: number, code: string) => ({
  status,
  body: { error: { type: 'x', code, message: 'No.', details: {} } },
})

async function runAll(owner = 'worker-1'): Promise<void> {
  while (await runLinkImport(dashboard, { owner })) await pausesPass()
}

describe('a link import', () => {
  test('an import creates its links row by row, each with its audit entry, and returns their URLs', async () => {
    const { id } = await start(3)
    await runLinkImport(dashboard, worker)
    const { linkImport, rows: made } = await getLinkImport(ctx, id)
    expect(linkImport).toMatchObject({ state: 'DONE', total: 3, done: 3, failed: 0 })
    expect(made.map(({ position, url }) => [position, url])).toEqual([
      [1, 'https://otherpay.example/p/L1'],
      [2, 'https://otherpay.example/p/L2'],
      [3, 'https://otherpay.example/p/L3'],
    ])
    const audits = await ctx.prisma.auditEntry.findMany({ where: { connectionId: ctx.connectionId } })
    expect(audits.map(({ action, outcome }) => `${action} ${outcome}`).toSorted()).toEqual([
      'links.import done',
      ...Array(3).fill('links.import_row done'),
    ])
    expect(await listLinkImports(ctx)).toMatchObject([{ id, done: 3 }])
  })

  test('an import is one line of the activity, with its progress', async () => {
    const imported = async () => {
      const { data } = await listAudit(ctx, {}, new Map())
      return data
        .filter(({ action }) => action === 'links.import')
        .map(({ action, object_id, outcome, linkImport }) => ({ action, object_id, outcome, linkImport }))
    }
    const { id } = await start(3)
    const line = (outcome: string, done: number) => [
      {
        action: 'links.import',
        object_id: id,
        outcome,
        linkImport: { id, name: 'tables.csv', total: 3, done },
      },
    ]
    expect(await imported()).toEqual(line('intent', 0))
    await runLinkImport(dashboard, { ...worker, sliceMs: 0 })
    expect(await imported()).toEqual(line('intent', 1))
    await changeLinkImport(ctx, { id, state: 'STOPPED' })
    expect(await imported()).toEqual(line('done', 1))
    await changeLinkImport(ctx, { id, state: 'QUEUED' })
    await runAll()
    expect(await imported()).toEqual(line('done', 3))
  })

  test('an import that creates no link is recorded as failed', async () => {
    await start(1)
    host.fault = () => fail(400, 'invalid_parameters')
    await runAll()
    const { data } = await listAudit(ctx, {}, new Map())
    expect(data).toMatchObject([{ action: 'links.import', outcome: 'failed', linkImport: { done: 0 } }])
  })

  test('a form that is sent several times starts one import', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => start(2)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    await runAll()
    expect(titles()).toEqual(['Table 1', 'Table 2'])
  })

  test('an import with an invalid row is not started, and the refusal names every invalid cell', async () => {
    const sent = startLinkImport(ctx, {
      form_token: 'form-token',
      name: 'x.csv',
      rows: [
        { title: 'Fine', amount: 1 },
        { title: 'x', amount: 1.234 },
        { title: 'Old', amount: 1, expires_at: '2020-01-01T00:00:00Z' },
      ],
    })
    const error = await sent.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid_parameters' })
    const fields = (error as { fields: { field: string }[] }).fields.map(({ field }) => field)
    expect(fields.toSorted()).toEqual(['rows.2.amount', 'rows.2.title', 'rows.3.expires_at'])
    expect(await listLinkImports(ctx)).toEqual([])
  })

  test('an import continues after a killed worker, and creates no row twice', async () => {
    const { id } = await start(4)
    // The first worker creates row 1, and dies after the host created row 2 and before that was recorded.
    await runLinkImport(dashboard, { owner: 'killed', sliceMs: 0 })
    const claim = {
      columns: 'connection_id, id, user_id, tries',
      owner: 'killed',
      leaseMs: 0,
      since: 'created_at',
    }
    await claimRows(dashboard, 'link_batch', claim)
    host.fault = ({ method }) => (method === 'POST' ? { status: 502, after: true } : null)
    await createLink(ctx, { ...rows(2)[1], form_token: `${id}-2` }).catch(() => {})
    expect(titles()).toEqual(['Table 1', 'Table 2'])
    host.fault = () => null
    await runAll('worker-2')
    expect(titles()).toEqual(['Table 1', 'Table 2', 'Table 3', 'Table 4'])
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({ state: 'DONE', done: 4 })
  })

  test('an import creates no row twice if every response of the host is lost', async () => {
    const { id } = await start(5)
    host.fault = ({ method }) => (method === 'POST' ? { status: 502, after: true } : null)
    await runAll()
    expect(titles()).toHaveLength(5)
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({ state: 'DONE', done: 5 })
  })

  test('an import of unreadable links creates no row twice, and names them', async () => {
    const { id } = await start(2)
    const odd = (link: object) => ({ ...link, expires_at: 'never' })
    host.fault = ({ method, path }) => {
      if (method === 'POST') return { status: 201, after: true, body: odd(aLink()) }
      if (path !== '/payment_links')
        return { status: 200, body: odd(aLink({ id: path.split('/').at(-1) ?? '' })) }
      return {
        status: 200,
        body: { object: 'list', data: host.links.map(odd), has_more: false, next_cursor: null },
      }
    }
    await runAll()
    expect(titles()).toHaveLength(2)
    const { linkImport, rows: made } = await getLinkImport(ctx, id)
    expect(linkImport).toMatchObject({ state: 'DONE', done: 0, failed: 2 })
    expect(made).toMatchObject([
      { link_id: 'L1', problem: 'contract_mismatch' },
      { link_id: 'L2', problem: 'contract_mismatch' },
    ])
  })

  test('one of two workers runs an import, and a slow one that lost it creates nothing twice', async () => {
    const { id } = await start(6)
    const both = [
      runLinkImport(dashboard, { ...worker, leaseMs: 1 }),
      runLinkImport(dashboard, { owner: 'worker-2', leaseMs: 1 }),
    ]
    await Promise.all(both)
    await runAll('worker-3')
    expect(titles()).toHaveLength(6)
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({ state: 'DONE', done: 6 })
  })

  test('an import skips a row that the host refuses, and shows the reason', async () => {
    const { id } = await start(3)
    host.fault = ({ body }) =>
      typeof body === 'object' && body && 'title' in body && body.title === 'Table 2'
        ? fail(400, 'invalid_parameters')
        : null
    await runAll()
    const { linkImport, rows: made } = await getLinkImport(ctx, id)
    expect(linkImport).toMatchObject({ state: 'DONE', done: 2, failed: 1 })
    expect(made[1]).toMatchObject({ state: 'FAILED', problem: 'invalid_parameters', url: null })
  })

  test('an import pauses at the host’s rate limit, stops at a refused key, and continues when resumed', async () => {
    const { id } = await start(2)
    host.fault = () => fail(429, 'rate_limited')
    await runLinkImport(dashboard, worker)
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({
      state: 'QUEUED',
      problem: 'rate_limited',
    })
    host.fault = () => fail(401, 'invalid_api_key')
    await pausesPass()
    await runLinkImport(dashboard, worker)
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({
      state: 'STOPPED',
      problem: 'invalid_api_key',
    })
    host.fault = () => null
    await changeLinkImport(ctx, { id, state: 'QUEUED' })
    await runAll()
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({ state: 'DONE', done: 2 })
  })

  test('an import stops before its next row', async () => {
    const { id } = await start(3)
    await runLinkImport(dashboard, { ...worker, sliceMs: 0 })
    await changeLinkImport(ctx, { id, state: 'STOPPED' })
    expect(await runLinkImport(dashboard, worker)).toBe(false)
    expect((await getLinkImport(ctx, id)).linkImport).toMatchObject({ state: 'STOPPED', done: 1, total: 3 })
    await changeLinkImport(ctx, { id, state: 'STOPPED' })
    await changeLinkImport(ctx, { id, state: 'QUEUED' })
    await runAll()
    expect(titles()).toHaveLength(3)
  })

  test('the result file of an import contains no formula', async () => {
    const { id } = await startLinkImport(ctx, {
      form_token: 'form-token',
      name: 'x.csv',
      rows: ['=1+1', '+1 a', '-1 b', '@c,"d"'].map((title) => ({ title, amount: 1 })),
    })
    await runAll()
    const csv = await linkImportCsv(ctx, id)
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe('\uFEFFrow,title,amount,state,link_id,url,problem')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(["'=1+1", "'+1 a", "'-1 b", `"'@c`])
  })
})
