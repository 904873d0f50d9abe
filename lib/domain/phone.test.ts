import { describe, expect, it } from 'vitest'
import { phoneFromQuery, phoneIdentity, readTypedPhone, shownPhone } from './phone'

describe('phoneIdentity', () => {
  it.each([
    ['+49 151 23456789', null],
    ['+49-151-23456789', 'US'],
    ['0151 / 23456789', 'DE'],
    ['(0151) 23456789', 'DE'],
    ['0049 151 23456789', 'DE'],
    ['0049 151 23456789', 'US'],
    ['  +4915123456789 ', 'FR'],
    ['+٤٩ ١٥١ ٢٣٤٥٦٧٨٩', null],
  ])('the spelling %s with country %s has the same identity', (text, country) => {
    expect(phoneIdentity(text, country)).toBe('+4915123456789')
  })

  it('the identity falls back to the digits if the phone does not parse', () => {
    expect(phoneIdentity('123-456-78', null)).toBe('12345678')
    expect(phoneIdentity('+999 123456', 'DE')).toBe('999123456')
    expect(phoneIdentity('123456', 'ZZ')).toBe('123456')
  })

  it('an identity is its own identity', () => {
    for (const text of ['+4915123456789', '12345678', '+15551234567']) {
      expect(phoneIdentity(text, 'US')).toBe(phoneIdentity(phoneIdentity(text, 'US') ?? '', 'US'))
    }
  })

  it('a phone needs 6 to 15 digits', () => {
    expect(phoneIdentity('12345', null)).toBeNull()
    expect(phoneIdentity('1234567890123456', null)).toBeNull()
    expect(phoneIdentity('call me', 'DE')).toBeNull()
  })

  it('a leading space in a query is read as a plus', () => {
    expect(phoneFromQuery(' 4915123456789')).toBe('+4915123456789')
    expect(phoneFromQuery('+4915123456789')).toBe('+4915123456789')
    expect(phoneFromQuery('0151 23456789')).toBe('0151 23456789')
  })
})

describe('a typed or pasted phone', () => {
  it.each([
    ['+1 415 555 0132', 'US'],
    ['\u202a+1 (415) 555\u20110132\u202c', 'US'],
    ['415-555-0132', 'US'],
    ['(415) 555 0132', 'US'],
    ['415.555.0132', 'US'],
    ['00 1 415 555 0132', 'DE'],
    ['tel:+14155550132', null],
    ['14155550132', 'US'],
  ])('a phone is read from %s with country %s', (text, country) => {
    expect(readTypedPhone(text, country)).toMatchObject({
      e164: '+14155550132',
      national: '4155550132',
      isWhole: true,
      written: '+1 415 555 0132',
    })
  })

  it('a possible number is accepted even if it is not assigned, such as one reserved for fiction', () => {
    for (const text of ['0044 7700-900436', '+44 7700 900436'])
      expect(readTypedPhone(text, 'US')).toMatchObject({ e164: '+447700900436', isWhole: true })
    expect(shownPhone('0044 7700-900436', 'US')).toBe('+44 7700 900436')
  })

  it('a short number counts as a partial one, and amounts and other text are refused', () => {
    expect(readTypedPhone('555 0132', 'US')).toMatchObject({ digits: '5550132', isWhole: false })
    for (const text of ['120.50', '1,200', '1.200,50', '298', 'A-1024', '••4242', 'pay_1234567890'])
      expect(readTypedPhone(text, 'US')).toBeNull()
  })

  it('a phone is shown in the notation of the account’s country, or with its own country code', () => {
    expect(shownPhone('+14155550132', 'US')).toBe('(415) 555-0132')
    expect(shownPhone('415 555 0132', 'US')).toBe('(415) 555-0132')
    expect(shownPhone('+49 151 23456789', 'US')).toBe('+49 1512 3456789')
    expect(shownPhone('+14155550132', null)).toBe('+1 415 555 0132')
    expect(shownPhone('12-34-56', 'ZZ')).toBe('12-34-56')
  })
})
