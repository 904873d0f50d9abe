import { expect, test } from 'vitest'
import { hostedCard } from '@/lib/messages/hosted-card'
import { problemOfOptionalCard, reactionToStripe } from './open-card-fields'

const NO_CARD: readonly unknown[] = []

test.each([
  ['nothing typed, no consent', { isEmpty: true, open: true, consent: false }, NO_CARD],
  ['a card typed and closed away, no consent', { isEmpty: false, open: false, consent: false }, NO_CARD],
  ['a card, no consent', { isEmpty: false, open: true, consent: false }, ['card_consent.required']],
  ['consent, nothing typed', { isEmpty: true, open: true, consent: true }, ['payment_method.consented']],
  ['consent, closed away', { isEmpty: true, open: false, consent: true }, ['payment_method.consented']],
  ['a card with consent', { isEmpty: false, open: true, consent: true }, null],
  ['a card with consent, closed away', { isEmpty: false, open: false, consent: true }, null],
])('the optional card of a sign-up: %s', (_, card, expected) => {
  const errors = problemOfOptionalCard(card)?.map(({ field, code }) => `${field}.${code}`) ?? null
  expect(errors).toEqual(expected)
})

test('a field that is not complete is reported at the card, whose own fields show what is wrong', () => {
  expect(reactionToStripe({ type: 'validation_error', message: 'Your card number is incomplete.' })).toEqual({
    errors: [{ field: 'payment_method', code: 'invalid' }],
  })
})

test('a payer reads the text for a card, and no text that is for developers', () => {
  expect(reactionToStripe({ type: 'card_error', message: 'Your card has expired.' })).toEqual({
    notice: { title: hostedCard.cardTitle, text: 'Your card has expired.' },
  })
  for (const error of [
    undefined,
    { type: 'api_connection_error', message: 'fetch failed' },
    { type: 'card_error' },
  ])
    expect(reactionToStripe(error)).toEqual({ notice: hostedCard.unreachable })
  expect(reactionToStripe({ type: 'invalid_request_error', message: 'No such key: pk_test_1' })).toEqual({
    notice: hostedCard.unreachable,
  })
})
