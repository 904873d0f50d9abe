import { expect, it } from 'vitest'
import { addressOfFields, fieldsOfAddress, noticeOfAddress } from './posted-form'

it('reads the errors in an address, without pairs that lack a code', () => {
  expect(fieldsOfAddress('number.not_test_card,cvc.required,name')).toEqual([
    { field: 'number', code: 'not_test_card' },
    { field: 'cvc', code: 'required' },
  ])
  expect(fieldsOfAddress(undefined)).toEqual([])
})

it.each([
  ['3782 822463 10005', 'expiry.expired,cvc.digits_4'],
  ['4242 4242 4242 4242', 'expiry.expired,cvc.digits_3'],
  ['9', 'expiry.expired,cvc.invalid_cvc'],
  ['', 'expiry.expired,cvc.invalid_cvc'],
])(
  'the error address of card %s contains the length of its code and no digit of the number',
  (number, expected) => {
    const fields = [
      { field: 'expiry', code: 'expired' },
      { field: 'cvc', code: 'invalid_cvc' },
    ]
    expect(addressOfFields(fields, () => number)).toBe(expected)
    expect(addressOfFields([{ field: 'cvc', code: 'required' }], () => number)).toBe('cvc.required')
  },
)

it.each([
  ['12', '12 s'],
  ['86400', '86400 s'],
  ['100000', undefined],
  ['0', undefined],
  ['1e3', undefined],
  [undefined, undefined],
])('the wait %s in the address is the notice %s', (wait, text) => {
  const copy = {
    tooManyTitle: '',
    tooMany: (seconds: number) => `${seconds} s`,
    bankDownTitle: '',
    bankDown: '',
  }
  expect(noticeOfAddress({ wait }, copy)?.text).toBe(text)
})
