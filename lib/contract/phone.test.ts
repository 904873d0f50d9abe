import { describe, expect, it } from 'vitest'
import { phoneFromQuery, phoneIdentity, phoneText } from './phone'

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
  ])('reads %s with country %s as one phone', (text, country) => {
    expect(phoneIdentity(text, country)).toBe('+4915123456789')
  })

  it('falls back to the digits where nothing parses', () => {
    expect(phoneIdentity('123-456-78', null)).toBe('12345678')
    expect(phoneIdentity('+999 123456', 'DE')).toBe('999123456')
    expect(phoneIdentity('123456', 'ZZ')).toBe('123456')
  })

  it('is the same for the form that it gives', () => {
    for (const text of ['+4915123456789', '12345678', '+15551234567']) {
      expect(phoneIdentity(text, 'US')).toBe(phoneIdentity(phoneIdentity(text, 'US') ?? '', 'US'))
    }
  })

  it('needs 6 to 15 digits', () => {
    expect(phoneIdentity('12345', null)).toBeNull()
    expect(phoneIdentity('1234567890123456', null)).toBeNull()
    expect(phoneIdentity('call me', 'DE')).toBeNull()
    expect(phoneText.safeParse('12345').success).toBe(false)
    expect(phoneText.parse(' +49 151 23456789 ')).toBe('+49 151 23456789')
  })

  it('reads a leading space of a query as the plus that it was', () => {
    expect(phoneFromQuery(' 4915123456789')).toBe('+4915123456789')
    expect(phoneFromQuery('+4915123456789')).toBe('+4915123456789')
    expect(phoneFromQuery('0151 23456789')).toBe('0151 23456789')
  })
})
