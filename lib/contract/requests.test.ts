import { describe, expect, it } from 'vitest'
import { parseCreateCharge } from './charge'
import { encodeCursor } from './cursor'
import { createCustomerSchema, listCustomersSchema, updateCustomerSchema } from './customer'
import { ApiError, type FieldError, fieldErrorsIn } from './errors'
import { parseRequest } from './field-errors'
import { listPaymentsSchema } from './payment'
import { listPaymentLinksSchema, parseCreatePaymentLink } from './payment-link'

const now = new Date('2026-11-20T10:00:00Z')

function problems(parse: () => unknown): FieldError[] {
  try {
    parse()
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error).toMatchObject({ status: 400, code: 'invalid_parameters' })
    return fieldErrorsIn(error.details)
  }
}

const codes = (parse: () => unknown) => problems(parse).map(({ field, code }) => `${field}:${code}`)
const link = (over: Record<string, unknown>, currency = 'USD') =>
  parseCreatePaymentLink({ title: 'Shoes', amount: 120.5, ...over }, { currency, now })

describe('creating a link', () => {
  it('a link gets the defaults of the contract', () => {
    expect(link({})).toEqual({
      title: 'Shoes',
      amount: 120.5,
      amountMinor: 12_050,
      description: null,
      max_uses: 1,
      expires_at: null,
      metadata: {},
    })
    expect(link({ max_uses: null }).max_uses).toBeNull()
    expect(link({ description: null, expires_at: null, metadata: null })).toMatchObject({ metadata: {} })
  })

  it('texts are trimmed, and lengths count code points after trimming', () => {
    expect(link({ title: ' \t ab \n' }).title).toBe('ab')
    expect(link({ title: '💶'.repeat(120) }).title).toHaveLength(240)
    expect(codes(() => link({ title: '💶'.repeat(121) }))).toEqual(['title:too_long'])
    expect(codes(() => link({ title: ' 💶 ' }))).toEqual(['title:too_short'])
    expect(link({ description: `  ${'x'.repeat(300)}  ` }).description).toHaveLength(300)
    expect(codes(() => link({ description: 'x'.repeat(301) }))).toEqual(['description:too_long'])
  })

  it('a title that nobody can see is empty, and one with a mark at its end loses the mark', () => {
    for (const title of ['\u200b\u200b', '\u3164\u3164', '\u2800\u2800', 'a\u200b'])
      expect(codes(() => link({ title }))).toEqual(['title:too_short'])
    expect(link({ title: '\u200eCafe\u0301\u200f' }).title).toBe('Café')
    expect(link({ description: '\u00ad\u2060' }).description).toBeNull()
  })

  it('all problems are reported at once, each under its field', () => {
    const body = {
      amount: 1.005,
      descripton: 'x',
      max_uses: 0,
      expires_at: '2026-02-30T00:00:00Z',
      metadata: [],
    }
    const found = problems(() => parseCreatePaymentLink(body, { currency: 'USD', now }))
    expect(found.map(({ field, code }) => `${field}:${code}`).sort()).toEqual([
      'amount:too_many_decimals',
      'descripton:unknown_field',
      'expires_at:invalid_date_time',
      'max_uses:too_small',
      'metadata:invalid_type',
      'title:required',
    ])
    expect(found.every(({ message }) => message.endsWith('.'))).toBe(true)
  })

  it.each([
    [{ amount: '12' }, 'amount:invalid_type'],
    [{ amount: null }, 'amount:invalid_type'],
    [{ amount: Number.POSITIVE_INFINITY }, 'amount:invalid_type'],
    [{ amount: 0 }, 'amount:amount_too_small'],
    [{ amount: -1 }, 'amount:amount_too_small'],
    [{ amount: 10_000_000 }, 'amount:amount_too_large'],
    [{ title: 7 }, 'title:invalid_type'],
    [{ title: 'a\u0000b' }, 'title:invalid_characters'],
    [{ title: 'a\ud800b' }, 'title:invalid_characters'],
    [{ max_uses: 1.5 }, 'max_uses:invalid_type'],
    [{ max_uses: 1_000_001 }, 'max_uses:too_large'],
    [{ max_uses: '3' }, 'max_uses:invalid_type'],
    [{ expires_at: '2026-11-20T10:00:00Z' }, 'expires_at:not_in_future'],
    [{ expires_at: '2026-11-21' }, 'expires_at:invalid_date_time'],
    [{ expires_at: 5 }, 'expires_at:invalid_type'],
    [{ metadata: 'x' }, 'metadata:invalid_type'],
    [{ metadata: { ['k'.repeat(41)]: 1 } }, 'metadata:invalid_key'],
    [{ metadata: { '': 1 } }, 'metadata:invalid_key'],
    [{ metadata: { a: { b: ['\u0000'] } } }, 'metadata:invalid_characters'],
    [{ metadata: { a: { b: ['\udfff'] } } }, 'metadata:invalid_characters'],
    [{ metadata: { a: 'x'.repeat(16_384) } }, 'metadata:too_large'],
    [{ metadata: { a: '€'.repeat(6000) } }, 'metadata:too_large'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, i])) },
      'metadata:too_many_keys',
    ],
  ])('a link with %j is refused', (over, expected) => {
    expect(codes(() => link(over))).toEqual([expected])
  })

  it('metadata is kept unchanged', () => {
    const metadata = {
      order: 7,
      tags: ['a', null, { deep: true }],
      'a\\u0000': '\\ud800 💶',
      constructor: 'x',
    }
    expect(link({ metadata }).metadata).toEqual(metadata)
  })

  it('amounts have the decimals of the account currency', () => {
    expect(link({ amount: 1500 }, 'JPY').amountMinor).toBe(1500)
    expect(link({ amount: 1.234 }, 'KWD').amountMinor).toBe(1234)
    expect(problems(() => link({ amount: 1.5 }, 'JPY'))[0]?.message).toContain('0 decimal places in JPY')
  })

  it.each([[], null, 'x', 7, undefined])('the body %j is refused, because it is not an object', (body) => {
    expect(codes(() => parseCreatePaymentLink(body, { currency: 'USD', now }))).toEqual([':invalid_type'])
  })
})

