import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/texts/texts-provider'
import { SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import type { Payment } from '@/lib/contract/payment'
import type { Refund } from '@/lib/contract/refund'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aDispute, aPayment, aRefund, aRefundedPayment, NOON } from '@/test/factories/dashboard'
import { feeKept, keptAmount, leftAmount } from './amounts'
import { PaymentTimeline } from './detail-parts'
import { PaymentBadge, refundState } from './face'

const shown = (payment: Payment): ShownPayment => ({
  ...payment,
  masked: false,
  mirror: { seen_at: NOON.toISOString(), confirmed_at: null, conflict: false, missing: false },
})
const html = (node: React.ReactNode) =>
  renderToStaticMarkup(
    <LocaleProvider locale="en" timeZone="UTC" now={NOON.getTime()}>
      <EnglishTexts>{node}</EnglishTexts>
    </LocaleProvider>,
  )
const failed = aRefund({ id: 'ref_f', status: 'FAILED', decline_code: 'expired_card', note: 'Box broken' })
const APPROVED = english('payment-rows.status.APPROVED')

test.each([
  [aPayment({ status: 'APPROVED' }), null, APPROVED],
  [aRefundedPayment({}, [failed]), null, APPROVED],
  [aRefundedPayment({ amount: 5.51 }), 'PARTLY', english('payment-rows.refunded.status.PARTLY')],
  [aRefundedPayment({ amount: 5.5 }), 'WHOLLY', english('payment-rows.refunded.status.WHOLLY')],
])('the badge of payment %# shows what was refunded in place of the approval', (payment, state, word) => {
  expect(refundState(payment)).toBe(state)
  expect(html(<PaymentBadge payment={payment} plain />)).toContain(`>${word}</span>`)
})

test.each([
  ['the fee stays with the service', [aRefund()], 14.5, 0.6, 13.9],
  ['a part of the fee came back', [aRefund({ fee_returned: 0.2 })], 14.5, 0.4, 14.1],
  ['the whole amount went back', [aRefund({ amount: 20 })], 0, 0.6, -0.6],
  [
    'not every refund is listed',
    Array.from({ length: SHOWN_REFUNDS_MAX }, () => aRefund({ amount: 0.5 })),
    10,
    null,
    null,
  ],
] satisfies [string, Refund[], number, number | null, number | null][])(
  'what is left and kept of a payment is exact where %s',
  (_, refunds, left, fee, kept) => {
    const payment = shown(aRefundedPayment({ amount: 20, fee_amount: 0.6 }, refunds))
    expect([leftAmount(payment), feeKept(payment), keptAmount(payment)]).toEqual([left, fee, kept])
  },
)

test.each([
  ['NEEDS_RESPONSE', -15.6],
  ['LOST', -15.6],
  ['WON', 19.4],
] as const)('a dispute that is %s leaves %d of a payment of 20 with a fee of 0.60', (status, kept) => {
  const dispute = aDispute({ status, amount: 20, fee_amount: 15 })
  expect(keptAmount(shown(aPayment({ status: 'APPROVED', amount: 20, fee_amount: 0.6, dispute })))).toBe(kept)
})

test('the timeline lists refunds, oldest first, with amount, state, reason, note and decline', () => {
  const payment = shown(aRefundedPayment({}, [failed, aRefund({ amount: 1 })]))
  const timeline = html(<PaymentTimeline payment={payment} events={[]} now={NOON.getTime()} />)
  const reason = english('refund-states.reason.REQUESTED_BY_CUSTOMER')
  const [succeeded, declined] = (['SUCCEEDED', 'FAILED'] as const).map((status) =>
    timeline.indexOf(english(`payment-detail.refunds.status.${status}`)),
  )
  for (const text of ['5.50', '1.00', reason, 'Box broken', 'expired card']) expect(timeline).toContain(text)
  expect(succeeded).toBeGreaterThan(0)
  expect(succeeded).toBeLessThan(declined ?? 0)
})
