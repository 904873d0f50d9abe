import { expect, test } from 'vitest'
import { accountFields, emptyDraft, emptyFields, sameNumber } from './bank-account-draft'

test('two entries of a number match however they are grouped', () => {
  expect(sameNumber('gt82 trAJ 0102', 'GT82TRAJ0102')).toBe(true)
  expect(sameNumber('000-123.456 789', '000123456789')).toBe(true)
  expect(sameNumber('000123456789', '000123456798')).toBe(false)
})

test('a field of spaces counts as empty', () => {
  expect(emptyFields({ ...emptyDraft, bank_name: 'Banco', holder: '  ' }, accountFields)).toEqual([
    'holder',
    'number',
  ])
})
