import { expect, test } from 'vitest'
import { typedCard } from './search-text'

test.each([
  ['visa 4242', 'visa', '4242', ''],
  ['Visa ••4242', 'visa', '4242', ''],
  ['•••• 4242', null, '4242', ''],
  ['••4242', null, '4242', ''],
  ['•••• •••• •••• 4242', null, '4242', ''],
  ['****4242', null, '4242', ''],
  ['American Express ••0005', 'amex', '0005', ''],
  ['amex 0005', 'amex', '0005', ''],
  ['Saved card ••4242', null, '4242', ''],
  // Only the terms matter, not the spaces between them.
  ['Ada visa 4242 dinner', 'visa', '4242', 'Ada   dinner'],
])('%s is the card %s %s', (text, brand, last4, rest) => {
  expect(typedCard(text)).toMatchObject({ brand, last4, rest })
})

test.each(['4242', 'Ada 4242', 'visa', 'visa 42424', 'visa 4242.50', 'televisa 4242', 'A••42', 'visa 42'])(
  '%s is not a card',
  (text) => {
    expect(typedCard(text)).toBeNull()
  },
)
