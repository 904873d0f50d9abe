import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Keyring } from '@/lib/platform/secrets'
import { saveCard } from '@/lib/service/customers/saved-card'
import {
  customerCalls,
  expectCustomerConflict,
  fieldErrorCodes,
  uniquePhone,
} from '@/test/factories/customer-calls'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

describe('GET and PATCH /customers/{id}', () => {
  let api: RunningApi
  let shop: Merchant
  let customerApi: ReturnType<typeof customerCalls>

  beforeAll(async () => {
    api = await startApi()
    shop = await api.merchant()
    customerApi = customerCalls(shop)
  })
  afterAll(() => api.stop())

  const rowsOf = async (text: string, values: unknown[]) =>
    (await api.database.as('checkout_system').query<Record<string, unknown>>({ text, values })).rows

  it('an unknown id, another account’s id and an impossible id get the same response, and nothing changes', async () => {
    const other = await api.merchant()
    const foreign = await customerCalls(other).made()
    const taken = await customerApi.made()
    const answers = []
    for (const id of ['cus_unknown', foreign.id, 'x'.repeat(3_000), '%00', '%F0%9F%8E%82', 'a%2Fb']) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { name: 'Mine now' }],
        ['PATCH', { phone: taken.phone }],
        ['PATCH', {}],
      ] as const) {
        const answer = await shop.call(method, `/customers/${id}`, body ? { body } : {})
        expect(answer.status, `${method} ${id.slice(0, 40)}`).toBe(404)
        answer.body.error.details.request_id = 'req'
        answers.push(JSON.stringify(answer.body))
      }
    }
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0] ?? '').error).toMatchObject({
      type: 'not_found_error',
      code: 'resource_not_found',
    })
    expect((await other.call('GET', `/customers/${foreign.id}`)).body).toEqual(foreign)
  })

  it('a saved card is shown with brand, last four and MM/YY', async () => {
    const { id } = await customerApi.made({ external_ref: 'has a card' })
    const card = { token: 'tok_secret', brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2031 }
    const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
    const db = api.database.as('checkout_service', shop.account.id)
    await saveCard(db, keyring, { accountId: shop.account.id, customerId: id, card, now: api.now() })
    const shown = { brand: 'visa', last4: '4242', expiry: '04/31' }
    expect((await customerApi.get(id)).card).toEqual(shown)
    expect((await customerApi.patch(id, { notes: 'x' })).body.card).toEqual(shown)
    const { data } = await customerApi.list('external_ref=has+a+card')
    expect(data).toMatchObject([{ id, card: shown }])
    expect(JSON.stringify(data)).not.toContain('tok_')
  })

  it('a change affects only the fields that are sent', async () => {
    const before = await customerApi.made({ email: 'patch@example.com', notes: 'old', external_ref: 'ref' })
    const after = { ...before, name: 'Eva', notes: 'new' }
    const { status, body } = await customerApi.patch(before.id, { name: ' Eva ', notes: ' new ' })
    expect([status, body]).toEqual([200, after])
    expect(await customerApi.get(before.id)).toEqual(after)
    expect((await customerApi.patch(before.id, {})).body).toEqual(after)
  })

  it('e-mail and notes are cleared by null, and the e-mail is free again', async () => {
    const before = await customerApi.made({ email: 'free@example.com', notes: 'old' })
    const { body } = await customerApi.patch(before.id, { email: null, notes: null })
    expect(body).toEqual({ ...before, email: null, notes: null })
    await customerApi.patch(before.id, { notes: 'x' })
    expect((await customerApi.patch(before.id, { notes: '  ' })).body.notes).toBeNull()
    expect((await customerApi.made({ email: 'FREE@example.com' })).email).toBe('FREE@example.com')
  })

  it('an old phone is free after a change, and another spelling of the own phone is accepted', async () => {
    const { id, phone } = await customerApi.made({ phone: '5555 0201', email: 'own@example.com' })
    const own = await customerApi.patch(id, { phone: '+502 5555-0201', email: 'OWN@example.com' })
    expect([own.status, own.body]).toMatchObject([200, { phone: '+502 5555-0201', email: 'OWN@example.com' }])
    expect((await customerApi.patch(id, { phone: '5555 0202' })).status).toBe(200)
    expect((await customerApi.create({ name: 'Eva', phone })).status).toBe(201)
  })

  it('a customer can be archived and restored any number of times', async () => {
    const before = await customerApi.made()
    for (const status of ['ARCHIVED', 'ARCHIVED', 'ACTIVE', 'ACTIVE']) {
      const answer = await customerApi.patch(before.id, { status })
      expect([answer.status, answer.body]).toEqual([200, { ...before, status }])
    }
    const traces = await rowsOf(
      'SELECT actor, action, details FROM service.audit_entry WHERE object_id = $1',
      [before.id],
    )
    const trace = {
      actor: `api_key:${shop.keyId}`,
      action: 'customer.updated',
      details: { fields: ['status'] },
    }
    expect(traces).toEqual([trace, trace])
  })

  it('a phone or an e-mail of another customer is refused, and nothing changes', async () => {
    const holder = await customerApi.made({ phone: '5555 0301', email: 'holder@example.com' })
    const before = await customerApi.made({ email: 'mine@example.com' })
    const change = { name: 'Changed', notes: 'changed', status: 'ARCHIVED' }
    const taken = { customer_id: holder.id }
    expectCustomerConflict(await customerApi.patch(before.id, { ...change, phone: '+50255550301' }), {
      field: 'phone',
      ...taken,
    })
    expectCustomerConflict(await customerApi.patch(before.id, { ...change, email: 'HOLDER@example.com' }), {
      field: 'email',
      ...taken,
    })
    expectCustomerConflict(
      await customerApi.patch(before.id, { phone: '55550301', email: 'holder@example.com' }),
      {
        field: 'phone',
        ...taken,
      },
    )
    expect(await customerApi.get(before.id)).toEqual(before)
    expect(await rowsOf('SELECT 1 FROM service.audit_entry WHERE object_id = $1', [before.id])).toEqual([])
  })

  it('an archived customer keeps phone and e-mail', async () => {
    const kept = await customerApi.made({ email: 'kept@example.com' })
    await customerApi.patch(kept.id, { status: 'ARCHIVED' })
    const other = await customerApi.made()
    const byPhone = { field: 'phone', customer_id: kept.id }
    const byEmail = { field: 'email', customer_id: kept.id }
    expectCustomerConflict(await customerApi.create({ name: 'Eva', phone: kept.phone }), byPhone)
    expectCustomerConflict(
      await customerApi.create({ name: 'Eva', phone: uniquePhone(), email: kept.email }),
      byEmail,
    )
    expectCustomerConflict(await customerApi.patch(other.id, { phone: kept.phone }), byPhone)
    expectCustomerConflict(await customerApi.patch(other.id, { email: kept.email }), byEmail)
  })

  it('one of many concurrent requests for a phone gets it', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => customerApi.made()))
    const answers = await Promise.all(
      customers.map(({ id }) => customerApi.patch(id, { phone: '5555 0401' })),
    )
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const it of answers) {
      if (it.status !== 200) expectCustomerConflict(it, { field: 'phone', customer_id: winners[0]?.body.id })
    }
    const { data } = await customerApi.list('phone=55550401')
    expect(data).toEqual([winners[0]?.body])
    const kept = await Promise.all(customers.map(({ id }) => customerApi.get(id)))
    expect(kept.filter((it, i) => it.phone === customers[i]?.phone)).toHaveLength(19)
  })

  it('either a new customer or a concurrent change gets the same phone', async () => {
    for (let i = 0; i < 10; i += 1) {
      const { id } = await customerApi.made()
      const phone = uniquePhone()
      const answers = await Promise.all([
        customerApi.create({ name: 'Eva', phone }),
        customerApi.patch(id, { phone }),
      ])
      expect(answers.map(({ status }) => status >= 400)).toContain(true)
      const winner = answers.find(({ status }) => status < 400)
      const loser = answers.find(({ status }) => status >= 400)
      if (!winner || !loser) throw new Error('both won or both lost')
      expectCustomerConflict(loser, { field: 'phone', customer_id: winner.body.id })
    }
  })

  it('two customers cannot swap their phones, even concurrently', async () => {
    const [one, two] = [await customerApi.made(), await customerApi.made()]
    for (let i = 0; i < 3; i += 1) {
      const [first, second] = await Promise.all([
        customerApi.patch(one.id, { phone: two.phone }),
        customerApi.patch(two.id, { phone: one.phone }),
      ])
      expectCustomerConflict(first, { field: 'phone', customer_id: two.id })
      expectCustomerConflict(second, { field: 'phone', customer_id: one.id })
    }
    expect([await customerApi.get(one.id), await customerApi.get(two.id)]).toEqual([one, two])
  })

  it('a change survives its abort as the victim of a deadlock', async () => {
    const [one, two] = [await customerApi.made(), await customerApi.made()]
    const system = api.database.as('checkout_system')
    const answer = await system.transaction(async (tx) => {
      const set = (id: string, phoneKey: string) =>
        tx.query({
          text: 'UPDATE service.customer SET phone_key = $2 WHERE id = $1',
          values: [id, phoneKey],
        })
      await set(one.id, '+12125559998')
      const patched = customerApi.patch(two.id, { phone: one.phone })
      const waits = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE NOT l.granted AND a.datname = current_database()`
      while ((await system.query({ text: waits })).count === 0);
      // This waits for the change, which waits for this: Postgres aborts the transaction that has waited longer.
      await set(two.id, '+12125559999')
      return patched
    })
    expectCustomerConflict(answer, { field: 'phone', customer_id: one.id })
  })

  it('concurrent changes of different fields are all kept', async () => {
    const before = await customerApi.made()
    const change = { name: 'Eva', notes: 'note', email: 'parallel@example.com', status: 'ARCHIVED' }
    const answers = await Promise.all(
      Object.entries(change).map(([field, value]) => customerApi.patch(before.id, { [field]: value })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await customerApi.get(before.id)).toEqual({ ...before, ...change })
  })

  it.each([
    ['name', { name: null }],
    ['name', { name: '' }],
    ['phone', { phone: null }],
    ['phone', { phone: '12345' }],
    ['email', { email: '' }],
    ['email', { email: 'nobody' }],
    ['notes', { notes: 'x'.repeat(501) }],
    ['notes', { notes: 'nul \u0000' }],
    ['status', { status: 'DELETED' }],
    ['status', { status: null }],
    ['external_ref', { external_ref: 'x' }],
    ['source', { source: 'SELF' }],
    ['phone_key', { phone_key: '+1' }],
  ])('a wrong %s is refused and nothing changes', async (field, change) => {
    const before = await customerApi.made()
    const answer = await customerApi.patch(before.id, {
      ...(field === 'name' ? {} : { name: 'Changed' }),
      ...change,
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldErrorCodes(answer))).toEqual([field])
    expect(await customerApi.get(before.id)).toEqual(before)
  })

  it('customers cannot be deleted', async () => {
    const { id } = await customerApi.made()
    const { status, headers } = await shop.call('DELETE', `/customers/${id}`)
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, PATCH'])
  })
})
