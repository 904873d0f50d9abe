import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { Fault } from '@/test/external-host'
import { aCustomer, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { chargeTable, REPEAT_MS } from './charge-row'
import { attachPayment, giveUpCase, releaseCharge } from './close-case'
import { getCharge, openCases } from './get-charge'
import { QUIET_MS } from './keyed-table'
import { repeatCharges, sendCharge } from './send-charge'
import { draftCharge, linkInstead } from './start-charge'
import { storeHostResult } from './store-host-result'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }

let serial = 0
let customer_id = ''
beforeEach(async () => {
  serial += 1
  customer_id = `ana-${serial}`
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.bank = () => ({ status: 'APPROVED' })
  host.customers = [aCustomer({ id: customer_id, card: { brand: 'Visa', last4: '4242', expiry: '12/30' } })]
  host.payments = []
  host.links = []
  host.keys.clear()
  await ctx.db.query({ text: 'DELETE FROM dashboard.charge' })
  await fetchObject(ctx, 'customers', customer_id)
  host.requests = []
})

let forms = 0
const drafted = (amount = 25) => {
  forms += 1
  const input = { form_token: `form-token-${forms}`, customer_id, amount, description: 'Lesson' }
  return draftCharge(ctx, { ...input, way: 'CARD' })
}
const onCharges =
  (fault: ReturnType<Fault>): Fault =>
  ({ path }) =>
    path.endsWith('/charges') ? fault : null
const refusal = (status: number, code: string) => ({
  status,
  body: { error: { type: 'any', code, message: 'No.', details: {} } },
})
const charges = () => host.requests.filter(({ path }) => path.endsWith('/charges'))
const stateOf = async (id: string) => (await getCharge(ctx, id, { role: 'OWNER', names: new Map() })).charge
const pass = async (ms: number) => {
  dashboard.passMs(ms)
  host.now = dashboard.now()
  await ctx.db.query({
    text: 'UPDATE dashboard.connection SET calls_paused_until = NULL, calls_paused_by = NULL',
  })
}

describe('a charge that may have been executed', () => {
  const silence = { status: null, headers: {}, body: Buffer.alloc(0), cut: false, durationMs: 1 }
  const away = { ...dashboard, http: { request: async () => ({ ...silence, error: 'connect' as const }) } }

  test.each([
    ['is away', away, null],
    ['refuses the key', dashboard, refusal(401, 'invalid_api_key')],
    ['reports that the key was used', dashboard, refusal(422, 'idempotency_key_reused')],
    ['sends an unreadable response', dashboard, { status: 409, body: 'Conflict' }],
  ])(
    'a charge with an unknown outcome stays unknown while the host %s, however long',
    async (_, working, fault) => {
      host.fault = onCharges({ status: 502, after: true })
      const { id } = await sendCharge(ctx, await drafted())
      host.fault = onCharges(fault)
      for (const ms of [30_000, QUIET_MS, QUIET_MS]) {
        await pass(ms)
        await repeatCharges(working, worker)
      }
      expect(await stateOf(id)).toMatchObject({ state: 'UNKNOWN', attempts: 4 })
      host.fault = () => null
      await pass(QUIET_MS)
      await repeatCharges(dashboard, worker)
      expect(await stateOf(id)).toMatchObject({ state: 'PAID', payment_id: 'P1' })
    },
  )

  test('a charge that was not executed is refused like a new one', async () => {
    host.fault = onCharges('hang up')
    const draft = await sendCharge(ctx, await drafted())
    host.fault = onCharges(refusal(409, 'no_saved_card'))
    for (const ms of [30_000, QUIET_MS]) {
      await pass(ms)
      await repeatCharges(dashboard, worker)
    }
    host.fault = onCharges(refusal(403, 'charges_disabled'))
    expect(await sendCharge(ctx, draft)).toMatchObject({ state: 'DRAFT', problem: { status: 403 } })
  })

  test('a process that was paused beyond its lease does not send the charge', async () => {
    const draft = await drafted()
    expect(await sendCharge(ctx, draft, { leaseMs: 0 })).toMatchObject({ state: 'SENDING' })
    expect(charges()).toEqual([])
    await repeatCharges(dashboard, worker)
    expect(await stateOf(draft.id)).toMatchObject({ state: 'PAID' })
  })

  test('a charge that ends while another waits for it is named as the reason', async () => {
    host.fault = onCharges({ status: 502, after: true })
    await sendCharge(ctx, await drafted())
    host.fault = () => null
    await pass(30_000)
    const other = await drafted(40)
    const db: typeof ctx.db = {
      async query<Row extends object>(statement: Parameters<typeof ctx.db.query>[0]) {
        if (statement.name === 'open-case-of-customer') await repeatCharges(dashboard, worker)
        return ctx.db.query<Row>(statement)
      },
      transaction: (work) => ctx.db.transaction(work),
      reserved: () => ctx.db.reserved(),
    }
    await expect(sendCharge({ ...ctx, db }, other)).rejects.toMatchObject({ code: 'charge_open' })
    expect(await sendCharge(ctx, other)).toMatchObject({ state: 'PAID' })
  })
})

