import { expect, it } from 'vitest'
import { CARD_CHOICE, cardChoiceText, readCardChoice } from './card'

it.each([
  ['visa', { brand: 'visa', last4: null }],
  ['4242', { brand: null, last4: '4242' }],
  ['visa-4242', { brand: 'visa', last4: '4242' }],
])('the filter %s is parsed and written back', (text, choice) => {
  expect(text).toMatch(CARD_CHOICE)
  expect(readCardChoice(text)).toEqual(choice)
  expect(cardChoiceText(choice)).toBe(text)
})

it.each(['', 'Visa', 'visa-', '-4242', '424', '42424', 'visa 4242', 'visa-424', '4242-visa', 'v'])(
  'the text %j is no card filter',
  (text) => {
    expect(text).not.toMatch(CARD_CHOICE)
  },
)

it('the filter for any card is the empty text', () => {
  expect(cardChoiceText({ brand: null, last4: null })).toBe('')
})
