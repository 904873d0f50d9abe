import { expect, test } from 'vitest'
import { accountFields, emptyDraft, emptyFields, sameNumber } from './bank-account-draft'

test('a number typed twice is one number however it is grouped', () => {
  expect(sameNumber('gt82 trAJ 0102', 'GT82TRAJ0102')).toBe(true)
  expect(sameNumber('000-123.456 789', '000123456789')).toBe(true)
  expect(sameNumber('000123456789', '000123456798')).toBe(false)
})

test('what is only spaces is missing', () => {
  expect(emptyFields({ ...emptyDraft, bank_name: 'Banco', holder: '  ' }, accountFields)).toEqual([
    'holder',
    'number',
  ])
})
