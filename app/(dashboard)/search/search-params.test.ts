import { describe, expect, test } from 'vitest'
import { Refusal } from '@/lib/dashboard/refusal'
import { parseSearch } from './search-params'

describe('a typed amount', () => {
  test.each([
    ['120.50', 'USD', 'en', 12_050],
    ['120,5', 'USD', 'en', 12_050],
    ['120.50 USD', 'USD', 'en', 12_050],
    ['usd 120', 'USD', 'en', 12_000],
    ['$1,200.00', 'USD', 'en', 120_000],
    ['1.200,00 €', 'EUR', 'de', 120_000],
    ['1.234', 'KWD', 'en', 1_234],
    ['500', 'JPY', 'ja', 500],
    ['120.505', 'USD', 'en', null],
    ['120.50 EUR', 'USD', 'en', null],
    ['0', 'USD', 'en', null],
    ['pay_123', 'USD', 'en', null],
    ['Table 12', 'USD', 'en', null],
    ['12', 'of a host with its own money', 'en', null],
  ])('%s in %s (%s) is %s', (q, currency, locale, amountMinor) => {
    expect(parseSearch({ q }, currency, locale)).toEqual({ text: q, amountMinor })
  })
})

test.each([undefined, '', '   ', 'a\0', 'x'.repeat(300)])('%j is no search', (q) => {
  expect(() => parseSearch({ q }, 'USD', 'en')).toThrow(Refusal)
})
