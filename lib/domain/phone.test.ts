import { describe, expect, it } from 'vitest'
import {
  isRoundedNumber,
  phoneFromQuery,
  phoneIdentity,
  phoneSpellings,
  readTypedPhone,
  shownPhone,
} from './phone'

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

  it.each([
    'tel:+14155550188',
    'TEL: 415 555 0188',
    'Tel. 415 555 0188',
    'Phone: (415) 555-0188',
    'Móvil 415-555-0188',
    'WhatsApp +1 415 555 0188',
    '\u{1F4DE} 415 555 0188',
    'هاتف: ٤١٥٥٥٥٠١٨٨',
    '\u2068+1 415 555 0188\u2069',
    '415 555 0188 (mobile)',
    'tel:4155550188;phone-context=+1',
    'tel:+1-415-555-0188;ext=3',
    '14155550188',
  ])('the phone %s is the same with its label', (text) => {
    expect(phoneIdentity(text, 'US')).toBe('+14155550188')
  })

  it.each([
    ['+52 55 1234 5678', 'MX'],
    ['+52 1 55 1234 5678', 'US'],
    ['+52 1 55 1234 5678', null],
    ['+52 044 55 1234 5678', 'MX'],
    ['1 55 1234 5678', 'MX'],
    ['044 55 1234 5678', 'MX'],
    ['045 55 1234 5678', 'MX'],
    ['01 55 1234 5678', 'MX'],
    ['Móvil: 044 (55) 1234-5678', 'MX'],
    ['55 1234 5678', 'MX'],
    ['00 52 1 55 1234 5678', 'MX'],
    ['525512345678', 'MX'],
    ['5215512345678', 'MX'],
    ['5215512345678', 'US'],
    ['5215512345678', null],
  ])('the Mexican phone %s with country %s has one identity', (text, country) => {
    expect(phoneIdentity(text, country)).toBe('+525512345678')
  })

  it.each([
    ['+55 31 99688 3193', 'US'],
    ['+55 31 9688 3193', 'US'],
    ['553196883193', 'BR'],
    ['31 9688-3193', 'BR'],
    ['(031) 9688-3193', 'BR'],
    ['0xx31 9688 3193', 'BR'],
    ['31 99688-3193', 'BR'],
    ['5531996883193', 'BR'],
  ])('the Brazilian mobile %s with country %s has one identity', (text, country) => {
    expect(phoneIdentity(text, country)).toBe('+5531996883193')
  })

  it('a Brazilian landline gets no ninth digit', () => {
    expect(phoneIdentity('+55 31 3688 3193', null)).toBe('+553136883193')
  })

  it.each([
    ['+54 9 11 2345 6789', null],
    ['+54 11 15 2345 6789', 'US'],
    ['+54 9 11 15 2345 6789', 'US'],
    ['011 15 2345 6789', 'AR'],
    ['11 15 2345-6789', 'AR'],
    ['9 11 2345 6789', 'AR'],
    ['5491123456789', 'AR'],
    ['541115 23456789', 'AR'],
  ])('the Argentine mobile %s with country %s has one identity', (text, country) => {
    expect(phoneIdentity(text, country)).toBe('+5491123456789')
  })

  it('an Argentine number with neither 9 nor 15 stays as it is, because a landline is called without them', () => {
    expect(phoneIdentity('011 4123-4567', 'AR')).toBe('+541141234567')
  })

  it('every spelling that a host may store belongs to the identity', () => {
    expect(phoneSpellings('+525512345678')).toEqual(
      expect.arrayContaining([
        '5512345678',
        '525512345678',
        '5215512345678',
        '0445512345678',
        '015512345678',
      ]),
    )
    expect(phoneSpellings('+5531996883193')).toEqual(
      expect.arrayContaining(['5531996883193', '553196883193', '03196883193']),
    )
    expect(phoneSpellings('+5491123456789')).toEqual(
      expect.arrayContaining(['54111523456789', '0111523456789', '5491123456789']),
    )
    expect(phoneSpellings('+14155550188')).toEqual(expect.arrayContaining(['4155550188', '0014155550188']))
  })

  it.each(['4.155550188E9', '4,15555E+09', '5.21552E+11', ' 4.155550188e+9 ', '4E+09'])(
    'the rounded number %s of a spreadsheet is no phone',
    (text) => {
      expect(isRoundedNumber(text)).toBe(true)
      expect(phoneIdentity(text, 'US')).toBeNull()
      expect(readTypedPhone(text, 'US')).toBeNull()
    },
  )

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

  it.each([
    ['+55 31 9688 3193', 'BR', '(31) 9688-3193'],
    ['+55 31 9688 3193', 'US', '+55 31 9688 3193'],
    ['31996883193', 'BR', '(31) 99688-3193'],
    ['+52 1 55 1234 5678', 'MX', '55 1234 5678'],
    ['044 55 1234 5678', 'MX', '55 1234 5678'],
    ['+5491123456789', 'AR', '011 15-2345-6789'],
    ['tel:+14155550188', 'US', '(415) 555-0188'],
    ['Tel. 415 555 0188', 'US', '(415) 555-0188'],
    ['tel:4155550188;phone-context=+1', 'US', '(415) 555-0188'],
  ])('the phone %s is shown with country %s as %s', (text, country, shown) => {
    expect(shownPhone(text, country)).toBe(shown)
  })

  it.each(['Tel. 415 555 0132', 'Móvil: 415 555 0132', 'whatsapp +1 415 555 0132', 'Cell (415) 555-0132'])(
    'the label of %s is no part of a searched phone',
    (text) => {
      expect(readTypedPhone(text, 'US')).toMatchObject({ e164: '+14155550132', isWhole: true })
    },
  )

  it('an old Brazilian number is written as it was typed', () => {
    expect(readTypedPhone('31 9688-3193', 'BR')).toMatchObject({
      e164: '+5531996883193',
      written: '+55 31 9688 3193',
    })
  })
})
