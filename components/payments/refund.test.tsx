import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { ShownRefund } from '@/lib/dashboard/refunds/refund-row'
import { refundStates } from '@/lib/dashboard/refunds/shape'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aDispute, aPayment } from '@/test/factories/dashboard'
import { aPageMember } from '@/test/factories/page-member'
import { leftToRefund } from './refund'
import { RefundForm, RefundState } from './refund-dialog'

const mirror = { seen_at: '2026-11-20T12:00:00Z', confirmed_at: null, conflict: false, missing: false }
const approved = aPayment({
  id: 'P1',
  status: 'APPROVED',
  amount: 32.4,
  refunded_amount: 20.4,
  fee_amount: 1.26,
})
const payment: ShownPayment = { ...approved, masked: false, mirror }
const refund: ShownRefund = {
  ...{
    id: 'rfd_1',
    payment_id: 'P1',
    state: 'DRAFT',
    amount: 12,
    currency: 'USD',
    reason: 'DUPLICATE',
    note: 'Late',
  },
  ...{
    problem: null,
    decline_code: null,
    fee_returned: null,
    request_id: 'req_1',
    created_at: mirror.seen_at,
  },
}

function html(of: ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider locale="en" timeZone="UTC" now={0}>
        <EnglishTexts>
          <MemberProvider member={aPageMember()}>{of}</MemberProvider>
        </EnglishTexts>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}
const form = (more: Partial<Parameters<typeof RefundForm>[0]> = {}) =>
  html(<RefundForm payment={payment} from={undefined} open={undefined} onStarted={() => {}} {...more} />)
const state = (more: Partial<ShownRefund>) =>
  html(
    <RefundState payment={payment} refund={{ ...refund, ...more }} onChanged={() => {}} onClose={() => {}} />,
  )

test('the form proposes what is left of the payment, and nothing is left of one that is not approved', () => {
  expect(form()).toContain('value="12.00"')
  expect(form()).toContain(english('refunds.form.ofLeft', { amount: '12.00 USD', left: '12.00 USD' }))
  expect(leftToRefund({ ...payment, status: 'PENDING' })).toBe(0)
  expect(leftToRefund({ ...payment, refunded_amount: 32.4 })).toBe(0)
  expect(leftToRefund({ ...payment, dispute: aDispute({ status: 'LOST' }) })).toBe(0)
  expect(leftToRefund({ ...payment, dispute: aDispute({ status: 'WON' }) })).toBe(12)
})

test('the form begins with the values of the refund that it changes, and waits for an open one', () => {
  expect(form({ from: { amount: 3, reason: 'FRAUDULENT', note: 'Late' } })).toMatch(
    /value="3\.00".*value="Late"/s,
  )
  expect(form()).not.toContain(english('refunds.form.waits'))
  expect(form({ open: { id: 'rfd_0' } })).toContain(english('refunds.form.waits'))
})

test('the review names the payer, when the payer sees it, what it costs and the amount on its button', () => {
  const review = state({})
  for (const text of [
    'Ada Lovelace',
    english('refunds.review.whenValue'),
    english('refunds.review.fee', { fee: '1.26 USD' }),
    english('refunds.review.submit', { amount: '12.00 USD' }),
    'Late',
  ])
    expect(review).toContain(text)
})

test('each outcome says what became of the money, and only one without a refund offers another', () => {
  for (const each of refundStates) {
    const shown = state({ state: each })
    if (each !== 'DRAFT') expect(shown).toContain(english(`refund-states.meaning.${each}`))
    expect([each, shown.includes(english('refunds.outcome.another'))]).toEqual([
      each,
      each === 'FAILED' || each === 'NOT_MADE',
    ])
  }
  expect(state({ state: 'SUCCEEDED', fee_returned: 0.5 })).toContain(
    english('refunds.outcome.feeReturned', { fee: '0.50 USD' }),
  )
})

test('a refused refund shows its reason, also one that is unknown here', () => {
  const problem = { status: 409, code: 'payment_disputed', message: 'No.', retry_after_s: null }
  expect(state({ problem })).toContain(english('refunds.refused.payment_disputed'))
  expect(state({ problem })).not.toContain(english('refunds.review.again'))
  expect(state({ problem: { ...problem, code: 'rate_limited' } })).toContain(english('refunds.review.again'))
  expect(state({ problem: { ...problem, code: 'closed' } })).toContain(
    `${english('refunds.refusedOther', { code: 'closed' })} No.`,
  )
})
