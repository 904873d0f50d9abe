import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerCalls, expectCustomerConflict, fieldErrorCodes } from '@/test/factories/customer-calls'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let mexican: Merchant

beforeAll(async () => {
  api = await startApi()
  mexican = await api.merchant({ country: 'MX', currency: 'MXN' })
})
afterAll(() => api.stop())

/** Stores a customer as a version before this numbering did: under another identity. */
async function storedBefore(merchant: Merchant, keys: { phone?: string; email?: string }): Promise<string> {
  const { id } = await customerCalls(merchant).made(keys.email ? { email: 'x@shop.test' } : {})
  const changes = Object.entries({
    phone: keys.phone,
    phone_key: keys.phone,
    email: keys.email,
    email_key: keys.email,
  }).filter(([, value]) => value !== undefined)
  await api.database.as('checkout_system').query({
    text: `UPDATE service.customer SET ${changes.map(([column], i) => `${column} = $${i + 2}`).join(', ')} WHERE id = $1`,
    values: [id, ...changes.map(([, value]) => value)],
  })
  return id
}

const idsOf = async (merchant: Merchant, query: Record<string, string>) =>
  (await customerCalls(merchant).list(new URLSearchParams(query).toString())).data.map(
    ({ id }: { id: string }) => id,
  )

test('every spelling of a Mexican phone is the same customer', async () => {
  const calls = customerCalls(mexican)
  const { id } = await calls.made({ phone: '+52 55 1234 5678' })
  for (const phone of ['+52 1 55 1234 5678', '044 55 1234 5678', '01 55 1234 5678', 'Tel. 55 1234 5678']) {
    expectCustomerConflict(await calls.create({ name: 'Again', phone }), { field: 'phone', customer_id: id })
    expect(await idsOf(mexican, { phone })).toEqual([id])
  }
})

test.each([
  ['+5215500000001', '+52 55 0000 0001', '+52 1 55 0000 0001'],
  ['5500000002', '55 0000 0002', 'tel:+525500000002'],
  ['+520445500000003', '045 55 0000 0003', '55 0000 0003'],
])(
  'a customer stored under the former identity %s is found, and no second one is created',
  async (stored, one, other) => {
    const calls = customerCalls(mexican)
    const id = await storedBefore(mexican, { phone: stored })
    expect(await idsOf(mexican, { phone: one })).toEqual([id])
    expectCustomerConflict(await calls.create({ name: 'Again', phone: one }), {
      field: 'phone',
      customer_id: id,
    })
    const { id: another } = await calls.made()
    expectCustomerConflict(await calls.patch(another, { phone: other }), { field: 'phone', customer_id: id })
    expect(await idsOf(mexican, { phone: other })).toEqual([id])
    expect((await calls.patch(id, { phone: one })).status).toBe(200)
  },
)

test('two customers whose phones have become equal are both found, and neither is changed', async () => {
  const calls = customerCalls(mexican)
  const old = await storedBefore(mexican, { phone: '+5215500000009' })
  const { id: other } = await calls.made()
  await api.database.as('checkout_system').query({
    text: `UPDATE service.customer SET phone = '+525500000009', phone_key = '+525500000009' WHERE id = $1`,
    values: [other],
  })
  expect((await idsOf(mexican, { phone: '+52 1 55 0000 0009' })).toSorted()).toEqual([old, other].toSorted())
  expectCustomerConflict(await calls.create({ name: 'Third', phone: '044 55 0000 0009' }), {
    field: 'phone',
    customer_id: other,
  })
  expect((await calls.get(old)).phone).toBe('+5215500000009')
  expect((await calls.patch(old, { name: 'Renamed' })).status).toBe(200)
})

test('an e-mail of an international domain is the same customer in both of its forms', async () => {
  const calls = customerCalls(mexican)
  const { id, email } = await calls.made({ email: 'Ana@MÜNCHEN.example' })
  expect(email).toBe('Ana@MÜNCHEN.example')
  expectCustomerConflict(
    await calls.create({ name: 'Again', phone: '+525500000010', email: 'ana@xn--mnchen-3ya.example' }),
    { field: 'email', customer_id: id },
  )
  expect(await idsOf(mexican, { email: 'ana@xn--mnchen-3ya.example' })).toEqual([id])
  const old = await storedBefore(mexican, { email: 'eva@münchen.example' })
  expect(await idsOf(mexican, { email: 'eva@xn--mnchen-3ya.example' })).toEqual([old])
  expectCustomerConflict(
    await calls.create({ name: 'Again', phone: '+525500000011', email: 'eva@münchen.example' }),
    { field: 'email', customer_id: old },
  )
})

test('a phone that a spreadsheet has rounded is refused with a reason of its own', async () => {
  for (const phone of ['4.155550188E9', '4,15555E+09'])
    expect(fieldErrorCodes(await customerCalls(mexican).create({ name: 'Ana', phone }))).toEqual({
      phone: 'rounded_phone',
    })
})
