import { expect, test } from 'vitest'
import { typedAmounts } from './typed-amounts'

test.each([
  ['120.50', 'USD', [12_050]],
  ['120,5', 'USD', [12_050]],
  ['120.50 USD', 'USD', [12_050]],
  ['usd 120', 'USD', [12_000]],
  ['$1,200.00', 'USD', [120_000]],
  ['1.200', 'USD', [120_000, 120]],
  ['1.200,00 €', 'EUR', [120_000]],
  ['1.234', 'KWD', [1_234, 1_234_000]],
  ['500', 'JPY', [500]],
  ['120.505', 'USD', [12_050_500]],
  ['120.5055', 'USD', []],
  ['120.50 EUR', 'USD', []],
  ['0', 'USD', []],
  ['pay_123', 'USD', []],
  ['Table 12', 'USD', []],
  ['12', 'of a host with its own money', []],
])('%s in %s is %j', (text, currency, minor) => {
  expect(typedAmounts(text, currency).toSorted()).toEqual(minor.toSorted())
})
