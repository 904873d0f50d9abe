import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import type { ChargePress } from '@/lib/dashboard/charges/charge-inputs'
import type { ChargeWay } from '@/lib/dashboard/charges/shape'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import { translatorOf } from '@/lib/messages/catalogue'
import { aCustomer, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { REPEAT_MS } from './charge-row'
import { attachPayment, releaseCharge } from './close-case'
import { getCharge } from './get-charge'
import { QUIET_MS } from './keyed-table'
import { pressCharge } from './press-charge'
import { repeatCharges, sendCharge } from './send-charge'
import { draftCharge, linkInstead, startCharge } from './start-charge'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }
const colleague = await aColleague()

beforeEach(async () => {
  await dashboard.emptyAudit()
  for (const table of ['mirror_payment', 'mirror_link', 'mirror_customer', 'charge'])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
  await ctx.db.query({
    text: 'UPDATE dashboard.connection SET calls_paused_until = NULL, calls_paused_by = NULL',
  })
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.bank = () => ({ status: 'APPROVED' })
  host.customers = [aCustomer({ id: 'ana', card: { brand: 'Visa', last4: '4242', expiry: '12/30' } })]
  host.payments = []
  host.links = []
  host.keys.clear()
  await fetchObject(ctx, 'customers', 'ana')
  host.requests = []
})

/** Returns the context of another member of the team, in a session of their own. */
async function aColleague(): Promise<typeof ctx> {
  const account = { ...OWNER, email: 'support@aurora.test', name: 'Sol Support' }
  const { userId } = await createOwner(dashboard, account)
  await dashboard.database.as('checkout_dashboard_system').query({
    text: `INSERT INTO dashboard.membership (team_id, user_id, role, created_at)
      SELECT team_id, $2, 'SUPPORT', $3 FROM dashboard.connection WHERE id = $1`,
    values: [ctx.connectionId, userId, NOON],
  })
  return dashboard.reopen({ ...ctx, userId })
}

let forms = 0
const form = (way: ChargeWay = 'CARD', amount = 25) => {
  forms += 1
  return { form_token: `form-token-${forms}`, customer_id: 'ana', way, amount, description: 'Lesson' }
}
const asked = { role: 'OWNER', names: new Map<string, string>() } as const
const charges = () => host.requests.filter(({ path }) => path.endsWith('/charges'))
const keys = () => new Set(charges().map(({ key }) => key))
/** Makes the host execute the charge and lose the response. */
const losesAnswers = () => {
  host.fault = ({ path }) => (path.endsWith('/charges') ? { status: 502, after: true } : null)
}
const pass = (ms: number) => {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}
async function settle() {
  for (let rounds = 0; rounds < 10; rounds += 1) {
    pass(30_000)
    await repeatCharges(dashboard, worker)
  }
}

