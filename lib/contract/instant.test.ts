import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant, wireInstant } from './instant'

describe('parseInstant', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20t10:00:00.5z', '2026-11-20T10:00:00.500Z'],
    ['2026-11-20T10:00:00+05:30', '2026-11-20T04:30:00.000Z'],
    ['2026-01-01T00:00:00-23:59', '2026-01-01T23:59:00.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
    ['2026-11-20T10:00:00.000001Z', '2026-11-20T10:00:00.001Z'],
    ['2026-11-20T10:00:00.999999999Z', '2026-11-20T10:00:01.000Z'],
  ])('the instant %s is parsed', (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso)
  })

  it.each([
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-20T10:00:00',
    '2026-11-20',
    '2026-11-20 10:00:00Z',
    '2026-11-20T10:00:00+0200',
    '2026-11-20T10:00:00+24:00',
    '2026-11-20T10:00:00+02:60',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '9999-12-31T23:59:59.9999Z',
    '1795000000',
    'now',
    '',
  ])('the text %j is no instant', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('parsing agrees with Date for every instant that Date prints with a four-digit year', () => {
    const range = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
    fc.assert(
      fc.property(fc.date({ ...range, noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toEqual(date)
      }),
    )
  })

  it('resources keep an instant’s text from another host, if Date can parse it', () => {
    expect(wireInstant.parse('2026-11-20T10:00:00.123456+00:00')).toBe('2026-11-20T10:00:00.123456+00:00')
    expect(wireInstant.safeParse('yesterday').success).toBe(false)
  })
})
