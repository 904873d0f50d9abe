import { expect, it } from 'vitest'
import { declineOf, declines, isDeclineCode, payerReasonOf } from './declines'

it('the payer never learns that a card is suspected, reported lost or stolen', () => {
  for (const code of ['fraudulent', 'lost_card', 'stolen_card', 'restricted_card', 'toString', null])
    expect(payerReasonOf(code)).toBe('generic_decline')
  expect(payerReasonOf('insufficient_funds')).toBe('insufficient_funds')
})

it('an unknown code is treated as a decline without a reason', () => {
  expect(declineOf('do_not_honor')).toEqual({ code: 'do_not_honor', ...declines.generic_decline })
  expect(isDeclineCode('toString')).toBe(false)
})