describe('a link instead of a charge', () => {
  test('no link is created for a charge that is sent at the same time', async () => {
    const draft = await drafted()
    const db: typeof ctx.db = {
      async query<Row extends object>(statement: Parameters<typeof ctx.db.query>[0]) {
        const result = await ctx.db.query<Row>(statement)
        if (statement.name === 'read-charge' && charges().length === 0) await sendCharge(ctx, draft)
        return result
      },
      transaction: (work) => ctx.db.transaction(work),
      reserved: () => ctx.db.reserved(),
    }
    await expect(linkInstead({ ...ctx, db }, draft)).rejects.toMatchObject({ code: 'charge_moved' })
    expect(host.links).toEqual([])
    expect(await stateOf(draft.id)).toMatchObject({ state: 'PAID' })
  })

  test('a repeated request for a draft’s link returns the same link', async () => {
    const draft = await drafted()
    const { id } = await linkInstead(ctx, draft)
    expect(await linkInstead(ctx, draft)).toMatchObject({ id, state: 'LINKED' })
    expect(host.links).toHaveLength(1)
  })
})

describe('a case', () => {
  test('a case counts from the end of its process, and the count includes cases beyond the listed ones', async () => {
    const draft = await drafted()
    await sendCharge(ctx, draft, { leaseMs: 0 })
    expect(await openCases(ctx)).toMatchObject({ count: 1, cases: [{ id: draft.id, state: 'SENDING' }] })
    await ctx.db.query({
      text: `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, idempotency_key, created_at)
        SELECT $1, 'chg_' || n, 'cus_' || n, 'CARD', 'UNKNOWN', 25, 2500, 'USD', 'key-' || n, $2 FROM generate_series(1, 120) n`,
      values: [ctx.connectionId, NOON],
    })
    const { cases, count } = await openCases(ctx)
    expect([cases.length, count]).toEqual([100, 121])
  })

  test('a case is open to members after half an hour, even if the host asked to wait for hours', async () => {
    host.fault = onCharges({ status: 503, headers: { 'Retry-After': '14400' } })
    const { id } = await sendCharge(ctx, await drafted())
    await pass(REPEAT_MS - 1)
    expect(await stateOf(id)).toMatchObject({ state: 'UNKNOWN', has_ended: false })
    await pass(2)
    expect(await stateOf(id)).toMatchObject({ state: 'UNKNOWN', has_ended: true })
    host.fault = () => null
    expect(await sendCharge(ctx, { id })).toMatchObject({ state: 'PAID', due_at: null })
  })

  test('a case of a dead process is closed with its payment while calls are paused', async () => {
    const { id } = await drafted()
    await sendCharge(ctx, { id }, { leaseMs: 0 })
    const created_at = NOON.toISOString()
    host.payments = [aPayment({ id: 'P7', status: 'APPROVED', amount: 25, customer_id, created_at })]
    expect(await getCharge(ctx, id, { role: 'OWNER', names: new Map() })).toMatchObject({
      charge: { state: 'SENDING', is_case: true },
      matches: [{ id: 'P7' }],
    })
    expect(await attachPayment(ctx, { id, payment_id: 'P7' })).toMatchObject({
      state: 'PAID',
      payment_id: 'P7',
    })
  })

  test('a case is given up only after its host refuses permanently, and a late 201 still counts', async () => {
    host.fault = onCharges({ status: 502, after: true })
    const { id } = await sendCharge(ctx, await drafted())
    const may = async (role: 'OWNER' | 'SUPPORT') =>
      (await getCharge(ctx, id, { role, names: new Map() })).may_give_up
    host.fault = () => refusal(401, 'invalid_api_key')
    expect(await may('OWNER')).toBe(false)
    await pass(REPEAT_MS + 1)
    expect([await may('OWNER'), await may('SUPPORT')]).toEqual([true, false])
    for (const fault of [null, refusal(429, 'rate_limited')]) {
      host.fault = () => fault
      expect(await may('OWNER')).toBe(false)
      await expect(giveUpCase(ctx, { id })).rejects.toMatchObject({ code: 'case_not_lost' })
    }
    host.fault = () => refusal(401, 'invalid_api_key')
    const before = await stateOf(id)
    expect(await giveUpCase(ctx, { id })).toMatchObject({ state: 'GIVEN_UP', due_at: null })
    expect((await openCases(ctx)).count).toBe(0)
    expect(await ctx.prisma.charge.count()).toBe(1)
    const { data } = await listAudit(ctx, {}, new Map())
    expect(data.find(({ action }) => action === 'charges.give_up')).toMatchObject({ object_id: id })
    const row = await chargeTable.known(ctx, before.id)
    const late = { kind: 'paid', paymentId: 'P1', requestId: null } as const
    expect(await storeHostResult(ctx, row, late)).toMatchObject({ state: 'PAID' })
  })

  test('a case of a disconnected account is given up at once', async () => {
    host.fault = onCharges({ status: 502, after: true })
    const { id } = await sendCharge(ctx, await drafted())
    const apart = { ...ctx, disconnectedAt: NOON }
    expect(await giveUpCase(apart, { id })).toMatchObject({ state: 'GIVEN_UP' })
  })

  async function unresolved(status: 'APPROVED' | 'VOIDED', paid = 0) {
    host.bank = () => ({ status, isUnresolved: true })
    const draft = await drafted()
    const { id } = await sendCharge(ctx, { id: draft.id, confirmed_amount: 25 })
    await pass(5_000)
    await repeatCharges(dashboard, worker)
    expect(await stateOf(id)).toMatchObject({ state: 'UNRESOLVED', payment_id: `P${paid + 1}` })
    host.bank = () => ({ status: 'APPROVED' })
    return id
  }

  test('a released case is paid by a late 201', async () => {
    const id = await unresolved('VOIDED')
    await releaseCharge(ctx, { id })
    expect((await openCases(ctx)).count).toBe(0)
    const late = { kind: 'paid', paymentId: 'P1', requestId: null } as const
    const row = await chargeTable.known(ctx, id)
    expect(await storeHostResult(ctx, row, late)).toMatchObject({ state: 'PAID' })
  })

  test('a case cannot attach the payment of another charge', async () => {
    const other = await sendCharge(ctx, await drafted())
    expect(other).toMatchObject({ state: 'PAID', payment_id: 'P1' })
    const id = await unresolved('VOIDED', 1)
    const taken = attachPayment(ctx, { id, payment_id: 'P1' })
    await expect(taken).rejects.toMatchObject({ code: 'resource_not_found' })
    expect(await releaseCharge(ctx, { id })).toMatchObject({ state: 'DRAFT', replaces: id })
  })

  test('a case is not released over a payment that the host named, however far its clock is off', async () => {
    const id = await unresolved('APPROVED')
    const hoursBefore = new Date(NOON.getTime() - 5 * 3_600_000).toISOString()
    host.payments = host.payments.map((payment) => ({ ...payment, created_at: hoursBefore }))
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
    expect(await attachPayment(ctx, { id, payment_id: 'P1' })).toMatchObject({ state: 'PAID' })
  })

  const MINUTE_MS = 60_000
  const clocks: [string, number][] = [
    ['20 minutes behind', -20 * MINUTE_MS],
    ['20 minutes ahead', 20 * MINUTE_MS],
    ['9 days behind', -9 * 24 * 60 * MINUTE_MS],
    ['9 days ahead', 9 * 24 * 60 * MINUTE_MS],
  ]

  /** Sends a charge that captures, and whose host names no payment; `aheadMs` is the difference of the host's clock. */
  async function unnamed(aheadMs: number, isSetRight = false) {
    const tick = (ms: number) => {
      dashboard.passMs(ms)
      host.now = new Date(dashboard.now().getTime() + aheadMs)
    }
    tick(0)
    await fetchObject(ctx, 'customers', customer_id)
    host.bank = () => ({ status: 'APPROVED', isUnresolved: true })
    const { id } = await sendCharge(ctx, await drafted())
    host.bank = () => ({ status: 'APPROVED' })
    tick(5_000)
    if (isSetRight) host.now = dashboard.now()
    await repeatCharges(dashboard, worker)
    expect(host.payments).toHaveLength(1)
    await ctx.db.query({ text: 'UPDATE dashboard.charge SET payment_id = NULL' })
    return id
  }

  test.each(clocks)(
    'a charge that captured is not released if its host’s clock is %s',
    async (_, aheadMs) => {
      const id = await unnamed(aheadMs)
      await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
      expect(await attachPayment(ctx, { id, payment_id: 'P1' })).toMatchObject({ state: 'PAID' })
    },
  )

  test('a charge that captured is not released if its host’s clock was set right in between', async () => {
    const id = await unnamed(-20 * MINUTE_MS, true)
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
  })

  test('a charge is not released by a search that began on another clock', async () => {
    const id = await unnamed(0)
    host.now = new Date(host.now.getTime() - 20 * MINUTE_MS)
    host.payments = []
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_unsearched' })
    expect(await releaseCharge(ctx, { id })).toMatchObject({ state: 'DRAFT', replaces: id })
  })

  test.each(clocks)(
    'a payment of minutes ago asks for the amount again if the host’s clock is %s',
    async (_, aheadMs) => {
      host.now = new Date(dashboard.now().getTime() + aheadMs)
      await fetchObject(ctx, 'customers', customer_id)
      const created_at = host.now.toISOString()
      const id = `P-${customer_id}`
      host.payments = [aPayment({ id, status: 'APPROVED', amount: 25, customer_id, created_at })]
      await fetchObject(ctx, 'payments', id)
      await expect(sendCharge(ctx, await drafted())).rejects.toMatchObject({ code: 'confirm_amount' })
      dashboard.passMs(11 * MINUTE_MS)
      expect(await sendCharge(ctx, await drafted())).toMatchObject({ state: 'PAID' })
    },
  )

  test('a case is not released while the host lists more payments than can be read', async () => {
    const id = await unresolved('VOIDED')
    await ctx.db.query({ text: 'UPDATE dashboard.charge SET payment_id = NULL' })
    const many = Array.from({ length: 300 }, (_, index) =>
      aPayment({ id: `X${index}`, created_at: dashboard.now().toISOString() }),
    )
    host.payments = [...many, ...host.payments]
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_unsearched' })
  })
})
