import { describe, expect, it } from 'vitest'
import { scrub, shownError } from './log'

describe('scrub', () => {
  it.each(['4242424242424242', '4242 4242 4242 4242', '3782-822463-10005', '4000000000000002'])(
    'takes the card number %s out of a line',
    (number) => {
      const line = scrub(JSON.stringify({ msg: `paid by ${number}.` }))
      expect(line).toBe('{"msg":"paid by [redacted card]."}')
    },
  )

  it('takes keys, signing secrets and bearer headers out, wherever they stand', () => {
    const line = scrub(
      '{"a":"checkout_sk_0aB9","b":"whsec_x-Y_z, twice whsec_q","c":"Authorization: Bearer abc.def","d":"bearer  tok"}',
    )
    expect(line).toBe(
      '{"a":"checkout_sk_[redacted]","b":"whsec_[redacted], twice whsec_[redacted]","c":"Authorization: Bearer [redacted]","d":"bearer  [redacted]"}',
    )
    expect(JSON.parse(line)).toHaveProperty('d')
  })

  it.each([
    '{"time":1700000000000}',
    '{"id":"pay_0197a3b4c5d6e7f8901234567890abcd"}',
    '{"amount":120.5,"duration_ms":12}',
    '{"time":"2026-11-20T12:00:00.000Z"}',
    '{"number":"4242424242424241"}',
  ])('leaves %s alone', (line) => {
    expect(scrub(line)).toBe(line)
  })
})

describe('an error in a line', () => {
  it('tells its name, code, words and place, and none of the rows and objects that hang on it', () => {
    const error = Object.assign(new Error('new row violates a check'), {
      code: '23514',
      detail: 'Failing row contains (acct_1, Ada Lovelace, ada@example.test).',
      details: { customer_id: 'cus_1' },
    })
    const shown = shownError(error)
    expect(shown).toEqual({
      type: 'Error',
      code: '23514',
      message: 'new row violates a check',
      stack: error.stack,
    })
    expect(shownError('gone')).toEqual({ message: 'gone' })
  })
})
