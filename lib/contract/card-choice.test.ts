import { expect, it } from 'vitest'
import { CARD_CHOICE, cardChoiceText, readCardChoice } from './card-choice'

it.each([
  ['visa', { brand: 'visa', last4: null }],
  ['4242', { brand: null, last4: '4242' }],
  ['visa-4242', { brand: 'visa', last4: '4242' }],
])('%s is read, and written again', (text, choice) => {
  expect(text).toMatch(CARD_CHOICE)
  expect(readCardChoice(text)).toEqual(choice)
  expect(cardChoiceText(choice)).toBe(text)
})

it.each(['', 'Visa', 'visa-', '-4242', '424', '42424', 'visa 4242', 'visa-424', '4242-visa', 'v'])(
  '%j names no cards',
  (text) => {
    expect(text).not.toMatch(CARD_CHOICE)
  },
)

it('any card has no text', () => {
  expect(cardChoiceText({ brand: null, last4: null })).toBe('')
})
