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

test('an e-mail of an international domain is the same customer in both of its forms', async () => {
  const calls = customerCalls(mexican)
  const { id, email } = await calls.made({ email: 'Ana@MÜNCHEN.example' })
  expect(email).toBe('Ana@MÜNCHEN.example')
  expectCustomerConflict(
    await calls.create({ name: 'Again', phone: '+525500000010', email: 'ana@xn--mnchen-3ya.example' }),
    { field: 'email', customer_id: id },
  )
  expect(await idsOf(mexican, { email: 'ana@xn--mnchen-3ya.example' })).toEqual([id])
})

test('a phone that a spreadsheet has rounded is refused with a reason of its own', async () => {
  for (const phone of ['4.155550188E9', '4,15555E+09'])
    expect(fieldErrorCodes(await customerCalls(mexican).create({ name: 'Ana', phone }))).toEqual({
      phone: 'rounded_phone',
    })
})
