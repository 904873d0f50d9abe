import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { accountSchema } from './account'
import {
  commonErrorCodes,
  type Endpoint,
  endpoints,
  pathOf,
  type QueryOf,
  queryText,
  type ResponseOf,
} from './endpoints'
import { errorTable } from './errors'
import { eventDataKeys, eventKinds } from './event-kinds'
import { eventEnvelopeSchema, objectOf } from './events'
import { paymentSchema } from './payment'

const payment = {
  object: 'payment',
  id: 'pay_1',
  amount: 120.5,
  currency: 'USD',
  status: 'APPROVED',
  payer: { name: 'Ana', email: '' },
  customer_id: null,
  payment_link: { id: 'pl_1', title: 'Shoes', url: 'https://pay.example/pl_1' },
  authorization_code: 'A1',
  processor_reference: null,
  settlement_id: null,
  created_at: '2026-11-20T10:00:00Z',
}

describe('resources', () => {
  it('objects of a host without our fields parse, and unknown fields are kept', () => {
    expect(paymentSchema.parse({ ...payment, colour: 'red' })).toEqual({ ...payment, colour: 'red' })
  })

  it('an added field with another meaning does not invalidate the object', () => {
    const parsed = paymentSchema.parse({
      ...payment,
      card: 'ending 4242',
      decline: { code: 7 },
      fee_amount: 1.5,
    })
    expect(parsed).toMatchObject({ id: 'pay_1', fee_amount: 1.5 })
    expect(parsed.card).toBeUndefined()
    expect(parsed.decline).toBeUndefined()
  })

  it('an unknown activation status is kept', () => {
    const account = {
      object: 'account',
      id: 'a',
      name: 'n',
      slug: 's',
      legal_name: null,
      tax_id: null,
      type: null,
      status: 'ACTIVE',
      activation_status: 'SOMETHING_ELSE',
      charges_enabled: true,
      contact_email: 'a@b.co',
      contact_phone: null,
      currency: 'USD',
      timezone: 'UTC',
      created_at: '2026-11-20T10:00:00Z',
    }
    expect(accountSchema.parse(account).activation_status).toBe('SOMETHING_ELSE')
  })

  it('another object, another status and a missing field are refused', () => {
    expect(paymentSchema.safeParse({ ...payment, object: 'charge' }).success).toBe(false)
    expect(paymentSchema.safeParse({ ...payment, status: 'DONE' }).success).toBe(false)
    expect(paymentSchema.safeParse({ ...payment, payer: undefined }).success).toBe(false)
  })
})

describe('events', () => {
  const envelope = (event: string, data: Record<string, unknown>) =>
    eventEnvelopeSchema.parse({ event, created_at: '2026-11-20T10:00:00Z', data })

  it('the seven kinds of the contract have their keys', () => {
    expect(eventKinds).toHaveLength(7)
    expect(eventDataKeys['customer.card_saved']).toBe('customer')
    expect(eventDataKeys['settlement.paid']).toBe('settlement')
  })

  it('the object of an event is found by its kind, with unknown fields kept', () => {
    const content = objectOf(envelope('payment.succeeded', { payment: { ...payment, extra: 1 } }))
    expect(content).toMatchObject({
      ok: true,
      noun: 'payment',
      kind: 'payment.succeeded',
      object: { extra: 1 },
    })
  })

  it('other events return a reason, without an exception', () => {
    expect(objectOf(envelope('toString', {}))).toEqual({ ok: false, reason: 'unknown_kind' })
    expect(objectOf(envelope('refund.created', {}))).toEqual({ ok: false, reason: 'unknown_kind' })
    expect(objectOf(envelope('payment.failed', { customer: payment }))).toMatchObject({
      reason: 'missing_object',
    })
    expect(objectOf(envelope('payment.failed', { payment: 5 }))).toMatchObject({ reason: 'invalid_object' })
  })

  it('a test event is marked as such', () => {
    const created_at = '2026-11-20T10:00:00Z'
    expect(eventEnvelopeSchema.parse({ event: 'x', created_at, data: {}, test: true }).test).toBe(true)
  })
})

describe('endpoints', () => {
  const all: [string, Endpoint][] = Object.entries(endpoints)

  const listed = (isExtension: boolean) =>
    all
      .filter(([, endpoint]) => (endpoint.isExtension ?? false) === isExtension)
      .map(([, { method, path }]) => `${method} ${path}`)

  it('the table has the fifteen endpoints of the contract, each once, and those of the extension', () => {
    expect(listed(true)).toEqual([
      'POST /payments/{id}/refunds',
      'GET /payments/{id}/refunds',
      'GET /disputes',
      'GET /disputes/{id}',
      'POST /disputes/{id}/files',
      'POST /disputes/{id}/evidence',
    ])
    expect(listed(false)).toEqual([
      'GET /me',
      'GET /balance',
      'POST /payment_links',
      'GET /payment_links',
      'GET /payment_links/{id}',
      'POST /payment_links/{id}/cancel',
      'GET /payments',
      'GET /payments/{id}',
      'GET /customers',
      'POST /customers',
      'GET /customers/{id}',
      'PATCH /customers/{id}',
      'POST /customers/{id}/charges',
      'GET /settlements',
      'GET /settlements/{id}',
    ])
    for (const [, { errors }] of all) for (const code of errors) expect(errorTable).toHaveProperty(code)
    expect(commonErrorCodes.map((code) => errorTable[code].status)).toContain(429)
  })

  it.each(all)('the endpoint %s can be described in JSON Schema', (_, { query, body, response }) => {
    for (const schema of [query, body]) {
      if (schema) expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'object' })
    }
    expect(z.toJSONSchema(response, { io: 'input' })).toBeTypeOf('object')
  })

  it('paths are safe for untrusted ids', () => {
    expect(pathOf('getPayment', 'pay/1?x#')).toBe('/payments/pay%2F1%3Fx%23')
    expect(pathOf('cancelPaymentLink', '$&')).toBe('/payment_links/%24%26/cancel')
    expect(pathOf('getAccount')).toBe('/me')
    for (const id of [undefined, '', '.', '..', 'a\u0000', '\ud800']) {
      expect(() => pathOf('getPayment', id)).toThrow(RangeError)
    }
    const query: QueryOf<'listPayments'> = { limit: 5, created_after: '2026-11-20T10:00:00+02:00' }
    expect(queryText(query)).toBe('?limit=5&created_after=2026-11-20T10%3A00%3A00%2B02%3A00')
    expect(queryText({ status: undefined })).toBe('')
  })

  it('responses are typed for clients', () => {
    const status: ResponseOf<'getPayment'>['status'] = 'APPROVED'
    const noQuery: QueryOf<'getPayment'> = null
    expect([status, noQuery]).toEqual(['APPROVED', null])
  })
})
