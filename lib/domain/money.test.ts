import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, decimalsOf, isCurrency } from './currencies'
import { feeMinor, percentToPpm, ppmToPercent } from './fee'
import { formatMajor, roundHalfUp, toDecimalString, toMajor, toMinor } from './money'

const currency = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF')
const minor = fc.integer({ min: 1, max: 999_999_999 })

describe('currencies', () => {
  it('decimals follow ISO 4217, and other codes are unknown', () => {
    expect(['USD', 'JPY', 'KWD', 'IQD', 'ISK', 'CLF', 'HUF'].map(decimalsOf)).toEqual([2, 0, 3, 3, 0, 4, 2])
    expect(isCurrency('usd')).toBe(false)
    expect(isCurrency('XXX')).toBe(false)
    expect(isCurrency('constructor')).toBe(false)
    expect(() => decimalsOf('ZZZ')).toThrow(RangeError)
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
    expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
  })
})

describe('toMinor', () => {
  it('conversion is exact where float arithmetic is not', () => {
    expect(1.15 * 100).not.toBe(115)
    for (const [major, code, expected] of [
      [1.15, 'USD', 115],
      [0.01, 'USD', 1],
      [8.2, 'USD', 820],
      [9_999_999.99, 'USD', 999_999_999],
      [999_999_999, 'JPY', 999_999_999],
      [0.001, 'KWD', 1],
      [0.0001, 'CLF', 1],
      [1e5, 'USD', 10_000_000],
    ] as const) {
      expect(toMinor(major, code)).toEqual({ ok: true, minor: expected })
    }
  })

  it.each([
    [0, 'USD', 'amount_too_small'],
    [-0, 'USD', 'amount_too_small'],
    [-5, 'USD', 'amount_too_small'],
    [0.009, 'USD', 'amount_too_small'],
    [5e-324, 'USD', 'amount_too_small'],
    [1e-7, 'CLF', 'amount_too_small'],
    [0.5, 'JPY', 'amount_too_small'],
    [1.005, 'USD', 'too_many_decimals'],
    [1.5, 'JPY', 'too_many_decimals'],
    [0.1 + 0.2, 'USD', 'too_many_decimals'],
    [10_000_000, 'USD', 'amount_too_large'],
    [9_999_999.999, 'USD', 'amount_too_large'],
    [1e21, 'JPY', 'amount_too_large'],
    [Number.MAX_VALUE, 'USD', 'amount_too_large'],
    [Number.NaN, 'USD', 'not_a_number'],
    [Number.POSITIVE_INFINITY, 'USD', 'not_a_number'],
  ] as const)('the amount %d %s is refused: %s', (major, code, problem) => {
    expect(toMinor(major, code)).toEqual({ ok: false, code: problem })
  })

  it('every result of toMajor converts back, in every kind of currency', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const wire: unknown = JSON.parse(JSON.stringify(toMajor(amount, code)))
        expect(toMinor(Number(wire), code)).toEqual({ ok: true, minor: amount })
      }),
    )
  })

  it('a number that is not a whole number of minor units is never accepted', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), currency, (major, code) => {
        const parsed = toMinor(major, code)
        if (parsed.ok) expect(toMajor(parsed.minor, code)).toBe(major)
      }),
    )
  })
})

describe('toMajor', () => {
  it('amounts are exact, including sums and debts', () => {
    expect(toDecimalString(12_050, 'USD')).toBe('120.50')
    expect(toDecimalString(-5, 'USD')).toBe('-0.05')
    expect(toDecimalString(0, 'USD')).toBe('0.00')
    expect(toDecimalString(7n, 'JPY')).toBe('7')
    expect(String(toMajor(99_999_999_999_999, 'USD'))).toBe('999999999999.99')
    expect(toMajor(-1, 'KWD')).toBe(-0.001)
    expect(() => toMajor(1.5, 'USD')).toThrow(RangeError)
    expect(Object.is(toMajor(0, 'USD'), 0)).toBe(true)
  })

  it('formatted amounts have all decimals of the currency', () => {
    expect(formatMajor(1234.5, 'USD')).toBe('1,234.50')
    expect(formatMajor(1234.5, 'USD', 'de')).toBe('1.234,50')
    expect(formatMajor(1234, 'JPY')).toBe('1,234')
    expect(formatMajor(1.25, 'ZZZ')).toBe('1.25')
  })
})

describe('fees', () => {
  it('a fee is rounded half up, once', () => {
    expect(roundHalfUp(5n, 10n)).toBe(1n)
    expect(roundHalfUp(4n, 10n)).toBe(0n)
    expect(roundHalfUp(-5n, 10n)).toBe(0n)
    expect(roundHalfUp(-6n, 10n)).toBe(-1n)
    expect(feeMinor(10_000, { percentPpm: 29_000, fixedMinor: 30 })).toBe(320)
    expect(feeMinor(50, { percentPpm: 10_000, fixedMinor: 0 })).toBe(1)
    expect(feeMinor(49, { percentPpm: 10_000, fixedMinor: 0 })).toBe(0)
    expect(feeMinor(999_999_999, { percentPpm: 1_000_000, fixedMinor: 0 })).toBe(999_999_999)
  })

  it('a fee is the nearest minor unit to the exact share', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 1_000_000 }), (amount, percentPpm) => {
        const twiceError =
          2n *
          (BigInt(feeMinor(amount, { percentPpm, fixedMinor: 0 })) * 1_000_000n -
            BigInt(amount) * BigInt(percentPpm))
        expect(twiceError > -1_000_000n && twiceError <= 1_000_000n).toBe(true)
      }),
    )
  })

  it('percentage points convert exactly', () => {
    expect(percentToPpm(2.9)).toBe(29_000)
    expect(percentToPpm(0)).toBe(0)
    expect(percentToPpm(100)).toBe(1_000_000)
    expect(() => percentToPpm(1.00001)).toThrow(RangeError)
    expect(() => percentToPpm(-1)).toThrow(RangeError)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (ppm) => {
        expect(percentToPpm(ppmToPercent(ppm))).toBe(ppm)
      }),
    )
  })
})
