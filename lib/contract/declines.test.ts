import { expect, it } from 'vitest'
import { declineOf, declines, isDeclineCode } from './declines'

it('the payer’s message never mentions that a card is suspected, reported lost or stolen', () => {
  expect(declines.fraudulent.payerText).toBe(declines.generic_decline.payerText)
  expect(declines.lost_card.payerText).toBe(declines.generic_decline.payerText)
  expect(declines.stolen_card.payerText).toBe(declines.generic_decline.payerText)
  expect(declines.restricted_card.payerText).toBe(declines.generic_decline.payerText)
})

it('an unknown code is treated as a decline without a reason', () => {
  expect(declineOf('do_not_honor')).toEqual({ code: 'do_not_honor', ...declines.generic_decline })
  expect(isDeclineCode('toString')).toBe(false)
})
