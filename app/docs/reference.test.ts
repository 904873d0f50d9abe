import { expect, it } from 'vitest'
import { sampleCall } from '@/components/docs/reference/api-reference'
import { type Endpoint, readReference } from '@/components/docs/reference/read-reference'
import { endpoints } from '@/lib/contract/endpoints'
import { errorTable } from '@/lib/contract/errors'
import { eventKinds } from '@/lib/contract/event-kinds'
import { openApiDocument } from '@/lib/service/http/openapi/document'

const reference = readReference(
  openApiDocument({ baseUrl: 'https://api.example.com/api/v1', webUrl: 'https://pay.example.com' }),
)
const operations = reference.sections.flatMap((section) => section.endpoints)
const objects = reference.sections.flatMap((section) => section.objects)

function at(method: string, path: string): Endpoint {
  const found = operations.find((endpoint) => endpoint.method === method && endpoint.path === path)
  if (!found) throw new Error(`${method} ${path} is not documented`)
  return found
}

it('the reference documents every operation, event and error code of the contract, each once and with its own anchor', () => {
  expect(operations).toHaveLength(Object.keys(endpoints).length)
  expect(reference.events.shown.map(({ kind }) => kind)).toEqual(eventKinds)
  const codes = reference.errors.map(({ code }) => code)
  // A wrong method is refused before an operation is chosen.
  expect(new Set([...codes, 'method_not_allowed'])).toEqual(new Set(Object.keys(errorTable)))
  const anchors = [
    ...reference.sections.map(({ id }) => id),
    ...objects.map(({ id }) => id),
    ...operations.map(({ id }) => id),
    ...reference.events.shown.map(({ kind }) => kind),
    reference.events.id,
    ...codes,
  ]
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([])
})

it('the reference documents each object once, with an example, and every operation links to a documented one', () => {
  expect(objects.map(({ name }) => name).sort()).toEqual(
    [
      'Account',
      'Balance',
      'Charge',
      'Customer',
      'Dispute',
      'DisputeFile',
      'Payment',
      'PaymentLink',
      'Refund',
      'Settlement',
    ].sort(),
  )
  for (const { name, fields, example } of objects) {
    expect(fields.length, name).toBeGreaterThan(3)
    expect(example, name).toBeTypeOf('object')
  }
  const names = new Set(objects.map(({ name }) => name))
  for (const { path, answer } of operations) expect(names, path).toContain(answer.object)
  for (const { kind, object } of reference.events.shown) expect(names, kind).toContain(object)
})

it('a field is described in prose', () => {
  const { body, parameters } = at('POST', '/customers/{id}/charges')
  expect(body.map(({ name, type, isRequired, limits }) => [name, type, isRequired, limits])).toEqual([
    // The upper bound depends on the currency's decimals and is described in the text below.
    ['amount', 'number', true, null],
    ['description', 'string or null', false, 'up to 120 characters'],
    ['use_saved_card', 'boolean', false, 'default false'],
  ])
  const link = at('POST', '/payment_links').body
  for (const fields of [body, link]) {
    expect(fields.find(({ name }) => name === 'amount')?.description).toContain(
      'at most 999,999,999 minor units: 9,999,999.99 in a currency of two decimals',
    )
  }
  expect(link.find(({ name }) => name === 'max_uses')?.limits).toContain('1 to 1,000,000')
  expect(parameters.map(({ location, fields }) => [location, fields.map(({ name }) => name)])).toEqual([
    ['path', ['id']],
    ['header', ['Idempotency-Key']],
  ])
  const payment = objects.find(({ name }) => name === 'Payment')?.fields ?? []
  const field = (name: string) => payment.find((one) => one.name === name)
  expect(field('approved_at')?.type).toBe('ISO 8601 date or null')
  expect(field('payer')?.fields.map(({ name }) => name)).toEqual(['name', 'email'])
  expect(field('payment_link')).toMatchObject({ type: 'object or null', object: null })
  expect(at('GET', '/me').summary).toBe('The account of the key')
  expect(at('GET', '/me').description).toBe('Serves to verify the key.')
  expect(field('status')?.values).toContain('VOIDED')
  const charge = objects.find(({ name }) => name === 'Charge')?.fields
  expect(charge?.find(({ name }) => name === 'payment_link')).toMatchObject({
    object: 'PaymentLink',
    fields: [],
  })
  const listed = at('GET', '/settlements').answer
  expect([listed.object, listed.isList]).toEqual(['Settlement', true])
})

it('sample calls are valid shell commands', () => {
  expect(sampleCall(at('GET', '/me'))).toBe(`curl "$BASE_URL/me" \\\n  -H "Authorization: Bearer $API_KEY"`)
  const cancel = sampleCall(at('POST', '/payment_links/{id}/cancel'))
  expect(cancel).toMatch(/^curl -X POST "\$BASE_URL\/payment_links\/pl_[0-9a-f]+\/cancel" \\\n/)
  const charge = sampleCall(at('POST', '/customers/{id}/charges'))
  expect(charge).toMatch(/^curl -X POST "\$BASE_URL\/customers\/cus_[0-9a-f]+\/charges"/)
  expect(charge).toContain("-H 'Idempotency-Key: ")
  expect(charge).toMatch(/-d '\{\s+"amount": 25\.5,.*\}'$/s)
  const quoted = sampleCall({
    ...at('POST', '/payment_links'),
    bodies: [{ name: 'one', value: { title: "Ana's" } }],
  })
  expect(quoted).not.toContain('Idempotency-Key')
  expect(quoted).toContain(`-d '{"title":"Ana'\\''s"}'`)
})

it('the reference documents how a call and a delivery are authenticated', () => {
  expect(reference.authorization).toContain('Authorization: Bearer')
  expect(reference.events.headers.map(({ name }) => name)).toContain('Service-Signature')
  expect(reference.events.headers.find(({ name }) => name === 'Service-Event')?.values).toEqual([])
  expect(reference.events.body.map(({ name }) => name)).toEqual(['event', 'created_at', 'data', 'test'])
})

it('an invalid OpenAPI document is refused', () => {
  expect(() => readReference({ openapi: '3.1.1', paths: {} })).toThrow()
})
