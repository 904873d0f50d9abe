import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemReader } from './contract-client'

/** Reads a text in chunks of `size` bytes. */
function read(text: string, size = 7) {
  const items: unknown[] = []
  const reader = new ItemReader('payments', (item) => items.push(item))
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) reader.write(bytes.subarray(start, start + size))
  return { object: reader.object, items }
}

test('an object is parsed as JSON.parse does, and its items one by one', () => {
  const object = fc.record({
    id: fc.string({ unit: 'binary' }),
    payments: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
    more: fc.jsonValue({ maxDepth: 2 }),
  })
  fc.assert(
    fc.property(object, fc.integer({ min: 1, max: 40 }), (given, size) => {
      const text = JSON.stringify(given)
      const { payments, ...rest } = JSON.parse(text)
      const whole = { object: { ...rest, payments: [] }, items: payments }
      expect(isDeepStrictEqual(read(text, size), whole)).toBe(true)
    }),
  )
})

test.each(['', '{"id":"S1","payments":[{"id":"P1"}', '{"id":"S1",}', '<html>', '{"id":"S1"}x'])(
  'the text %j is not an object',
  (text) => {
    expect(read(text).object).toBeUndefined()
  },
)

test('a value that is not a list has no items', () => {
  for (const payments of [null, 7, { P1: { id: 'P1' } }])
    expect(read(JSON.stringify({ id: 'S1', payments }))).toEqual({
      object: { id: 'S1', payments },
      items: [],
    })
})
