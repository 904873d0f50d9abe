import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerSchema } from '@/lib/contract/customer'
import {
  customerCalls,
  expectCustomerConflict,
  fieldErrorCodes,
  uniquePhone,
} from '@/test/factories/customer-calls'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

describe('POST /customers', () => {
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

  it('a name and a phone create an active customer of the merchant', async () => {
    const { status, body } = await customerApi.create({ name: '  Ana García ', phone: ' 5555 0101 ' })
    expect(status).toBe(201)
    expect(customerSchema.parse(body)).toEqual(body)
    expect(body).toEqual({
      id: body.id,
      object: 'customer',
      name: 'Ana García',
      phone: '5555 0101',
      email: null,
      status: 'ACTIVE',
      source: 'MERCHANT',
      notes: null,
      external_ref: null,
      card: null,
      created_at: '2026-11-20T12:00:00.000Z',
    })
    expect(await customerApi.get(body.id)).toEqual(body)
  })

  it('every field is stored as sent, trimmed', async () => {
    const sent = {
      name: 'Ünïcode 🎂',
      phone: '+44 7700 900123',
      email: 'Ana.García@Example.com',
      notes: 'line one\nline two',
      external_ref: 'CRM-0001',
    }
    const { status, body } = await customerApi.create({ ...sent, email: ` ${sent.email} ` })
    expect([status, body]).toEqual([201, { ...body, ...sent }])
    expect(await customerApi.get(body.id)).toEqual(body)
  })

  it.each([null, '', '   '])('the value %j of an optional text counts as none', async (nothing) => {
    const body = await customerApi.made({ notes: nothing, external_ref: nothing })
    expect([body.notes, body.external_ref, body.email]).toEqual([null, null, null])
  })

  it('lengths are counted in code points, not in halves of characters', async () => {
    const longest = {
      name: '🎂'.repeat(200),
      notes: '🎂'.repeat(500),
      external_ref: '🎂'.repeat(120),
    }
    expect(await customerApi.made(longest)).toMatchObject(longest)
    const answer = await customerApi.create({
      name: '🎂'.repeat(201),
      phone: uniquePhone(),
      notes: '🎂'.repeat(501),
      external_ref: '🎂'.repeat(121),
    })
    expect(fieldErrorCodes(answer)).toEqual({ name: 'too_long', notes: 'too_long', external_ref: 'too_long' })
  })

  it('all wrong fields are reported at once', async () => {
    const answer = await customerApi.create({
      name: '  ',
      phone: 'call me',
      email: 'nobody',
      notes: 7,
      external_ref: ['x'],
      status: 'ARCHIVED',
      external_reff: 'x',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_parameters' })
    expect(fieldErrorCodes(answer)).toEqual({
      name: 'too_short',
      phone: 'invalid_phone',
      email: 'invalid_email',
      notes: 'invalid_type',
      external_ref: 'invalid_type',
      status: 'unknown_field',
      external_reff: 'unknown_field',
    })
    expect(fieldErrorCodes(await customerApi.create({}))).toEqual({ name: 'required', phone: 'required' })
  })

  it.each([
    ['name', { name: null }],
    ['name', { name: 'nul \u0000 inside' }],
    ['name', { name: 'half \ud83c of a pair' }],
    ['phone', { phone: null }],
    ['phone', { phone: 5555_0100 }],
    ['phone', { phone: '12345' }],
    ['phone', { phone: '1234567890123456' }],
    ['phone', { phone: `+1${' '.repeat(40)}2125550100` }],
    ['phone', { phone: '+1 212 555 0100\u0000' }],
    ['email', { email: 'ana@' }],
    ['email', { email: '' }],
    ['email', { email: `${'a'.repeat(250)}@example.com` }],
    ['email', { email: 'a\u0000b@example.com' }],
    ['notes', { notes: 'n\u0000' }],
    ['external_ref', { external_ref: '\ud800' }],
    ['source', { source: 'SELF' }],
    ['card', { card: { number: '4242424242424242' } }],
    ['id', { id: 'cus_mine' }],
  ])('a wrong %s is refused', async (field, change) => {
    const answer = await customerApi.create({ name: 'Ana', phone: uniquePhone(), ...change })
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldErrorCodes(answer))).toEqual([field])
  })

  it.each(['', '[]', '{"name":"Ana","name":"Eva"', '{"name":"Ana","name":"Eva","phone":"+12125550100"}'])(
    'the body %j is refused',
    async (body) => {
      const answer = await shop.call('POST', '/customers', { body })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json'])
    },
  )

  it('a known phone is recognized in any format, and its customer is named', async () => {
    const { id } = await customerApi.made({ phone: '5555 0199' })
    for (const phone of ['55550199', '+502 5555-0199', '00502 5555 0199', '(5555) 01.99', '+50255550199']) {
      expectCustomerConflict(await customerApi.create({ name: 'Eva', phone }), {
        field: 'phone',
        customer_id: id,
      })
    }
    // The same digits under another country's code belong to another person.
    expect((await customerApi.create({ name: 'Eva', phone: '+503 5555 0199' })).status).toBe(201)
  })

  it('a known e-mail is recognized in any case, and its customer is named', async () => {
    const { id } = await customerApi.made({ email: 'Taken@Example.com' })
    const answer = await customerApi.create({ name: 'Eva', phone: uniquePhone(), email: 'tAKEN@example.COM' })
    expectCustomerConflict(answer, { field: 'email', customer_id: id })
  })

  it('the customer with the phone is named if another one has the e-mail', async () => {
    const [phone, email] = [uniquePhone(), 'both@example.com']
    const { id } = await customerApi.made({ phone })
    await customerApi.made({ email })
    expectCustomerConflict(await customerApi.create({ name: 'Eva', phone, email }), {
      field: 'phone',
      customer_id: id,
    })
  })

  it('two merchants may have the same person, and two customers no e-mail or the same reference', async () => {
    const body = { name: 'Ana', phone: uniquePhone(), email: 'shared@example.com', external_ref: 'same' }
    expect((await customerApi.create(body)).status).toBe(201)
    expect((await customerCalls(await api.merchant()).create(body)).status).toBe(201)
    expect(
      (await customerApi.create({ name: 'Eva', phone: uniquePhone(), external_ref: 'same' })).status,
    ).toBe(201)
  })

  it('fifty requests with the same phone in different formats create one customer', async () => {
    const formats = ['+502 5555-7777', '5555 7777', '00502 55557777', '(55) 557-777', '50255557777'.slice(3)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        customerApi.create({
          name: `Ana ${i}`,
          phone: formats[i % formats.length],
          email: `ana${i}@example.com`,
        }),
      ),
    )
    const [winner, ...more] = answers.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    const losers = answers.filter((it) => it !== winner)
    expect(losers).toHaveLength(49)
    for (const loser of losers)
      expectCustomerConflict(loser, { field: 'phone', customer_id: winner?.body.id })
    const found = await customerApi.list('phone=55557777')
    expect(found.data).toEqual([winner?.body])
  })

  it('fifty requests with the same e-mail create one customer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        customerApi.create({
          name: 'Eva',
          phone: uniquePhone(),
          email: i % 2 ? 'race@example.com' : 'RACE@example.com',
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const winner = answers.find(({ status }) => status === 201)
    for (const it of answers) {
      if (it !== winner) expectCustomerConflict(it, { field: 'email', customer_id: winner?.body.id })
    }
  })

  it('creating a customer raises no event', async () => {
    const { id } = await customerApi.made()
    await customerApi.patch(id, { name: 'Eva', status: 'ARCHIVED' })
    expect(await rowsOf('SELECT kind FROM service.event WHERE object_id = $1', [id])).toEqual([])
  })
})
