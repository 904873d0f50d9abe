import { expect, test } from 'vitest'
import { english } from '@/test/english'
import { aCustomer } from '@/test/factories/dashboard'
import { changesOf, draftOf, draftProblems, newCustomerBody } from './form'

const ana = aCustomer({ name: 'Ana', phone: '+1 415 555 0132', email: null, notes: 'VIP' })

test('only changed fields are sent, and an emptied field is cleared', () => {
  const draft = draftOf(ana, '')
  expect(changesOf(draft, ana)).toEqual({})
  expect(changesOf({ ...draft, name: ' Ana ', email: 'a@b.test ', notes: '' }, ana)).toEqual({
    email: 'a@b.test',
    notes: null,
  })
})

test('the body of a new customer omits empty fields', () => {
  const draft = { ...draftOf(undefined, '+1 415 555 0132'), name: 'Ana', external_ref: 'CRM-1', notes: ' ' }
  expect(newCustomerBody(draft)).toEqual({
    name: 'Ana',
    phone: '+1 415 555 0132',
    external_ref: 'CRM-1',
  })
})

test('every wrong field of a draft is reported at once', () => {
  const draft = { name: ' ', phone: '12', email: 'x', notes: 'n'.repeat(501), external_ref: '' }
  expect(draftProblems(draft, english)).toEqual({
    name: english('customers.form.nameMissing'),
    phone: english('customers.form.phoneWrong'),
    email: english('customers.form.emailWrong'),
    notes: english('customers.form.notesTooLong'),
  })
})

test('a name that nobody can see is missing', () => {
  for (const name of ['\u200b', '\u2800', '\u3164'])
    expect(draftProblems({ ...draftOf(undefined, '+1 415 555 0132'), name }, english)).toEqual({
      name: english('customers.form.nameMissing'),
    })
})

test('a phone that a spreadsheet has rounded is a mistake of its own', () => {
  for (const phone of ['4.155550188E9', '4,15555E+09'])
    expect(draftProblems({ ...draftOf(undefined, phone), name: 'Ana' }, english)).toEqual({
      phone: english('customers.form.phoneRounded'),
    })
})