describe('a charge on the saved card', () => {
  test('a charge is stored with its key before the first call, and paid with one call', async () => {
    const draft = await draftCharge(ctx, form())
    expect(draft).toMatchObject({ state: 'DRAFT', card: { last4: '4242' } })
    expect(charges()).toEqual([])
    expect(await sendCharge(ctx, { id: draft.id })).toMatchObject({ state: 'PAID', payment_id: 'P1' })
    expect(charges()).toMatchObject([
      { key: draft.idempotency_key, body: { amount: 25, use_saved_card: true, description: 'Lesson' } },
    ])
    expect(await ctx.prisma.mirrorPayment.count()).toBe(1)
    expect((await listAudit(ctx, {}, new Map())).data).toMatchObject([
      { action: 'charges.create', outcome: 'done', object_id: draft.id },
    ])
  })

  test('two tabs and a double click make one charge', async () => {
    const input = form()
    const drafts = await Promise.all([draftCharge(ctx, input), draftCharge(ctx, input)])
    expect(drafts[0].id).toBe(drafts[1].id)
    await Promise.all([1, 2, 3].map(() => sendCharge(ctx, { id: drafts[0].id })))
    expect((await sendCharge(ctx, { id: drafts[0].id })).state).toBe('PAID')
    expect(host.payments).toHaveLength(1)
  })

  test('another amount in the same form makes another charge', async () => {
    const input = form('LINK')
    expect(await startCharge(ctx, input)).toMatchObject({ state: 'LINKED', amount: '25' })
    expect(await startCharge(ctx, { ...input, amount: 40 })).toMatchObject({ state: 'LINKED', amount: '40' })
    expect(host.links).toHaveLength(2)
  })

  test('a link without a description has a title in the member’s language, and another keeps its own', async () => {
    const { description: _, ...untitled } = form('LINK')
    const press = (input: ChargePress) => pressCharge(ctx, input, { role: 'OWNER' }, translatorOf('es'))
    await press({ press: 'start', ...untitled })
    await press({ press: 'start', ...form('LINK') })
    const { id } = await draftCharge(ctx, { ...untitled, way: 'CARD' })
    await press({ press: 'link_instead', id })
    const title = `Pago a ${ctx.account.name}`
    expect(charges()).toMatchObject([
      { body: { description: title } },
      { body: { description: 'Lesson' } },
      { body: { description: title } },
    ])
  })

  test('a second charge of the same amount within ten minutes requires the amount to be typed again', async () => {
    await sendCharge(ctx, await draftCharge(ctx, form()))
    const again = await draftCharge(ctx, form())
    expect((await getCharge(ctx, again.id, asked)).similar).toMatchObject({ payment_id: 'P1' })
    await expect(sendCharge(ctx, again)).rejects.toMatchObject({ code: 'confirm_amount' })
    await expect(sendCharge(ctx, { id: again.id, confirmed_amount: 24 })).rejects.toMatchObject({
      code: 'confirm_amount',
    })
    expect(host.payments).toHaveLength(1)
    expect(await sendCharge(ctx, { id: again.id, confirmed_amount: 25 })).toMatchObject({ state: 'PAID' })
    pass(11 * 60_000)
    expect(await sendCharge(ctx, await draftCharge(ctx, form()))).toMatchObject({ state: 'PAID' })
  })

  test('two charges of one amount that start at once send one request', async () => {
    const drafts = await Promise.all([draftCharge(ctx, form()), draftCharge(ctx, form())])
    const sent = await Promise.allSettled(drafts.map((draft) => sendCharge(ctx, draft)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(host.payments).toHaveLength(1)
  })

  test('two members who charge the same card at once collect once', async () => {
    const [mine, theirs] = await Promise.all([draftCharge(ctx, form()), draftCharge(colleague, form())])
    expect(mine.idempotency_key).not.toBe(theirs.idempotency_key)
    const presses = () => Promise.allSettled([sendCharge(ctx, mine), sendCharge(colleague, theirs)])
    expect((await presses()).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    // Both press again: the refused member has to type the amount, the other gets the same charge.
    const [refused] = (await presses()).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'confirm_amount' } })
    expect(host.payments).toHaveLength(1)
    expect(charges()).toHaveLength(1)
  })

  test('a charge that two members have open is sent once, by the first press', async () => {
    const draft = await draftCharge(ctx, form())
    const sent = await Promise.all([sendCharge(ctx, draft), sendCharge(colleague, draft)])
    const [{ user_id: by }] = sent
    expect(sent).toMatchObject([
      { id: draft.id, user_id: by },
      { id: draft.id, user_id: by },
    ])
    expect((await sendCharge(colleague, draft)).state).toBe('PAID')
    expect(host.payments).toHaveLength(1)
  })

  test('a declined charge is final, and one link for the same amount replaces it', async () => {
    host.bank = () => ({ status: 'FAILED', declined: 'insufficient_funds' })
    const declined = await sendCharge(ctx, await draftCharge(ctx, form()))
    expect(declined).toMatchObject({
      state: 'DECLINED',
      decline: { code: 'insufficient_funds', retryable: false },
    })
    const links = await Promise.all([linkInstead(ctx, declined), linkInstead(ctx, declined)])
    const [link] = links
    expect(await getCharge(ctx, link.id, asked)).toMatchObject({
      charge: { state: 'LINKED', link_id: 'L1', replaces: declined.id, amount: 25 },
      payment_url: 'https://otherpay.example/p/L1',
    })
    expect(host.links).toHaveLength(1)
    expect((await getCharge(ctx, declined.id, asked)).successor).toMatchObject({ id: link.id })
  })

  test.each([
    [400, 'invalid_parameters'],
    [401, 'invalid_api_key'],
    [403, 'charges_disabled'],
    [409, 'no_saved_card'],
    [409, 'customer_archived'],
    [422, 'idempotency_key_reused'],
    [429, 'rate_limited'],
  ])(
    'a charge answered with %i %s was not executed, and is sent again under the same key',
    async (status, code) => {
      const body = { error: { type: 'any', code, message: 'Not now.', details: {} } }
      host.fault = ({ path }) => (path.endsWith('/charges') ? { status, body } : null)
      const draft = await draftCharge(ctx, form())
      expect(await sendCharge(ctx, draft)).toMatchObject({ state: 'DRAFT', problem: { status, code } })
      host.fault = () => null
      expect(await sendCharge(ctx, draft)).toMatchObject({ state: 'PAID', problem: null })
      expect(keys().size).toBe(1)
    },
  )
})

