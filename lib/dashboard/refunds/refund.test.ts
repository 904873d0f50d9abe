import { beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '@/lib/contract/payment'
import type { Refund } from '@/lib/contract/refund'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { Fault } from '@/test/external-host'
import { aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getRefunds } from './get-refunds'
import { refundTable } from './refund-row'
import { repeatRefunds, sendRefund } from './send-refund'
import { draftRefund } from './start-refund'
import { readSupportLimit } from './support-limit'

const { dashboard, host, ctx } = await connectedDashboard()
const owner = { role: 'OWNER' } as const
/** Refunds that the host lists. */
let listed: Refund[] = []
/** Answer to POST /payments/{id}/refunds. */
let onRefund: Fault = () => null

beforeEach(async () => {
  await dashboard.emptyAudit()
  for (const table of ['refund', 'mirror_payment'])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
  await ctx.db.query({
    text: `UPDATE dashboard.connection SET calls_paused_until = NULL, calls_paused_by = NULL, call_failures = 0,
      refunds_checked_at = NULL, refunds_supported = NULL, support_refund_limit_minor = NULL`,
  })
  dashboard.setNow(NOON)
  host.now = NOON
  listed = []
  onRefund = () => ({ status: 201, body: made({ status: 'SUCCEEDED' }) })
  host.fault = (request) => {
    if (!request.path.endsWith('/refunds')) return null
    if (request.method === 'POST') return onRefund(request)
    return { status: 200, body: { object: 'list', data: listed, has_more: false, next_cursor: null } }
  }
  host.payments = [aPayment({ id: 'P1', status: 'APPROVED', amount: 32.4 })]
  await fetchObject(ctx, 'payments', 'P1')
  host.requests = []
})

function made(over: Partial<Refund> = {}): Refund {
  return {
    object: 'refund',
    id: 'R1',
    payment_id: 'P1',
    amount: 12,
    currency: 'USD',
    reason: 'OTHER',
    note: null,
    status: 'PENDING',
    decline_code: null,
    created_at: host.now.toISOString(),
    finished_at: null,
    ...over,
  }
}

let forms = 0
const form = (amount = 12) => {
  forms += 1
  return { form_token: `form-token-${forms}`, payment_id: 'P1', amount, reason: 'OTHER' as const }
}
const refund = async (amount?: number) => sendRefund(ctx, await draftRefund(ctx, form(amount)), owner)
const posts = () => host.requests.filter(({ path, method }) => method === 'POST' && path.endsWith('/refunds'))
const refused = (status: number, code: string, details = {}, headers = {}) => ({
  status,
  headers,
  body: { error: { type: 'conflict_error', code, message: 'No.', details } },
})
/** A round of the worker after a time. */
async function pass(ms: number) {
  dashboard.passMs(ms)
  host.now = dashboard.now()
  return repeatRefunds(dashboard, { owner: 'worker' })
}
const LONG_MS = 11 * 60_000

describe('a refund', () => {
  test('a refund is stored with its key before the first call, and made by one call', async () => {
    const draft = await draftRefund(ctx, { ...form(), note: 'Late' })
    expect([draft.state, posts()]).toEqual(['DRAFT', []])
    const sent = await sendRefund(ctx, draft, owner)
    expect(sent).toMatchObject({ state: 'SUCCEEDED', host_refund_id: 'R1' })
    expect(posts()).toMatchObject([
      {
        key: draft.idempotency_key,
        path: '/payments/P1/refunds',
        body: { amount: 12, reason: 'OTHER', note: 'Late' },
      },
    ])
    // The payment is current at once.
    expect(host.requests.at(-1)).toMatchObject({ method: 'GET', path: '/payments/P1' })
    expect((await listAudit(ctx, {}, new Map())).data).toMatchObject([
      { action: 'refunds.create', outcome: 'done', object_id: 'P1' },
    ])
  })

  test('two tabs, a double click and a reload make one refund', async () => {
    const input = form()
    const drafts = await Promise.all([draftRefund(ctx, input), draftRefund(ctx, input)])
    expect(drafts[0].id).toBe(drafts[1].id)
    await Promise.all([1, 2, 3].map(() => sendRefund(ctx, drafts[0], owner)))
    expect(await draftRefund(ctx, input)).toMatchObject({ id: drafts[0].id, state: 'SUCCEEDED' })
    expect(posts()).toHaveLength(1)
  })

  test('a declined refund ends as failed with its reason', async () => {
    onRefund = () => ({ status: 201, body: made({ status: 'FAILED', decline_code: 'expired_card' }) })
    expect(await refund()).toMatchObject({ state: 'FAILED', decline_code: 'expired_card' })
  })

  test('a refused refund is a draft with its reason, and its next press has the same key', async () => {
    onRefund = () => refused(409, 'payment_disputed')
    const row = await refund()
    expect(row).toMatchObject({ state: 'DRAFT', problem: { code: 'payment_disputed' } })
    onRefund = () => ({ status: 201, body: made({ status: 'SUCCEEDED' }) })
    expect(await sendRefund(ctx, row, owner)).toMatchObject({ state: 'SUCCEEDED' })
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1)
  })

  test('an unknown outcome is repeated under the same key, and no other refund of the payment starts', async () => {
    onRefund = () => 'hang up'
    const row = await refund()
    expect(row.state).toBe('UNKNOWN')
    await expect(refund(5)).rejects.toMatchObject({ code: 'refund_open' })
    onRefund = () => ({
      status: 201,
      body: made({ status: 'SUCCEEDED' }),
      headers: { 'Idempotent-Replay': 'true' },
    })
    await pass(2_000)
    expect(await refundTable.known(ctx, row.id)).toMatchObject({ state: 'SUCCEEDED', attempts: 2 })
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1)
  })

  test('a refund that the host has not finished is read from its list until it is final', async () => {
    onRefund = () => refused(409, 'refund_unresolved', { refund_id: 'R1' })
    const row = await refund()
    expect(row).toMatchObject({ state: 'PENDING', host_refund_id: 'R1' })
    await expect(refund(5)).rejects.toMatchObject({ code: 'refund_open' })
    listed = [made({ id: 'R1', status: 'PENDING' })]
    await pass(2_000)
    expect((await refundTable.known(ctx, row.id)).state).toBe('PENDING')
    listed = [made({ id: 'R1', status: 'SUCCEEDED' })]
    await pass(LONG_MS)
    expect((await refundTable.known(ctx, row.id)).state).toBe('SUCCEEDED')
    expect(posts()).toHaveLength(1)
  })

  test('the same amount within ten minutes has to be typed again', async () => {
    await refund()
    const again = await draftRefund(ctx, form())
    await expect(sendRefund(ctx, again, owner)).rejects.toMatchObject({ code: 'refund_again' })
    onRefund = () => ({ status: 201, body: made({ id: 'R2', status: 'SUCCEEDED' }) })
    const confirmed = { id: again.id, confirmed_amount: 12 }
    expect(await sendRefund(ctx, confirmed, owner)).toMatchObject({ state: 'SUCCEEDED' })
    dashboard.passMs(LONG_MS)
    onRefund = () => ({ status: 201, body: made({ id: 'R3', status: 'SUCCEEDED' }) })
    expect(await refund()).toMatchObject({ state: 'SUCCEEDED' })
  })
})

