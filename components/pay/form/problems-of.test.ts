import { expect, test } from 'vitest'
import { translator } from '@/lib/messages/translator'
import { messagesOf, problemsOf } from './payer-form'

const texts = {
  'pay-form.problems.number': 'Check it.',
  'card-fields.problems.number.required': 'Enter it.',
  'pay-form.problems.evil': 'Evil.',
}
const messages = messagesOf(translator('en', texts), 'pay-form')

test('a field shows the message of its first error, and a code without a message shows that of the field', () => {
  const errors = [
    { field: 'number', code: 'required' },
    { field: 'number', code: 'too_short' },
  ]
  expect(problemsOf(errors, ['number'], messages)).toEqual({ number: 'Enter it.' })
  expect(problemsOf(errors.slice(1), ['number'], messages)).toEqual({ number: 'Check it.' })
})

test('errors of fields that the form lacks are ignored', () => {
  expect(problemsOf([{ field: 'evil', code: 'code' }], ['number'], messages)).toEqual({})
})
