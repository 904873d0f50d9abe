import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '@/lib/contract/errors'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import type { Refusal } from '@/lib/dashboard/refusal'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { refreshAccount } from '@/lib/dashboard/sync/refresh-account'
import type { ExternalHost } from '@/test/external-host'
import { aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { createLink } from './create-link'
import { getLink } from './get-link'
import { linkFilterSchema } from './link-conditions'
import { listLinks } from './list-links'
import { cancelLink } from './run-cancels'

const { dashboard, host, ctx } = await connectedDashboard()

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.links = []
  await ctx.db.query({ text: 'DELETE FROM dashboard.mirror_link' })
  await dashboard.emptyAudit()
})

let forms = 0
const form = (over: Record<string, unknown> = {}) => {
  forms += 1
  return { form_token: `form-token-${forms}`, title: 'Dinner for two', amount: 80, ...over }
}
const refusal = (code: string) => expect.objectContaining({ code }) as Refusal
const audit = async () => (await listAudit(ctx, {}, new Map())).data
const creates: ExternalHost['fault'] = ({ method }) =>
  method === 'POST' ? { status: 502, after: true } : null

describe('creating a link', () => {
  test('a new link is in the list at once, and in the audit with its outcome', async () => {
    const link = await createLink(ctx, form({ max_uses: null, metadata: { table: 7 } }))
    expect(link).toMatchObject({ id: 'L1', title: 'Dinner for two', shown_status: 'ACTIVE', max_uses: null })
    expect((await listLinks(ctx, readQuery(linkFilterSchema, {}))).data).toMatchObject([
      { id: 'L1', metadata: { table: 7 } },
    ])
    expect(await audit()).toMatchObject([
      {
        action: 'links.create',
        outcome: 'done',
        object_id: 'L1',
        user: { id: ctx.userId },
        details: { amount: 80 },
      },
    ])
  })

  test('one form creates one link, if sent twice in a row or eight times at once', async () => {
    const sent = form()
    const first = await createLink(ctx, sent)
    expect((await createLink(ctx, sent)).id).toBe(first.id)
    const again = form()
    const all = await Promise.all(Array.from({ length: 8 }, () => createLink(ctx, again)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(host.links).toHaveLength(2)
  })

  test('every invalid field is reported before the host is called', async () => {
    const sent = createLink(
      ctx,
      form({ title: 'x', amount: 1.234, expires_at: '2020-01-01T00:00:00Z', mystery: 1 }),
    )
    const error = await sent.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    const fields = (error as ApiError).details.fields as { field: string }[]
    expect(fields.map(({ field }) => field).toSorted()).toEqual(['amount', 'expires_at', 'mystery', 'title'])
    expect(host.links).toHaveLength(0)
  })

  test('a refused form may be sent again under the same token', async () => {
    const error = { type: 'rate_limit_error', code: 'rate_limited', message: 'No.', details: {} }
    host.fault = () => ({ status: 429, body: { error } })
    const sent = form()
    await expect(createLink(ctx, sent)).rejects.toThrow(HostRefused)
    expect(await audit()).toMatchObject([
      { outcome: 'failed', details: { problem: 'rate_limited', request_id: 'r-1' } },
    ])
    host.fault = () => null
    expect((await createLink(ctx, sent)).id).toBe('L1')
    expect(await audit()).toMatchObject([{ outcome: 'done' }])
  })

  test('after a lost response the created link is found and returned, never created twice', async () => {
    const sent = form()
    host.fault = creates
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    expect(await audit()).toMatchObject([{ outcome: 'unknown' }])
    host.fault = () => null
    expect((await createLink(ctx, sent)).id).toBe('L1')
    expect(host.links).toHaveLength(1)
    expect(await audit()).toMatchObject([{ outcome: 'done', object_id: 'L1' }])
  })

  test('an unreadable link is found by its mark and quarantined, never created twice', async () => {
    await ctx.db.query({ text: 'DELETE FROM dashboard.quarantined_object' })
    const sent = form()
    const odd = (link: object) => ({ ...link, max_uses: 'one' })
    host.fault = ({ method, path }) => {
      if (method === 'POST') return { status: 201, after: true, body: odd(aLink({ id: 'L1' })) }
      if (path !== '/payment_links') return { status: 200, body: odd(aLink({ id: 'L1' })) }
      return {
        status: 200,
        body: { object: 'list', data: host.links.map(odd), has_more: false, next_cursor: null },
      }
    }
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    for (let again = 0; again < 2; again += 1) {
      dashboard.passMs(31_000)
      await expect(createLink(ctx, sent)).rejects.toEqual(refusal('contract_mismatch'))
    }
    expect(host.links).toHaveLength(1)
    expect(await audit()).toMatchObject([{ outcome: 'done', object_id: 'L1' }])
    expect((await mirrorHealth(ctx)).quarantine.newest).toMatchObject([{ noun: 'links', id: 'L1' }])
  })

  test.each([
    ['two hours behind', -2],
    ['two hours ahead', 2],
    ['nine days behind', -9 * 24],
  ])('the link of a lost response is found if the host’s clock is %s', async (_, hours) => {
    host.now = new Date(NOON.getTime() + hours * 3_600_000)
    const sent = form()
    host.fault = creates
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    host.fault = () => null
    await refreshAccount(ctx)
    dashboard.passMs(31_000)
    expect((await createLink(ctx, sent)).id).toBe('L1')
    expect(host.links).toHaveLength(1)
  })

  test('no second link is created while the search for the first one has not read all links of its time', async () => {
    const sent = form()
    host.fault = creates
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    host.fault = () => null
    const batch = (at: number) =>
      Array.from({ length: 1_000 }, (_, index) =>
        aLink({ id: `N${at}-${index}`, created_at: new Date(at).toISOString() }),
      )
    host.links.push(...batch(NOON.getTime() + 10_000))
    dashboard.passMs(31_000)
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    expect(host.links).toHaveLength(1_001)
    // Links of another time do not keep it from the end.
    host.links = [...host.links.slice(0, 1), ...batch(NOON.getTime() + 3_600_000)]
    expect((await createLink(ctx, sent)).id).toBe('L1')
  })

  test('after a lost call that created nothing, the form waits until no call can be running, then creates the link', async () => {
    const sent = form()
    host.fault = ({ method }) => (method === 'POST' ? 'hang up' : null)
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    host.fault = () => null
    await expect(createLink(ctx, sent)).rejects.toEqual(refusal('outcome_unknown'))
    expect(host.links).toHaveLength(0)
    dashboard.passMs(30_000)
    expect((await createLink(ctx, sent)).id).toBe('L1')
    // Both calls have one key, so that a host that honors it creates one link even if the first call arrives late.
    const posts = host.requests.filter(({ method, path }) => method === 'POST' && path === '/payment_links')
    const [lost, again] = posts.slice(-2).map(({ key }) => key)
    expect(lost).toMatch(/^aud_[0-9a-f]{32}$/)
    expect(again).toBe(lost)
  })
})

describe('cancelling a link', () => {
  test('a cancelled link is shown as cancelled at once, and a repetition is harmless', async () => {
    const { id } = await createLink(ctx, form())
    expect(await cancelLink(ctx, { id, auditId: 'aud_c' })).toMatchObject({ shown_status: 'CANCELLED' })
    expect(await cancelLink(ctx, { id, auditId: 'aud_c' })).toMatchObject({ shown_status: 'CANCELLED' })
    expect((await listLinks(ctx, readQuery(linkFilterSchema, { status: 'CANCELLED' }))).totals?.count).toBe(1)
  })

  test('a completed link does not change, and the host’s code is returned', async () => {
    host.links.push(aLink({ id: 'full', status: 'COMPLETED' }))
    await expect(cancelLink(ctx, { id: 'full', auditId: 'aud_c' })).rejects.toMatchObject({
      code: 'link_already_completed',
    })
  })

  test.each(['nobody', '..', 'a/b', '%00', '\0'])('an unknown id is not found: %j', async (id) => {
    await expect(cancelLink(ctx, { id, auditId: 'aud_c' })).rejects.toEqual(refusal('resource_not_found'))
  })
})

describe('one link', () => {
  test('a link is confirmed by the host', async () => {
    host.links.push(aLink({ id: 'L9', title: 'Fresh' }))
    expect(await getLink(ctx, 'L9')).toMatchObject({
      confirmed: true,
      problem: null,
      link: { title: 'Fresh' },
    })
  })

  test('a link is shown as last known while the host is unavailable', async () => {
    host.links.push(aLink({ id: 'L9' }))
    await getLink(ctx, 'L9')
    host.fault = () => 'hang up'
    expect(await getLink(ctx, 'L9')).toMatchObject({
      confirmed: false,
      problem: { code: 'host_unreachable' },
      link: { id: 'L9' },
    })
    await expect(getLink(ctx, 'never seen')).rejects.toThrow()
  })

  test('a link that the host no longer has stays, with a notice', async () => {
    host.links.push(aLink({ id: 'L9' }))
    await getLink(ctx, 'L9')
    host.links = []
    host.now = new Date(NOON.getTime() + 5_000)
    expect(await getLink(ctx, 'L9')).toMatchObject({
      confirmed: false,
      problem: { code: 'object_missing' },
      link: { mirror: { missing: true } },
    })
    expect((await listLinks(ctx, readQuery(linkFilterSchema, {}))).data.map(({ id }) => id)).toEqual(['L9'])
  })
})