describe('an outcome that the key does not have', () => {
  const stored = () => refused(409, 'idempotency_unresolved', {}, { 'Idempotent-Replay': 'true' })

  async function lost() {
    onRefund = () => 'hang up'
    const { id } = await refund()
    onRefund = stored
    return id
  }
  const stateOf = async (id: string) => (await refundTable.known(ctx, id)).state

  test('a refund that the host lists is that refund', async () => {
    const id = await lost()
    listed = [made({ status: 'SUCCEEDED' })]
    await pass(2_000)
    expect(await stateOf(id)).toBe('SUCCEEDED')
  })

  test('nothing was refunded once the host has stored that nothing runs and lists no such refund', async () => {
    const id = await lost()
    listed = [made({ id: 'R9', amount: 3, status: 'SUCCEEDED' })]
    await pass(2_000)
    expect(await stateOf(id)).toBe('UNKNOWN')
    await pass(LONG_MS)
    expect(await stateOf(id)).toBe('NOT_MADE')
    onRefund = () => ({ status: 201, body: made({ status: 'SUCCEEDED' }) })
    const next = await refund()
    expect(next.state).toBe('SUCCEEDED')
    expect(new Set(posts().map(({ key }) => key)).size).toBe(2)
  })

  test('a host that does not list its refunds, or says that one is under way, proves nothing', async () => {
    const id = await lost()
    const { fault } = host
    host.fault = (request) => (request.method === 'GET' ? { status: 502 } : fault(request))
    await pass(LONG_MS)
    expect(await stateOf(id)).toBe('UNKNOWN')
    host.fault = fault
    onRefund = () => refused(409, 'refund_unresolved', {}, { 'Idempotent-Replay': 'true' })
    await ctx.db.query({ text: 'UPDATE dashboard.connection SET calls_paused_until = NULL' })
    await pass(LONG_MS)
    expect(await stateOf(id)).toBe('UNKNOWN')
  })

  test('a refund of another press is never taken for this one', async () => {
    await refund()
    dashboard.passMs(LONG_MS)
    const id = await lost()
    listed = [made({ status: 'SUCCEEDED' })]
    await pass(2_000)
    expect(await stateOf(id)).toBe('UNKNOWN')
  })

  test('a later refusal counts after two minutes and only if nothing is listed', async () => {
    const id = await lost()
    onRefund = () => refused(409, 'nothing_to_refund')
    await pass(2_000)
    expect(await stateOf(id)).toBe('UNKNOWN')
    await pass(LONG_MS)
    expect(await refundTable.known(ctx, id)).toMatchObject({
      state: 'DRAFT',
      problem: { code: 'nothing_to_refund' },
    })
  })
})