describe('a charge without an answer', () => {
  test.each([
    [400, 'UNKNOWN'],
    [402, 'UNKNOWN'],
    [409, 'UNKNOWN'],
    [413, 'UNKNOWN'],
    [422, 'UNKNOWN'],
    [401, 'DRAFT'],
    [403, 'DRAFT'],
    [404, 'DRAFT'],
    [429, 'DRAFT'],
  ])('a charge whose only response is a proxy’s page with the status %i is %s', async (status, state) => {
    host.fault = ({ path }) => (path.endsWith('/charges') ? { status, body: '<h1>Gateway</h1>' } : null)
    expect(await sendCharge(ctx, await draftCharge(ctx, form()))).toMatchObject({
      state,
      problem: { status, code: 'contract_mismatch' },
    })
  })

  test('a charge without a response is repeated under its key until the outcome is known', async () => {
    losesAnswers()
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    expect(lost).toMatchObject({ state: 'UNKNOWN', problem: { status: 502 } })
    await settle()
    expect(await sendCharge(ctx, lost)).toMatchObject({ state: 'UNKNOWN' })
    host.fault = () => null
    pass(20 * 60_000)
    await repeatCharges(dashboard, worker)
    expect(await sendCharge(ctx, lost)).toMatchObject({ state: 'PAID', payment_id: 'P1' })
    expect(keys().size).toBe(1)
    expect(host.payments).toHaveLength(1)
  })

  test('a charge without a response locks the customer’s card, but not a link', async () => {
    losesAnswers()
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    host.fault = () => null
    const other = await draftCharge(ctx, form('CARD', 40))
    expect((await getCharge(ctx, other.id, asked)).open_case).toBe(lost.id)
    await expect(sendCharge(ctx, { id: other.id, confirmed_amount: 40 })).rejects.toMatchObject({
      code: 'charge_open',
    })
    expect(await startCharge(ctx, form('LINK', 40))).toMatchObject({ state: 'LINKED' })
  })

  test('the charge of a dead process is taken over after its lease, and a late response changes nothing', async () => {
    const draft = await draftCharge(ctx, form())
    host.meanwhile = async () => {
      host.meanwhile = async () => {}
      // The process is paused beyond its lease, with its response in flight.
      await ctx.db.query({
        text: `UPDATE dashboard.charge SET lease_until = clock_timestamp() - interval '1 s'`,
      })
      await repeatCharges(dashboard, worker)
    }
    expect(await sendCharge(ctx, draft)).toMatchObject({ state: 'PAID' })
    expect(charges()).toHaveLength(2)
    expect(keys().size).toBe(1)
    expect(host.payments).toHaveLength(1)
  })

  test('a charge that the host refuses later counts as possibly in flight until the quiet time is over', async () => {
    host.fault = ({ path }) => (path.endsWith('/charges') ? 'hang up' : null)
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    const body = { error: { type: 'any', code: 'no_saved_card', message: 'No.', details: {} } }
    host.fault = ({ path }) => (path.endsWith('/charges') ? { status: 409, body } : null)
    pass(30_000)
    await repeatCharges(dashboard, worker)
    expect(await sendCharge(ctx, lost)).toMatchObject({
      state: 'UNKNOWN',
      problem: { code: 'no_saved_card' },
    })
    pass(QUIET_MS)
    await repeatCharges(dashboard, worker)
    expect((await getCharge(ctx, lost.id, asked)).charge).toMatchObject({ state: 'DRAFT' })
  })
})

