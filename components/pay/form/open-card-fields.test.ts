import { expect, test } from 'vitest'
import { english } from '@/test/english'
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
  expect(
    reactionToStripe({ type: 'validation_error', message: 'Your card number is incomplete.' }, english),
  ).toEqual({
    errors: [{ field: 'payment_method', code: 'invalid' }],
  })
})

const unreachable = {
  title: english('hosted-card.unreachable.title'),
  text: english('hosted-card.unreachable.text'),
}

test('a payer reads the text for a card, and no text that is for developers', () => {
  expect(reactionToStripe({ type: 'card_error', message: 'Your card has expired.' }, english)).toEqual({
    notice: { title: english('hosted-card.cardTitle'), text: 'Your card has expired.' },
  })
  for (const error of [
    undefined,
    { type: 'api_connection_error', message: 'fetch failed' },
    { type: 'card_error' },
  ])
    expect(reactionToStripe(error, english)).toEqual({ notice: unreachable })
  expect(
    reactionToStripe({ type: 'invalid_request_error', message: 'No such key: pk_test_1' }, english),
  ).toEqual({
    notice: unreachable,
  })
})
