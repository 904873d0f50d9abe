import { expect, it } from 'vitest'
import { english } from '@/test/english'
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
  ['1', 'Wait 1 second and'],
  ['86400', 'Wait 86,400 seconds and'],
])('the wait %s in the address is the notice %s', (wait, text) => {
  expect(noticeOfAddress({ wait }, 'pay-form', english)?.text).toContain(text)
})

it.each(['100000', '0', '1e3', undefined])('the wait %s in the address is none', (wait) => {
  expect(noticeOfAddress({ wait }, 'pay-form', english)).toBeNull()
})