/** Returns a list of one payment that the contract's schema refuses. */
const unreadable = (about: object) => ({
  data: [{ id: 'P9', status: 'SETTLING', ...about }],
  has_more: false,
  next_cursor: null,
})

describe('what arrives late', () => {
  const isCharge = ({ path }: { path: string }) => path.endsWith('/charges')
  /** Returns a charge whose repetition has ended while `fault` lost every response. */
  async function ended(fault: ReturnType<typeof host.fault>) {
    host.fault = (request) => (isCharge(request) ? fault : null)
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    pass(REPEAT_MS + 1)
    await repeatCharges(dashboard, worker)
    const { charge } = await getCharge(ctx, lost.id, asked)
    expect(charge).toMatchObject({ state: 'UNKNOWN', has_ended: true })
    return charge
  }

  test('requests are repeated for half an hour, then the case is left to a member and nothing is charged', async () => {
    host.fault = (request) => (isCharge(request) ? 'hang up' : null)
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    await expect(releaseCharge(ctx, lost)).rejects.toMatchObject({ code: 'charge_moved' })
    host.fault = () => null
    pass(REPEAT_MS + 1)
    await repeatCharges(dashboard, worker)
    pass(3_600_000)
    expect(await repeatCharges(dashboard, worker)).toBe(0)
    expect(host.payments).toEqual([])
    await expect(releaseCharge(ctx, lost)).rejects.toMatchObject({ code: 'charge_moved' })
  })

  test('a member repeats a request under the same key, once per press, and it charges then', async () => {
    const { id } = await ended('hang up')
    host.fault = (request) => (isCharge(request) ? { status: 502 } : null)
    const calls = charges().length
    await Promise.all([sendCharge(ctx, { id }), sendCharge(ctx, { id })])
    expect(charges()).toHaveLength(calls + 1)
    expect(await repeatCharges(dashboard, worker)).toBe(0)
    expect((await getCharge(ctx, id, asked)).charge).toMatchObject({ state: 'UNKNOWN', has_ended: true })
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_moved' })
    host.fault = () => null
    expect(await sendCharge(ctx, { id })).toMatchObject({ state: 'PAID', payment_id: 'P1' })
    expect(keys().size).toBe(1)
    expect((await listAudit(ctx, {}, new Map())).data.map(({ action }) => action)).toEqual([
      'charges.ask_again',
      'charges.ask_again',
      'charges.create',
    ])
  })

  test('a 409 that the host repeats for a member allows a new key', async () => {
    host.bank = () => ({ status: 'VOIDED', isUnresolved: true })
    const { id } = await ended({ status: 502, after: true })
    host.fault = () => null
    expect(await sendCharge(ctx, { id })).toMatchObject({ state: 'UNRESOLVED' })
    host.bank = () => ({ status: 'APPROVED' })
    expect(await releaseCharge(ctx, { id })).toMatchObject({ state: 'DRAFT', replaces: id })
  })

  test('a member cannot repeat a request if a payment may belong to the charge', async () => {
    const { id } = await ended({ status: 502, after: true })
    const calls = charges().length
    await expect(sendCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
    expect(charges()).toHaveLength(calls)
  })

  test.each([
    ['through a link', 0, { id: 'L9', title: 'Lesson', url: 'https://otherpay.example/p/L9' }],
    ['hours later', 3 * 3_600_000, null],
  ])(
    'a payment of the same amount %s is shown, and the amount has to be typed again',
    async (_, ms, link) => {
      const { id } = await ended('hang up')
      pass(ms)
      const created_at = dashboard.now().toISOString()
      const paid = aPayment({ id: 'P9', status: 'APPROVED', amount: 25, customer_id: 'ana', created_at })
      host.payments = [{ ...paid, payment_link: link }]
      host.fault = () => null
      const calls = charges().length
      for (const confirmed_amount of [undefined, 24])
        await expect(sendCharge(ctx, { id, confirmed_amount })).rejects.toMatchObject({
          code: 'confirm_amount',
        })
      expect(charges()).toHaveLength(calls)
      expect(await getCharge(ctx, id, asked)).toMatchObject({ matches: [], similar: { payment_id: 'P9' } })
      expect(await sendCharge(ctx, { id, confirmed_amount: 25 })).toMatchObject({ state: 'PAID' })
      expect(charges()).toHaveLength(calls + 1)
    },
  )

  test.each([
    ['ends its list without a next cursor', { data: [], has_more: true, next_cursor: null }],
    ['lists a payment of the customer that nobody can read', unreadable({ customer_id: 'ana' })],
    ['lists a payment of nobody knows whom', unreadable({})],
  ])('a member cannot repeat a request while the host %s', async (_, list) => {
    const { id } = await ended('hang up')
    const body = { object: 'list', ...list }
    host.fault = ({ path }) => (path.endsWith('/payments') ? { status: 200, body } : null)
    expect(await getCharge(ctx, id, asked)).toMatchObject({ search: 'PART' })
    const calls = charges().length
    await expect(sendCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_unsearched' })
    // The payment that the host named proves nothing about later ones.
    host.payments = [aPayment({ id: 'P0', status: 'VOIDED', customer_id: 'ana' })]
    await ctx.db.query({ text: `UPDATE dashboard.charge SET payment_id = 'P0'` })
    await expect(sendCharge(ctx, { id, confirmed_amount: 25 })).rejects.toMatchObject({
      code: 'charge_unsearched',
    })
    expect(charges()).toHaveLength(calls)
    host.fault = ({ path }) =>
      path.endsWith('/payments')
        ? { status: 200, body: { object: 'list', ...unreadable({ customer_id: 'bo' }) } }
        : null
    expect(await getCharge(ctx, id, asked)).toMatchObject({ search: 'WHOLE' })
  })

  test('a link of the same amount is refused until the outcome of the card’s charge is known', async () => {
    losesAnswers()
    await sendCharge(ctx, await draftCharge(ctx, form()))
    host.fault = () => null
    await expect(startCharge(ctx, form('LINK', 25))).rejects.toMatchObject({ code: 'charge_open' })
    expect(await startCharge(ctx, form('LINK', 26))).toMatchObject({ state: 'LINKED' })
  })

  test('a refusal after a lost capture does not unlock the card', async () => {
    losesAnswers()
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    const body = { error: { type: 'any', code: 'no_saved_card', message: 'No.', details: {} } }
    host.fault = (request) => (isCharge(request) ? { status: 409, body } : null)
    pass(QUIET_MS + 60_000)
    await repeatCharges(dashboard, worker)
    expect((await getCharge(ctx, lost.id, asked)).charge.state).toBe('UNKNOWN')
    expect(host.payments).toHaveLength(1)
  })

  test('a payment is attached only while no request is in flight, and from then on the same amount requires confirmation', async () => {
    host.fault = (request) => (isCharge(request) ? 'hang up' : null)
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    host.payments = [
      aPayment({
        id: 'API',
        status: 'APPROVED',
        amount: 25,
        customer_id: 'ana',
        created_at: host.now.toISOString(),
      }),
    ]
    host.fault = () => null
    pass(15 * 60_000)
    host.meanwhile = async () => {
      host.meanwhile = async () => {}
      await expect(attachPayment(ctx, { id: lost.id, payment_id: 'API' })).rejects.toMatchObject({
        code: 'charge_moved',
      })
    }
    await repeatCharges(dashboard, worker)
    expect((await getCharge(ctx, lost.id, asked)).charge).toMatchObject({ state: 'PAID', payment_id: 'P2' })
    await ctx.db.query({ text: 'DELETE FROM dashboard.mirror_payment' })
    await expect(sendCharge(ctx, await draftCharge(ctx, form()))).rejects.toMatchObject({
      code: 'confirm_amount',
    })
  })
})

describe('a case', () => {
  async function unresolved(status: 'PENDING' | 'APPROVED' | 'VOIDED') {
    host.bank = () => ({ status, isUnresolved: true })
    const charge = await sendCharge(ctx, await draftCharge(ctx, form()))
    expect(charge.state).toBe('UNKNOWN')
    pass(5_000)
    await repeatCharges(dashboard, worker)
    host.bank = () => ({ status: 'APPROVED' })
    return (await getCharge(ctx, charge.id, asked)).charge
  }

  test('a case opens once the host repeats an unknown outcome', async () => {
    const charge = await unresolved('APPROVED')
    expect(charge).toMatchObject({ state: 'UNRESOLVED', problem: { code: 'charge_unresolved' } })
    const quick = await getCharge(ctx, charge.id, { ...asked, isQuick: true })
    expect(quick).toMatchObject({ matches: null, search: 'LATER' })
    expect(await getCharge(ctx, charge.id, asked)).toMatchObject({
      matches: [{ id: 'P1', status: 'APPROVED' }],
      search: 'WHOLE',
    })
    await settle()
    expect(charges()).toHaveLength(2)
  })

  test('a case that was charged is closed with its payment and cannot be charged again', async () => {
    const { id } = await unresolved('APPROVED')
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
    expect(await attachPayment(ctx, { id, payment_id: 'P1' })).toMatchObject({
      state: 'PAID',
      payment_id: 'P1',
    })
    expect((await listAudit(ctx, {}, new Map())).data.map(({ action }) => action)).toEqual([
      'charges.attach',
      'charges.create',
    ])
  })

  test('a case is closed only after the response to a request in flight', async () => {
    host.bank = () => ({ status: 'APPROVED', isUnresolved: true })
    const { id } = await sendCharge(ctx, await draftCharge(ctx, form()))
    pass(5_000)
    const attach = () => attachPayment(ctx, { id, payment_id: 'P1' })
    host.meanwhile = async () => {
      host.meanwhile = async () => {}
      await expect(attach()).rejects.toMatchObject({ code: 'charge_moved' })
    }
    await repeatCharges(dashboard, worker)
    expect(await attach()).toMatchObject({ state: 'PAID', payment_id: 'P1' })
  })

  test('a case with a pending payment stays open', async () => {
    const { id } = await unresolved('PENDING')
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
    await expect(attachPayment(ctx, { id, payment_id: 'P1' })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })

  test('a case that collected nothing is charged again under a new key, once', async () => {
    const { id } = await unresolved('VOIDED')
    const [next, same] = await Promise.all([releaseCharge(ctx, { id }), releaseCharge(ctx, { id })])
    expect(await releaseCharge(ctx, { id })).toMatchObject({ id: next.id })
    expect(same.id).toBe(next.id)
    expect(next).toMatchObject({ state: 'DRAFT', replaces: id, amount: '25' })
    expect(await sendCharge(ctx, next)).toMatchObject({ state: 'PAID', payment_id: 'P2' })
    expect(keys().size).toBe(2)
  })

  test('a case whose outcome may still arrive is not released', async () => {
    losesAnswers()
    const lost = await sendCharge(ctx, await draftCharge(ctx, form()))
    await expect(releaseCharge(ctx, lost)).rejects.toMatchObject({ code: 'charge_moved' })
  })
})
