import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandLabel,
  brandOf,
  type CardForm,
  cardBrands,
  checkCardForm,
  formatExpiry,
  groupCardNumber,
  isExpired,
  parseExpiry,
  passesLuhn,
} from './card'
import { declineOf, declines, isDeclineCode } from './declines'
import { testCardOf, testCards } from './test-cards'

const now = new Date('2026-11-20T10:00:00Z')
const good: CardForm = {
  number: '4242 4242 4242 4242',
  expiry: '11/26',
  cvc: '123',
  name: ' Ana ',
  email: '',
}

function codes(over: CardForm): string[] {
  const checked = checkCardForm({ ...good, ...over }, now)
  return checked.ok ? [] : checked.fields.map(({ field, code }) => `${field}:${code}`)
}

describe('test cards', () => {
  it.each(testCards)('$number is accepted by the form as a card of its brand', ({ number, brand }) => {
    expect(passesLuhn(number)).toBe(true)
    expect(brandOf(number)).toBe(brand)
    expect(codes({ number, cvc: '1'.repeat(cardBrands[brand].cvcLength) })).toEqual([])
  })

  it('the table has every number of the decisions with its outcome, each number once', () => {
    const outcomes = {
      '4242424242424242': 'approve',
      '5555555555554444': 'approve',
      '378282246310005': 'approve',
      '4000000000000002': 'decline',
      '4000000000009995': 'decline',
      '4000000000000069': 'decline',
      '4000000000000341': 'decline_later',
      '4000000000000119': 'lost_after_authorize',
      '4000000000000127': 'lost_after_capture',
      '4000000000000259': 'lost_after_authorize_later',
      '4000000000000267': 'lost_after_capture_later',
      '4000002500003155': 'confirm',
      '4000000000000408': 'decline',
      '4100000000000019': 'decline',
      '4000000000000424': 'too_slow',
      '4000000000000432': 'nonsense',
      '4000000000000440': 'wrong_amount',
    }
    for (const [number, outcome] of Object.entries(outcomes))
      expect(testCardOf(number)?.outcome).toBe(outcome)
    expect(testCardOf('4000000000009995')?.declineCode).toBe('insufficient_funds')
    expect(testCardOf('4000000000000069')?.declineCode).toBe('expired_card')
    expect(testCardOf('4000000000000408')?.declineCode).toBe('processing_error')
    expect(testCardOf('4100000000000019')?.declineCode).toBe('fraudulent')
    expect(testCardOf('4111111111111111')).toBeNull()
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
  })

  it('a test card has a decline code exactly if it declines', () => {
    for (const { outcome, declineCode } of testCards) {
      expect(declineCode !== null).toBe(outcome.startsWith('decline'))
    }
  })
})

describe('declines', () => {
  it('the payer’s message never mentions that a card is suspected, reported lost or stolen', () => {
    expect(declines.fraudulent.payerText).toBe(declines.generic_decline.payerText)
    expect(declines.lost_card.payerText).toBe(declines.generic_decline.payerText)
    expect(declines.stolen_card.payerText).toBe(declines.generic_decline.payerText)
  })

  it('an unknown code is treated as a decline without a reason', () => {
    expect(declineOf('do_not_honor')).toEqual({ code: 'do_not_honor', ...declines.generic_decline })
    expect(isDeclineCode('toString')).toBe(false)
  })
})

describe('card', () => {
  it('the check digit detects a wrong digit and two swapped neighbors', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 })
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, change) => {
        const check = Array.from({ length: 10 }, (_, digit) => digit).filter((digit) =>
          passesLuhn([...body, digit].join('')),
        )
        expect(check).toHaveLength(1)
        const at = place % body.length
        const wrong = body.map((digit, index) => (index === at ? (digit + change) % 10 : digit))
        expect(passesLuhn([...wrong, ...check].join(''))).toBe(false)
      }),
    )
    expect(passesLuhn('')).toBe(false)
  })

  it.each([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2220', null],
    ['2721', null],
    ['34', 'amex'],
    ['36', 'diners'],
    ['3528', 'jcb'],
    ['3527', null],
    ['6011', 'discover'],
    ['62', 'unionpay'],
    ['', null],
    ['5', null],
  ])('the digits %s have the brand %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand)
  })

  it('a number is grouped as on the printed card, also while it is being typed', () => {
    expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005')
    expect(groupCardNumber('42424')).toBe('4242 4')
    expect(groupCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupCardNumber('')).toBe('')
    expect(brandLabel('visa')).toBe('Visa')
    expect(brandLabel('Elo')).toBe('Elo')
  })

  it('an expiry date is parsed as people type it, and only as month and year', () => {
    for (const text of ['04/29', '4/29', '0429', '04 / 29', '04/2029', ' 042029 ', '04-29']) {
      expect(parseExpiry(text), text).toEqual({ month: 4, year: 2029 })
    }
    for (const text of ['13/29', '00/29', '4', '29', '', '04/1929', '04/299', 'ab/cd', '429']) {
      expect(parseExpiry(text), text).toBeNull()
    }
    expect(formatExpiry({ month: 4, year: 2029 })).toBe('04/29')
  })

  it('a card is valid to the last instant of its expiry month', () => {
    const expiry = { month: 11, year: 2026 }
    expect(isExpired(expiry, new Date('2026-11-30T23:59:59.999Z'))).toBe(false)
    expect(isExpired(expiry, new Date('2026-12-01T00:00:00Z'))).toBe(true)
    expect(isExpired({ month: 12, year: 2026 }, new Date('2026-12-31T23:00:00Z'))).toBe(false)
    expect(isExpired({ month: 12, year: 2026 }, new Date('2027-01-01T00:00:00Z'))).toBe(true)
  })
})

describe('checkCardForm', () => {
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
    [{ name: 'a\u0000' }, 'name:invalid_characters'],
    [{ email: 'nope' }, 'email:invalid_email'],
  ])('the form refuses %j', (over, expected) => {
    expect(codes(over)).toEqual([expected])
  })

  it('errors never repeat the typed values', () => {
    const checked = checkCardForm({ ...good, number: '4242424242424241', cvc: '98765' }, now)
    expect(JSON.stringify(checked)).not.toMatch(/42424242|98765/)
  })
})
