import { expect, it } from 'vitest'
import { isAccepted } from './currencies'

it.each(['USD', 'EUR', 'JPY', 'CLP', 'HUF', 'TWD', 'XOF'])(
  'Stripe charges %s in the same minor unit as ours',
  (currency) => {
    expect(isAccepted('stripe', currency)).toBe(true)
  },
)

it.each([
  ['ISK', 'Stripe counts it in hundredths'],
  ['UGX', 'Stripe counts it in hundredths'],
  ['MGA', 'Stripe counts it in whole units'],
  ['KWD', 'its amounts must end in zero at Stripe'],
  ['TND', 'its amounts must end in zero at Stripe'],
  ['CLF', 'Stripe does not charge it'],
  ['IRR', 'Stripe does not charge it'],
  ['usd', 'it is not a currency code'],
])('%s is refused: %s', (currency) => {
  expect(isAccepted('stripe', currency)).toBe(false)
})
