import { expect, it } from 'vitest'
import { searchedText } from './search-text'

it.each([
  ['http://localhost:3000/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['localhost:3000/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['localhost/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['Pay.Example/pay/pl_019a0000aaaa/?utm=x#top', 'pl_019a0000aaaa'],
  ['https://pay.example/receipt/pay_019a0000aaaa', 'pay_019a0000aaaa'],
  ['https://otherpay.example/p/L1', 'L1'],
  ['https://pay.example', 'https://pay.example'],
  ['https://pay.example/?order=7', 'https://pay.example/?order=7'],
  ['Fish/chips', 'Fish/chips'],
  ['A.B/12', 'A.B/12'],
  ['see pay.example/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['https://pay.example/pay/pl_019a0000aaaa.', 'pl_019a0000aaaa'],
  ['(https://pay.example/pay/pl_019a0000aaaa),', 'pl_019a0000aaaa'],
  ['<https://pay.example/pay/pl_019a0000aaaa>', 'pl_019a0000aaaa'],
  ['*https://pay.example/pay/pl_019a0000aaaa*', 'pl_019a0000aaaa'],
  ['Hi Ana!\nHere is your link: https://pay.example/pay/pl_019a0000aaaa. Thank you!', 'pl_019a0000aaaa'],
  ['See https://shop.example/tea and https://pay.example/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['[Pay](https://pay.example/pay/pl_019a0000aaaa)', 'pl_019a0000aaaa'],
  ['pl_019a0000aaaa.', 'pl_019a0000aaaa'],
  ['#pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['Your payment pay_019a0000aaaa has failed, please look', 'pay_019a0000aaaa'],
])('the payment link or payment in %j is searched', (text, wanted) => {
  expect(searchedText(text)).toBe(wanted)
})

it.each([
  ['wa.me/14155550188', '+14155550188'],
  ['https://wa.me/14155550188?text=Hello%20Ana', '+14155550188'],
  ['https://wa.me/+14155550188/', '+14155550188'],
  ['https://api.whatsapp.com/send?phone=14155550188&text=Hi', '+14155550188'],
  ['https://api.whatsapp.com/send/?phone=%2B14155550188', '+14155550188'],
  ['web.whatsapp.com/send?phone=14155550188', '+14155550188'],
  ['whatsapp://send?phone=14155550188', '+14155550188'],
  ['Write to me: wa.me/14155550188.', '+14155550188'],
  [
    'https://wa.me/?text=Pay%20here%3A%20https%3A%2F%2Fpay.example%2Fpay%2Fpl_019a0000aaaa',
    'pl_019a0000aaaa',
  ],
  ['sms:+14155550188?body=Hi', '+14155550188'],
  ['tel:+1-415-555-0188', 'tel:+1-415-555-0188'],
  ['Tel. 415 555 0188', 'Tel. 415 555 0188'],
  ['Hi, it is Ana. Please call +1 (415) 555-0188 today', '+1 (415) 555-0188'],
  ['Ana García\nTel: 415 555 0188', '415 555 0188'],
  ['Ana García 415 555 0188', '415 555 0188'],
  ['Hello, my number is 4155550188, thanks', '4155550188'],
  ['Kate Bell\t4155550188', '4155550188'],
])('the phone in %j is searched', (text, wanted) => {
  expect(searchedText(text)).toBe(wanted)
})

it.each([
  ['mailto:a@b.co?subject=Hello', 'a@b.co'],
  ['mailto:ana%2Bx@b.co', 'ana+x@b.co'],
  ['mailto:a@b.co,c@d.co', 'a@b.co'],
  ['Kate Bell, +1 415-555-0188, kate@shop.test', 'kate@shop.test'],
  ['ana\u200b@shop.test', 'ana@shop.test'],
  ['\u202aana@shop.test\u202c', 'ana@shop.test'],
  ['ana@shop.test.', 'ana@shop.test'],
  ['Ana García <ana@shop.test>', 'ana@shop.test'],
  ['"Ana" <ana@shop.test>,', 'ana@shop.test'],
  ['E-mail: ana@shop.test', 'ana@shop.test'],
  ['Hello, please send it to ana@shop.test. Thanks!', 'ana@shop.test'],
])('the e-mail in %j is searched', (text, wanted) => {
  expect(searchedText(text)).toBe(wanted)
})

it.each([
  'boat ana@shop.test',
  'ana@shop.test 120.50',
  'Invoice 2024051122',
  'Weekend box – 2026-11-27',
  '2026-11-27 10:30',
  'Carlos Souza R$ 120,50',
  'Carlos Souza +120,50',
  'Table 12, 1.202.500,80',
  'boat order_5678abcd',
  '4242 4242 4242 4242',
  '\u200b',
])('the text %j is searched as it is', (text) => {
  expect(searchedText(text)).toBe(text)
})

it('a long message with nothing to find is cut', () => {
  expect(searchedText('word '.repeat(400)).length).toBeLessThanOrEqual(255)
})
