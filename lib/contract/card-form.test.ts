import { expect, it } from 'vitest'
import { brandOf, cardBrands, passesLuhn } from '@/lib/domain/card'
import { type CardFields, checkCardForm, type PayerFields } from './card-form'
import { testCards } from './test-cards'

const now = new Date('2026-11-20T10:00:00Z')
const good: CardFields & PayerFields = {
  number: '4242 4242 4242 4242',
  expiry: '11/26',
  cvc: '123',
  name: ' Ana ',
  email: '',
}

function codes(over: CardFields & PayerFields): string[] {
  const checked = checkCardForm({ ...good, ...over }, now)
  return checked.ok ? [] : checked.fields.map(({ field, code }) => `${field}:${code}`)
}

it.each(testCards)('$number is accepted by the form as a card of its brand', ({ number, brand }) => {
  expect(passesLuhn(number)).toBe(true)
  expect(brandOf(number)).toBe(brand)
  expect(codes({ number, cvc: '1'.repeat(cardBrands[brand].cvcLength) })).toEqual([])
})

it('a valid form returns the card and the payer, trimmed', () => {
  expect(checkCardForm(good, now)).toEqual({
    ok: true,
    card: {
      number: '4242424242424242',
      expiry: { month: 11, year: 2026 },
      cvc: '123',
      brand: 'visa',
      last4: '4242',
    },
    payer: { name: 'Ana', email: '' },
  })
})

it.each([
  ['Arabic-Indic', { number: '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', expiry: '١١/٢٦', cvc: '١٢٣' }],
  ['Persian', { number: '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲', expiry: '۲۰۲۶-۱۱', cvc: '۱۲۳' }],
  ['full-width', { number: '４２４２－４２４２－４２４２－４２４２', expiry: '１１／２６', cvc: '１２３' }],
])('%s digits are those of the same card', (_, typed) => {
  expect(checkCardForm({ ...good, ...typed }, now)).toEqual(checkCardForm(good, now))
})

it('the payer’s name and e-mail lose invisible marks at their ends, and the name is composed', () => {
  const checked = checkCardForm(
    { ...good, name: '\u200eRene\u0301\u200b', email: '\u200bana@example.test\u200b' },
    now,
  )
  expect(checked).toMatchObject({ ok: true, payer: { name: 'René', email: 'ana@example.test' } })
})

it('all field errors are reported at once, in the order of the form', () => {
  const checked = checkCardForm({}, now)
  expect(checked.ok ? [] : checked.fields.map(({ field, code }) => `${field}:${code}`)).toEqual([
    'number:required',
    'expiry:required',
    'cvc:required',
    'name:required',
  ])
})

it.each([
  [{ number: '4242 4242 4242 4241' }, 'number:invalid_number'],
  [{ number: '4242' }, 'number:too_short'],
  [{ number: '4'.repeat(20) }, 'number:too_long'],
  [{ number: '4242x4242' }, 'number:invalid_characters'],
  [{ expiry: '10/26' }, 'expiry:expired'],
  [{ expiry: '13/30' }, 'expiry:invalid_expiry'],
  [{ cvc: '12' }, 'cvc:invalid_cvc'],
  [{ cvc: '1234' }, 'cvc:invalid_cvc'],
  [{ cvc: '12a' }, 'cvc:invalid_cvc'],
  [{ number: '378282246310005' }, 'cvc:invalid_cvc'],
  [{ name: 'x'.repeat(201) }, 'name:too_long'],
  [{ name: 'a\u0000b' }, 'name:invalid_characters'],
  [{ name: '\u200b' }, 'name:required'],
  [{ name: '\u3164\u2800' }, 'name:required'],
  [{ email: 'nope' }, 'email:invalid_email'],
])('the form refuses %j', (over, expected) => {
  expect(codes(over)).toEqual([expected])
})

it('errors never repeat the typed values', () => {
  const checked = checkCardForm({ ...good, number: '4242424242424241', cvc: '98765' }, now)
  expect(JSON.stringify(checked)).not.toMatch(/42424242|98765/)
})