describe('a refund that comes back', () => {
  test('a refund that the host reports as failed later is failed here, with its reason', async () => {
    await refund()
    // The fetch that follows the refund may still be under way: of two answers of one instant the later written one stays.
    dashboard.passMs(1_000)
    host.now = dashboard.now()
    const reported = made({ id: 'R1', status: 'FAILED', decline_code: 'expired_card' })
    host.payments = [aPayment({ id: 'P1', status: 'APPROVED', amount: 32.4, refunds: [reported] })]
    await fetchObject(ctx, 'payments', 'P1')
    const { refunds } = await getRefunds(ctx, 'P1')
    expect(refunds).toMatchObject([{ state: 'FAILED', decline_code: 'expired_card' }])
    expect((await readSupportLimit(ctx)).used).toBe(0)
  })

  test('a refund of another id, or a field of another meaning, changes none of ours', async () => {
    await refund()
    const other = made({ id: 'R2', status: 'FAILED', decline_code: 'expired_card' })
    for (const refunds of [[other], 'none', { status: 'FAILED' }, null]) {
      host.payments = [{ ...aPayment({ id: 'P1', status: 'APPROVED', amount: 32.4 }), refunds } as Payment]
      await fetchObject(ctx, 'payments', 'P1')
      expect((await getRefunds(ctx, 'P1')).refunds).toMatchObject([{ state: 'SUCCEEDED' }])
    }
  })
})

describe('a host without refunds', () => {
  test('the host is asked at most once a day, and its page has no refunds meanwhile', async () => {
    host.fault = () => null
    const pages = await Promise.all([1, 2, 3].map(() => getRefunds(ctx, 'P1')))
    expect(pages).toEqual(pages.map(() => ({ is_supported: false, refunds: [] })))
    dashboard.passMs(23 * 3_600_000)
    await getRefunds(ctx, 'P1')
    expect(asked()).toBe(1)
    dashboard.passMs(2 * 3_600_000)
    await getRefunds(ctx, 'P1')
    expect(asked()).toBe(2)
  })

  const asked = () => host.requests.filter(({ path }) => path.endsWith('/refunds')).length
  const paused = async () => {
    const { rows } = await ctx.db.query<{ calls_paused_by: string | null; call_failures: number }>({
      text: 'SELECT calls_paused_by, call_failures FROM dashboard.connection WHERE id = $1',
      values: [ctx.connectionId],
    })
    return rows[0]
  }
  const page = { error: 'Not here' }
  const error = { type: 'permission_error', code: 'unknown_route', message: 'No.', details: {} }

  test.each([
    [403, page],
    [401, page],
    [400, page],
    [410, undefined],
    [501, { error }],
  ])('a gateway that answers an unknown path with %i has no refunds for a day', async (status, body) => {
    host.fault = () => ({ status, body })
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await getRefunds(ctx, 'P1')).toMatchObject({ is_supported: false })
      dashboard.passMs(61_000)
    }
    expect(asked()).toBe(1)
    expect(await paused()).toEqual({ calls_paused_by: null, call_failures: 0 })
  })

  test.each<[string, Fault]>([
    ['a refusal of the contract', () => ({ status: 403, body: { error } })],
    ['a limit of requests', () => ({ status: 429, headers: { 'Retry-After': '5' } })],
    ['no answer', () => 'hang up'],
    ['an outage', () => ({ status: 503 })],
  ])('after %s the host is asked every ten minutes, and its synchronization goes on', async (_, fault) => {
    host.fault = fault
    for (let minute = 0; minute < 120; minute += 1) {
      await getRefunds(ctx, 'P1')
      dashboard.passMs(60_000)
    }
    expect(asked()).toBe(12)
    expect(await paused()).toEqual({ calls_paused_by: null, call_failures: 0 })
    host.fault = () => null
    dashboard.passMs(3_600_000)
    await getRefunds(ctx, 'P1')
    expect(asked()).toBe(13)
  })

  test('a host that answers has refunds, and one that is silent is asked again after ten minutes', async () => {
    const { fault } = host
    host.fault = () => 'hang up'
    expect(await getRefunds(ctx, 'P1')).toMatchObject({ is_supported: false })
    host.fault = fault
    expect(await getRefunds(ctx, 'P1')).toMatchObject({ is_supported: false })
    dashboard.passMs(601_000)
    expect(await getRefunds(ctx, 'P1')).toMatchObject({ is_supported: true })
    expect(await getRefunds(ctx, 'P1')).toMatchObject({ is_supported: true })
  })
})
