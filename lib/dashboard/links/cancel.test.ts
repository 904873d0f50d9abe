import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import type { Refusal } from '@/lib/dashboard/refusal'
import { aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { requestCancel, undoCancel } from './cancel'
import { getLink } from './get-link'
import { linkFilterSchema } from './link-conditions'
import { listLinks } from './list-links'
import { claimCancels, runCancels } from './run-cancels'
import { CANCEL_UNDO_MS } from './shape'
import { recordShare } from './share-trace'

const { dashboard, host, ctx } = await connectedDashboard()

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.fault = () => null
  host.links = [aLink({ id: 'L1' }), aLink({ id: 'full', status: 'COMPLETED' })]
  host.requests = []
  await dashboard.emptyAudit()
  for (const table of ['mirror_link', 'link_cancel', 'share_trace'])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
})

const worker = { owner: 'worker-1' }
const cancels = () => host.requests.filter(({ method }) => method === 'POST').length
const shown = async () => (await getLink(ctx, 'L1')).cancel
const regretPasses = () => dashboard.passMs(CANCEL_UNDO_MS)

describe('a requested cancellation', () => {
  test('a cancellation waits for the undo time, then a worker executes and audits it', async () => {
    const asked = await requestCancel(ctx, { id: 'L1' })
    expect(await runCancels(dashboard, worker)).toBe(0)
    expect(await shown()).toEqual({ ...asked, state: 'WAITING' })
    expect(cancels()).toBe(0)
    regretPasses()
    expect(await runCancels(dashboard, worker)).toBe(1)
    expect(await getLink(ctx, 'L1')).toMatchObject({
      link: { shown_status: 'CANCELLED' },
      cancel: null,
      cancelled_at: dashboard.now().toISOString(),
    })
    expect((await listAudit(ctx, {}, new Map())).data).toMatchObject([
      { id: asked.id, action: 'links.cancel', outcome: 'done', object_id: 'L1', user: { id: ctx.userId } },
    ])
  })

  test('the list shows a waiting or running cancellation, but not an undone one', async () => {
    const listed = async () =>
      (await listLinks(ctx, readQuery(linkFilterSchema, new URLSearchParams()))).data.map((link) => [
        link.id,
        link.cancel,
      ])
    const asked = await requestCancel(ctx, { id: 'L1' })
    expect(await listed()).toEqual([['L1', asked]])
    await undoCancel(ctx, asked)
    expect(await listed()).toEqual([['L1', undefined]])
    expect((await getLink(ctx, 'L1')).cancelled_at).toBeNull()
  })

  test('a cancellation can be undone from the list until a worker starts it', async () => {
    const listed = async () =>
      (await listLinks(ctx, readQuery(linkFilterSchema, new URLSearchParams()))).data[0]?.cancel
    await requestCancel(ctx, { id: 'L1' })
    expect(await undoCancel(ctx, { id: (await listed())?.id ?? '' })).toMatchObject({ state: 'UNDONE' })
    await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    await claimCancels(dashboard, { owner: 'slow', leaseMs: 60_000 })
    expect(await listed()).toMatchObject({ state: 'RUNNING' })
  })

  test('requests from several tabs make one cancellation', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => requestCancel(ctx, { id: 'L1' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  })

  test('a link whose cancellation was undone can be cancelled again', async () => {
    const asked = await requestCancel(ctx, { id: 'L1' })
    expect(await undoCancel(ctx, asked)).toMatchObject({ state: 'UNDONE' })
    expect(await undoCancel(ctx, asked)).toMatchObject({ state: 'UNDONE' })
    regretPasses()
    expect(await runCancels(dashboard, worker)).toBe(0)
    expect(await shown()).toBeNull()
    expect(cancels()).toBe(0)
    // A late press on the first one's Undo does not affect the second.
    const again = await requestCancel(ctx, { id: 'L1' })
    await undoCancel(ctx, asked)
    expect(await shown()).toMatchObject({ id: again.id, state: 'WAITING' })
  })

  test('a concurrent undo either stops a cancellation or comes too late, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      dashboard.setNow(NOON)
      host.links = [aLink({ id: `R${round}` })]
      host.requests = []
      const asked = await requestCancel(ctx, { id: `R${round}` })
      regretPasses()
      const [answer] = await Promise.all([
        undoCancel(ctx, asked),
        runCancels(dashboard, worker),
        runCancels(dashboard, { owner: 'worker-2' }),
      ])
      expect(cancels(), `round ${round}`).toBe(answer.state === 'UNDONE' ? 0 : 1)
    }
  })

  test('one of two workers takes a cancellation', async () => {
    await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    const taken = await Promise.all([
      runCancels(dashboard, worker),
      runCancels(dashboard, { owner: 'worker-2' }),
    ])
    expect(taken.toSorted()).toEqual([0, 1])
    expect(cancels()).toBe(1)
  })

  test('the next worker continues the cancellation of a killed one', async () => {
    const asked = await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    expect(await claimCancels(dashboard, { owner: 'killed', leaseMs: 0 })).toHaveLength(1)
    expect(await undoCancel(ctx, asked)).toMatchObject({ state: 'RUNNING' })
    expect(await runCancels(dashboard, worker)).toBe(1)
    expect(await getLink(ctx, 'L1')).toMatchObject({ link: { shown_status: 'CANCELLED' }, cancel: null })
  })

  test('a cancellation stays claimed while its worker lives', async () => {
    await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    await claimCancels(dashboard, { owner: 'slow', leaseMs: 60_000 })
    expect(await runCancels(dashboard, worker)).toBe(0)
  })

  test('a cancellation is retried while the host is unavailable, and can be undone until the host was reached', async () => {
    const asked = await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    host.fault = () => ({
      status: 429,
      body: { error: { type: 'rate_limit_error', code: 'rate_limited', message: 'No.', details: {} } },
    })
    await runCancels(dashboard, worker)
    expect((await ctx.prisma.linkCancel.findMany()).map(({ state, problem }) => [state, problem])).toEqual([
      ['WAITING', 'rate_limited'],
    ])
    expect(await undoCancel(ctx, asked)).toMatchObject({ state: 'UNDONE' })
  })

  test('a cancellation cannot be undone once it may have been executed', async () => {
    const asked = await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    host.fault = ({ method }) => (method === 'POST' ? 'hang up' : null)
    await runCancels(dashboard, worker)
    expect(await undoCancel(ctx, asked)).toMatchObject({ state: 'RUNNING', problem: 'outcome_unknown' })
    host.fault = () => null
    // Ends its pause, as if a second had passed on the database's clock.
    await ctx.db.query({
      text: `UPDATE dashboard.link_cancel SET lease_until = lease_until - interval '5 s'`,
    })
    // Ends the pause of the connection too, whose calls failed in the previous tests as well.
    dashboard.passMs(60_000)
    expect(await runCancels(dashboard, worker)).toBe(1)
    expect(await getLink(ctx, 'L1')).toMatchObject({ link: { shown_status: 'CANCELLED' }, cancel: null })
  })

  test('the cancellation of a completed link fails with the reason', async () => {
    await requestCancel(ctx, { id: 'full' })
    regretPasses()
    await runCancels(dashboard, worker)
    expect((await getLink(ctx, 'full')).cancel).toMatchObject({
      state: 'FAILED',
      problem: 'link_already_completed',
    })
    dashboard.passMs(2 * 86_400_000)
    expect((await getLink(ctx, 'full')).cancel).toBeNull()
  })

  test('a cancellation succeeds if the host refuses to cancel a cancelled link', async () => {
    await requestCancel(ctx, { id: 'L1' })
    regretPasses()
    host.fault = ({ method }) =>
      method === 'POST'
        ? {
            status: 409,
            after: true,
            body: {
              error: { type: 'conflict_error', code: 'already_cancelled', message: 'No.', details: {} },
            },
          }
        : null
    await runCancels(dashboard, worker)
    expect(await getLink(ctx, 'L1')).toMatchObject({ link: { shown_status: 'CANCELLED' }, cancel: null })
  })

  test('the cancellation of an unknown id is refused', async () => {
    const notFound = expect.objectContaining({ code: 'resource_not_found' }) as Refusal
    await expect(requestCancel(ctx, { id: 'nobody' })).rejects.toEqual(notFound)
    await expect(undoCancel(ctx, { id: 'aud_nobody' })).rejects.toEqual(notFound)
  })
})

describe('the share trace', () => {
  test('the share trace shows actions with their members, newest first, and repeated presses once', async () => {
    await recordShare(ctx, { id: 'L1', channel: 'copied' })
    await recordShare(ctx, { id: 'L1', channel: 'copied' })
    dashboard.passMs(1_000)
    await recordShare(ctx, { id: 'L1', channel: 'whatsapp' })
    const names = new Map([[ctx.userId ?? '', 'Rosa']])
    expect((await getLink(ctx, 'L1', { names })).shares).toMatchObject([
      { channel: 'whatsapp', user: { name: 'Rosa' } },
      { channel: 'copied', user: { name: 'Rosa' } },
    ])
  })

  test('a share trace of an unknown id is refused', async () => {
    await expect(recordShare(ctx, { id: 'nobody', channel: 'copied' })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })
})
