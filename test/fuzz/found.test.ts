import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let merchant: Merchant

beforeAll(async () => {
  api = await startApi()
  merchant = await api.merchant()
})

afterAll(() => api.stop())

// Former finds of the fuzzer in their smallest form.
describe('found by the fuzzer', () => {
  test('a charge for an id with NUL in it is 404, not a failure of the database', async () => {
    const body = { amount: 1, use_saved_card: true }
    const answer = await merchant.call('POST', '/customers/a%00b/charges', { body })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found'])
    const keyed = { body, headers: { 'Idempotency-Key': 'order-1042' } }
    expect((await merchant.call('POST', '/customers/a%00b/charges', keyed)).status).toBe(404)
  })

  test.each([
    ['1e999', 'metadata.a'],
    ['-1e999', 'metadata.a'],
    ['{"b":[null,1e400]}', 'metadata.a.b.1'],
  ])('metadata with %s is refused, because it would be stored as null', async (json, field) => {
    const body = `{"title":"Cake","amount":1,"metadata":{"a":${json}}}`
    const answer = await merchant.call('POST', '/payment_links', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details.fields).toMatchObject([{ field, code: 'inexact_number' }])
  })

  test('metadata may contain null and the text “null”', async () => {
    const metadata = { a: null, b: 'null', c: [null] }
    const body = { title: 'Cake', amount: 1, metadata }
    expect((await merchant.call('POST', '/payment_links', { body })).body.metadata).toEqual(metadata)
  })
})
