import { expect, it, test } from 'vitest'
import { searchedText, searchKind, searchTerms, typedAmounts, typedCard } from './search-text'

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
  ['*https://pay.example/pay/pl_019a0000aaaa*', 'pl_019a0000aaaa'],
  ['Hi Ana!\nHere is your link: https://pay.example/pay/pl_019a0000aaaa. Thank you!', 'pl_019a0000aaaa'],
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
  ['Write to me: wa.me/14155550188.', '+14155550188'],
])('the phone of the messenger’s link %j is searched', (text, wanted) => {
  expect(searchedText(text)).toBe(wanted)
})

it('invisible characters are not searched', () => {
  expect(searchedText('\u202aana\u200b@shop.test\u202c')).toBe('ana@shop.test')
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

it.each([
  ['MVXMYU', 'authorization_code'],
  ['A1B2C3', 'authorization_code'],
  ['123456', 'authorization_code'],
  ['AB12C', 'authorization_code'],
  ['4242', 'last4'],
  ['mvxmyu', 'text'],
  ['ehm0tl', 'authorization_code'],
  ['table12', 'text'],
  ['MARIANA', 'text'],
  ['Weekend', 'text'],
  ['53.40', 'amount'],
  ['53,40 usd', 'amount'],
  ['$1,200.00', 'amount'],
  ['1 200,00', 'amount'],
  ['EUR 45', 'amount'],
  ['45', 'amount'],
  ['R$ 120,50', 'amount'],
  ['R$ 1.202,80', 'amount'],
  ['+120,50', 'amount'],
  ['12 May', 'text'],
  ['100%', 'text'],
  ['Table 12', 'text'],
  ['ana@', 'email'],
  ['pay_019a0000aaaa', 'id'],
  ['visa 4242', 'last4'],
  ['•••• 4242', 'last4'],
  ['Ada visa 4242', 'text'],
])('%s is searched as %s', (text, kind) => {
  expect(searchKind(text)).toBe(kind)
})

test.each([
  ['Carlos Souza R$ 120,50', 'BRL', ['carlos', 'souza', '120,50']],
  ['R$ 1.202,80 Carlos', 'BRL', ['1.202,80', 'carlos']],
  ['Carlos 120,50 kr.', 'SEK', ['carlos', '120,50']],
  ['S/ 120.50 Rosa', 'PEN', ['120.50', 'rosa']],
  ['B/. 12.50 Rosa', 'PAB', ['12.50', 'rosa']],
  ['Olivia 32.40 USD', 'USD', ['olivia', '32.40']],
  ['Carlos R$120,50', 'BRL', ['carlos', 'r$120,50']],
  ['Carlos +120,50', 'BRL', ['carlos', '+120,50']],
  // Away from the amount it is a word like any other.
  ['kr Carlos 120,50', 'SEK', ['kr', 'carlos', '120,50']],
  ['USD account', 'USD', ['usd', 'account']],
])('the search %s in %s has the terms %j', (text, currency, expected) => {
  const terms = searchTerms(text, currency)
  expect(terms.map(({ word }) => word)).toEqual(expected)
  expect(terms.some(({ amounts }) => amounts.length > 0)).toBe(/\d/.test(text))
})

test.each([
  ['120.50', 'USD', [12_050]],
  ['120,5', 'USD', [12_050]],
  ['120.50 USD', 'USD', [12_050]],
  ['usd 120', 'USD', [12_000]],
  ['$1,200.00', 'USD', [120_000]],
  ['1.200', 'USD', [120_000, 120]],
  ['1.200,00 €', 'EUR', [120_000]],
  ['1.234', 'KWD', [1_234, 1_234_000]],
  ['500', 'JPY', [500]],
  ['120.505', 'USD', [12_050_500]],
  ['120.5055', 'USD', []],
  ['120.50 EUR', 'USD', []],
  ['+120,50', 'EUR', [12_050]],
  ['+ 120.50', 'USD', [12_050]],
  ['R$ 120,50', 'BRL', [12_050]],
  ['R$\u00a01.202,80', 'BRL', [120_280]],
  ['r$120,50', 'BRL', [12_050]],
  ['+R$ 120,50', 'BRL', [12_050]],
  ['120,50 R$', 'BRL', [12_050]],
  ['Bs 120,50', 'BOB', [12_050]],
  ['kr 120,50', 'SEK', [12_050]],
  ['120,50 kr.', 'DKK', [12_050]],
  ['S/ 120.50', 'PEN', [12_050]],
  ['S/.120.50', 'PEN', [12_050]],
  ['B/. 12.50', 'PAB', [1_250]],
  ['Q 100', 'GTQ', [10_000]],
  ['R 120,50', 'ZAR', [12_050]],
  ['120,50 zł', 'PLN', [12_050]],
  ['1.202 Kč', 'CZK', [120_200]],
  ['5000 Ft', 'HUF', [500_000]],
  ['Gs. 50.000', 'PYG', [50_000]],
  ['US$ 120', 'USD', [12_000]],
  ['U$S 120', 'USD', [12_000]],
  ['+USD 120', 'USD', [12_000]],
  ['500円', 'JPY', [500]],
  ['120 TL', 'TRY', [12_000]],
  ['FCFA 5000', 'XAF', [5_000]],
  ['د.إ. 120', 'AED', [12_000]],
  ['120 ₪', 'ILS', [12_000]],
  ['Q 100', 'USD', []],
  ['0', 'USD', []],
  ['pay_123', 'USD', []],
  ['Table 12', 'USD', []],
  ['12', 'of a host with its own money', []],
])('%s in %s is %j', (text, currency, minor) => {
  expect(typedAmounts(text, currency).toSorted()).toEqual(minor.toSorted())
})

test.each([
  ['visa 4242', 'visa', '4242', ''],
  ['Visa ••4242', 'visa', '4242', ''],
  ['•••• 4242', null, '4242', ''],
  ['••4242', null, '4242', ''],
  ['•••• •••• •••• 4242', null, '4242', ''],
  ['****4242', null, '4242', ''],
  ['American Express ••0005', 'amex', '0005', ''],
  ['amex 0005', 'amex', '0005', ''],
  ['Saved card ••4242', null, '4242', ''],
  // Only the terms matter, not the spaces between them.
  ['Ada visa 4242 dinner', 'visa', '4242', 'Ada   dinner'],
])('%s is the card %s %s', (text, brand, last4, rest) => {
  expect(typedCard(text)).toMatchObject({ brand, last4, rest })
})

test.each(['4242', 'Ada 4242', 'visa', 'visa 42424', 'visa 4242.50', 'televisa 4242', 'A••42', 'visa 42'])(
  '%s is not a card',
  (text) => {
    expect(typedCard(text)).toBeNull()
  },
)
