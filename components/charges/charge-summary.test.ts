import { expect, test } from 'vitest'
import { timesOf } from '@/components/time/times'
import type { ShownCharge } from '@/lib/dashboard/charges/shape'
import { english } from '@/test/english'
import { chargeSummary } from './charge-screen'

test('a support summary of a charge contains ids, the response and times in both zones, and no personal data', () => {
  const charge: ShownCharge = {
    id: 'chg_1',
    customer_id: 'cus_1',
    way: 'CARD',
    state: 'UNRESOLVED',
    amount: 25,
    currency: 'USD',
    description: 'Lesson for Ana García',
    card: { brand: 'visa', last4: '4242', expiry: '12/30' },
    problem: { status: 409, code: 'charge_unresolved', message: 'Ana', retry_after_s: null },
    decline: null,
    payment_id: 'pay_1',
    link_id: null,
    request_id: 'req_1',
    attempts: 2,
    is_case: true,
    has_ended: false,
    replaces: null,
    user: { id: 'usr_1', name: 'Mia' },
    created_at: '2026-11-17T21:56:00.000Z',
    sent_at: '2026-11-17T21:56:02.000Z',
  }
  const { supportTime } = timesOf(
    english,
    { language: 'en', locale: 'en' },
    { timeZone: 'America/New_York', now: 0 },
  )
  expect(chargeSummary(charge, 'en', english, supportTime).split('\n')).toEqual([
    'Charge: chg_1',
    'State: Not known yet (UNRESOLVED)',
    'Last response: 409 charge_unresolved',
    'Amount: 25.00 USD',
    'Created: 17 Nov 2026, 16:56:02 (America/New_York) · 2026-11-17 21:56:02 UTC',
    'Customer: cus_1',
    'Payment: pay_1',
    'Request: req_1',
  ])
})