describe('charging', () => {
  it('a charge creates a link unless the saved card is requested', () => {
    expect(parseCreateCharge({ amount: 5 }, { currency: 'USD' })).toEqual({
      amount: 5,
      amountMinor: 500,
      description: null,
      use_saved_card: false,
    })
    expect(
      codes(() => parseCreateCharge({ amount: 5, use_saved_card: 'true' }, { currency: 'USD' })),
    ).toEqual(['use_saved_card:invalid_type'])
  })
})

describe('customers', () => {
  it('a phone is kept as sent, and one without enough digits is refused', () => {
    expect(parseRequest(createCustomerSchema, { name: ' Ana ', phone: ' (0151) 234 567 ' })).toEqual({
      name: 'Ana',
      phone: '(0151) 234 567',
      email: null,
      notes: null,
      external_ref: null,
    })
    const bad = {
      name: '  ',
      phone: 'x',
      email: 'nope',
      notes: 'n'.repeat(501),
      external_ref: 'r'.repeat(121),
    }
    expect(codes(() => parseRequest(createCustomerSchema, bad))).toEqual([
      'name:too_short',
      'phone:invalid_phone',
      'email:invalid_email',
      'notes:too_long',
      'external_ref:too_long',
    ])
  })

  it.each(['\u200b', '\u00ad\u034f', '\u115f\u1160', '\u180e', '\ufe0f', '\ue000'])(
    'a customer cannot have the name %j, which nobody can see',
    (name) => {
      expect(codes(() => parseRequest(createCustomerSchema, { name, phone: '5555 1234' }))).toEqual([
        'name:too_short',
      ])
      expect(codes(() => parseRequest(updateCustomerSchema, { name }))).toEqual(['name:too_short'])
    },
  )

  it('an update distinguishes absent fields from null', () => {
    expect(parseRequest(updateCustomerSchema, {})).toEqual({})
    expect(parseRequest(updateCustomerSchema, { email: null, notes: '' })).toEqual({
      email: null,
      notes: null,
    })
    expect(
      codes(() => parseRequest(updateCustomerSchema, { name: null, status: 'GONE', source: 'SELF' })),
    ).toEqual(['name:invalid_type', 'status:invalid_value', 'source:unknown_field'])
  })

  it('look-ups use the identity of the typed value', () => {
    const query = { phone: ' 4915123456789', email: 'Ana@Example.com', other: 'ignored' }
    expect(parseRequest(listCustomersSchema, query)).toEqual({
      limit: 25,
      phone: '+4915123456789',
      email: 'ana@example.com',
    })
  })
})

describe('lists', () => {
  it('a list parses every filter, ignores unknown ones, and defaults to 25 rows', () => {
    const cursor = { resource: 'payment', createdAt: now, id: 'pay_1' } as const
    const query = {
      limit: '100',
      starting_after: encodeCursor(cursor),
      created_after: '2026-11-01T00:00:00+02:00',
      created_before: '2026-11-20T00:00:00 02:00',
      status: 'APPROVED',
      payment_link_id: 'pl_1',
      customer_id: 'cus_1',
      expand: 'everything',
    }
    expect(parseRequest(listPaymentsSchema, query)).toEqual({
      limit: 100,
      starting_after: cursor,
      created_after: new Date('2026-10-31T22:00:00Z'),
      created_before: new Date('2026-11-19T22:00:00Z'),
      status: 'APPROVED',
      payment_link_id: 'pl_1',
      customer_id: 'cus_1',
    })
    expect(parseRequest(listPaymentLinksSchema, {})).toEqual({ limit: 25 })
  })

  it.each([
    [{ limit: '0' }, 'limit:invalid_value'],
    [{ limit: '101' }, 'limit:invalid_value'],
    [{ limit: '1.0' }, 'limit:invalid_value'],
    [{ limit: '' }, 'limit:invalid_value'],
    [{ limit: ['1', '2'] }, 'limit:invalid_type'],
    [{ starting_after: 'x' }, 'starting_after:invalid_cursor'],
    [{ starting_after: '' }, 'starting_after:invalid_cursor'],
    [{ created_after: '2026-11-01T00:00:00' }, 'created_after:invalid_date_time'],
    [{ created_after: '2026-02-30T00:00:00Z' }, 'created_after:invalid_date_time'],
    [{ created_before: '10000-01-01T00:00:00Z' }, 'created_before:invalid_date_time'],
    [{ status: 'approved' }, 'status:invalid_value'],
    [{ status: '' }, 'status:invalid_value'],
    [{ customer_id: '' }, 'customer_id:too_short'],
    [{ payment_link_id: 'a\u0000' }, 'payment_link_id:invalid_characters'],
  ])('the query %j is refused', (query, expected) => {
    expect(codes(() => parseRequest(listPaymentsSchema, query))).toEqual([expected])
  })
})
