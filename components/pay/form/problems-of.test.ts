import { expect, test } from 'vitest'
import { problemsOf } from './payer-form'

const messages = { number: 'Check it.', 'number.required': 'Enter it.', evil: 'Evil.' }

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
