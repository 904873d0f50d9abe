import { describe, expect, it } from 'vitest'
import { redactBody, redactError, redactKey, redactPath, STORED_JSON_BYTES_MAX } from './redact-request'

const body = (value: Record<string, unknown>) => redactBody(value)
const textOf = (value: Record<string, unknown>) => JSON.stringify(redactBody(value))
const CARD = '4242424242424242'

describe('a stored request body', () => {
  it('the contract’s fields are kept, and contacts and notes are masked', () => {
    expect(
      body({
        name: 'Ana García',
        phone: '+1 415 555 0132',
        email: 'ana@example.com',
        notes: 'Prefers mornings',
        external_ref: 'C-17',
      }),
    ).toEqual({
      name: '•••',
      phone: '••• 0132',
      email: 'a•••@example.com',
      notes: '•••',
      external_ref: 'C-17',
    })
    expect(
      body({ title: 'Lunch', amount: 12.5, max_uses: null, use_saved_card: true, status: 'ACTIVE' }),
    ).toEqual({ title: 'Lunch', amount: 12.5, max_uses: null, use_saved_card: true, status: 'ACTIVE' })
  })

  it('only the type of an unknown field and of metadata is kept', () => {
    expect(
      body({
        card: { number: CARD, cvc: '123' },
        cvc: 123,
        metadata: { order: 'A-1', gift: true, lines: [1, 'x'] },
      }),
    ).toEqual({
      card: '[object]',
      cvc: '[number]',
      metadata: '[object]',
    })
  })

  it.each([
    ['in a description', { description: `card ${CARD} please` }],
    ['with spaces', { title: '4242 4242 4242 4242' }],
    ['with dots and dashes', { title: '4242.4242-4242–4242' }],
    ['in other digits', { title: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' }],
    ['that fails the check digit', { external_ref: '4242424242424241' }],
    ['as a number', { amount: 4242424242424242 }],
    ['as a name of a field', { [CARD]: true, [`x ${CARD}`]: 1 }],
    ['as a phone', { phone: CARD }],
    ['in the name of a nested field', { metadata: { [CARD]: CARD } }],
    ['glued to a word', { title: `card${CARD}x` }],
  ])('a card number %s is never stored', (_, value) => {
    expect(textOf(value)).not.toMatch(/[\d٤٢](?:[ .–-]?[\d٤٢]){11,}/)
  })

  it('contacts in a kept field are removed; ids and instants stay', () => {
    const ids = 'pay_01994444555566667777888899990000 and 01994444-5555-7666-8777-888899990000'
    expect(
      body({
        title: 'For ana.garcia+x@example.com, table 12',
        description: `Call +502 (5555) 0132 about ${ids}`,
        external_ref: '50255550132',
        expires_at: '2026-11-20T12:00:00.000Z',
      }),
    ).toEqual({
      title: 'For [email], table 12',
      description: `Call +[digits] about ${ids}`,
      external_ref: '[digits]',
      expires_at: '2026-11-20T12:00:00.000Z',
    })
    expect(redactKey('charge:ana@example.com:5025-5550')).toBe('charge:[email]:[digits]')
  })

  it('keys and signing secrets are never stored', () => {
    const text = textOf({ title: 'checkout_sk_abcdef123', description: 'whsec_abc Bearer xyz123' })
    expect(text).not.toMatch(/abcdef123|whsec_abc|xyz123/)
  })

  it.each([
    ['many fields', Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`field_${i}`, { a: 'x' }]))],
    ['deep nesting', { metadata: deep(60) }],
    ['a long text', { description: '😀'.repeat(30_000) }],
    ['wide lists', { metadata: { lines: Array.from({ length: 5_000 }, () => ({ a: 1, b: [1, 2, 3] })) } }],
    [
      'long names of fields',
      {
        metadata: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}${'k'.repeat(5_000)}`, 'v'])),
      },
    ],
    ['an empty object', {}],
  ])('a stored body of %s is JSON of at most 4 KiB that Postgres accepts', (_, value) => {
    const text = textOf(value)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(STORED_JSON_BYTES_MAX)
    expect(JSON.parse(text)).toBeTypeOf('object')
    expect(text).not.toMatch(/\\ud[89ab]|\\u0000/i)
  })

  it('a request without a body is stored as null', () => {
    expect(redactBody(null)).toBeNull()
  })
})

describe('a stored path', () => {
  it.each([
    ['/payments?limit=3&status=FAILED', '/payments?limit=3&status=FAILED'],
    ['/customers?phone=%2B14155550132&email=ana@example.com', '/customers?phone=***&email=***'],
    ['/customers?phone', '/customers?phone'],
    [
      '/customers/cus_0199aa11223344556677889900112233/charges',
      '/customers/cus_0199aa11223344556677889900112233/charges',
    ],
    ['/customers/ana%40example.com', '/customers/***'],
    ['/payments/4242424242424242', '/payments/***'],
    ['/payments/%34242424242424242', '/payments/***'],
    ['/payments/%2534242424242424242', '/payments/***'],
    ['/payments/card4242424242424242', '/payments/***'],
    ['/payments/checkout%5Fsk%5Fabc', '/payments/***'],
    ['/payments/%ff', '/payments/***'],
    ['/payments/pay_unknown', '/payments/pay_unknown'],
    ['/payments?status=%34242%204242', '/payments?status=***'],
    ['/payments?external_ref=ana%40example.com', '/payments?external_ref=***'],
    [
      '/payments?created_after=2026-11-20T12:00:00.000Z&created_before=2026-11-21',
      '/payments?created_after=2026-11-20T12:00:00.000Z&created_before=2026-11-21',
    ],
    ['/payments?limit=4242424242424242', '/payments?limit=***'],
    ['/me?checkout_sk_abc=1&key=checkout_sk_abc', '/me?***=***&key=***'],
    ['/me?limit=1=2&&=', '/me?limit=1&***&***=***'],
  ])('the path %s is stored as %s', (given, shown) => {
    expect(redactPath(given)).toBe(shown)
  })
})

it('an error keeps its ids, and a very long one its sentence', () => {
  const error = { type: 'api_error', code: 'x', message: 'm', details: { request_id: 'req_1', note: CARD } }
  expect(redactError(error)).toMatchObject({ details: { request_id: 'req_1' } })
  expect(JSON.stringify(redactError(error))).not.toContain(CARD)
  const long = {
    ...error,
    details: { fields: Array.from({ length: 500 }, () => ({ field: 'x'.repeat(50) })) },
  }
  expect(redactError(long)).toEqual({ type: 'api_error', code: 'x', message: 'm' })
  expect(redactKey(`order ${CARD}`)).not.toContain(CARD)
})

function deep(levels: number): unknown {
  return levels === 0 ? 'x' : { a: deep(levels - 1) }
}

it('a stored error or body contains no character that Postgres refuses', () => {
  const error = { type: 'invalid_request_error', details: { fields: [{ field: 'a\0b.\uD800' }] } }
  expect(redactError(error)).toMatchObject({ details: { fields: [{ field: 'a\uFFFDb.\uFFFD' }] } })
  expect(body({ title: 'a\0b', email: 'x@\0' })).toEqual({ title: 'a\uFFFDb', email: 'x•••@\uFFFD' })
})
