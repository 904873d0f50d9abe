import { expect, test } from 'vitest'
import { bareAccountNumber, isWrongIban } from './account-number'

test('a number that begins like an IBAN has its check digits and the length of its country', () => {
  const wrong = (number: string) => isWrongIban(bareAccountNumber(number))
  const right = [
    'DE89 3704 0044 0532 0130 00',
    'gb33-bukb-2020-1555-5555-55',
    'NO93 8601 1117 947',
    '000123456789',
    'A1',
  ]
  expect(right.filter(wrong)).toEqual([])
  // The second has right check digits and a wrong length.
  const ends = ['DE00 1234', 'DE86 1234', 'DE89 3704 0044 0532 0130 01', 'ZZ12 34Ñ']
  expect(ends.filter((number) => !wrong(number))).toEqual([])
})
