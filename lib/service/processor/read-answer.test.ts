import { describe, expect, it } from 'vitest'
import { ProcessorUnreachable, readAnswer } from './port'

const authorized = {
  outcome: 'authorized',
  authorizationCode: 'A1B2C3',
  processorReference: 'tb_1',
  amountMinor: 100,
  currency: 'USD',
}

describe('an answer of a processor', () => {
  it('a response is read as the port defines it, without unknown fields', () => {
    expect(readAnswer.authorize({ ...authorized, risk: 7 })).toEqual(authorized)
    expect(readAnswer.void({ outcome: 'tombstone' })).toEqual({ outcome: 'tombstone' })
    expect(readAnswer.lookup(null)).toBeNull()
  })

  it.each([
    ['nothing', undefined],
    ['a page', '<html>Bad gateway</html>'],
    ['an unknown outcome', { ...authorized, outcome: 'maybe' }],
    ['an amount as text', { ...authorized, amountMinor: '100' }],
    ['half a cent', { ...authorized, amountMinor: 100.5 }],
    ['no authorisation code', { ...authorized, authorizationCode: '' }],
    ['a decline without its reason', { outcome: 'declined', processorReference: 'tb_1' }],
    [
      'an address that is a script',
      { outcome: 'confirmation_required', processorReference: 'tb_1', confirmUrl: 'javascript:alert(1)' },
    ],
  ])('an invalid response (%s) counts as no response', (_, answer) => {
    expect(() => readAnswer.authorize(answer)).toThrow(ProcessorUnreachable)
    expect(() => readAnswer.capture(answer)).toThrow(ProcessorUnreachable)
    expect(() => readAnswer.void(answer)).toThrow(ProcessorUnreachable)
    expect(() => readAnswer.tokenize(answer)).toThrow(ProcessorUnreachable)
  })

  it('an invalid response is never repeated in the error', () => {
    const secret = { ...authorized, outcome: 'tok_secret' }
    expect(() => readAnswer.authorize(secret)).toThrow(/^(?!.*tok_secret)/)
  })
})
