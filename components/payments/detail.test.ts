import { expect, it } from 'vitest'
import { timesOf } from '@/components/time/times'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { translatorOf } from '@/lib/messages/catalogue'
import { english } from '@/test/english'
import { supportSummary } from './detail'

const payment: ShownPayment = {
  object: 'payment',
  id: 'pay_1',
  amount: 1018.5,
  currency: 'USD',
  status: 'FAILED',
  payer: { name: 'Ada King Lovelace', email: 'ada@example.test' },
  customer_id: null,
  payment_link: { id: 'pl_1', title: 'Dinner of Ada', url: 'https://pay.example.test/pl_1' },
  authorization_code: null,
  processor_reference: 'tb_1',
  settlement_id: null,
  created_at: '2026-11-17T21:56:02.000Z',
  card: { brand: 'visa', last4: '9995' },
  decline: { code: 'insufficient_funds', advice: '' },
  masked: false,
  mirror: { seen_at: '2026-11-17T21:56:02.000Z', confirmed_at: null, conflict: false, missing: false },
}

const { supportTime } = timesOf(
  english,
  { language: 'en', locale: 'en' },
  { timeZone: 'America/New_York', now: 0 },
)

it('a support summary contains ids, state and the time in both zones, and neither name nor address', () => {
  expect(supportSummary(payment, 'en', english, supportTime).split('\n')).toEqual([
    'Payment: pay_1',
    'Status: Declined (FAILED)',
    'Decline code: insufficient_funds',
    'Amount: 1,018.50 USD',
    'Created: 17 Nov 2026, 16:56:02 (America/New_York) · 2026-11-17 21:56:02 UTC',
    'Payer: A• K• L•, a•••@example.test',
    'Card: Visa ••9995',
    'Link: pl_1',
    'Processor reference: tb_1',
  ])
})

it.each([
  ['es', 'es-AR', '1.018,50 USD'],
  ['es', 'es-MX', '1,018.50 USD'],
  ['pt', 'pt-BR', '1.018,50 USD'],
] as const)(
  'a support summary in %s of %s has the amounts and days of the locale',
  (language, locale, amount) => {
    const t = translatorOf(language)
    const times = timesOf(t, { language, locale }, { timeZone: 'America/New_York', now: 0 })
    const lines = supportSummary(payment, locale, t, times.supportTime).split('\n')
    expect(lines).toContain(`${t('payment-detail.support.amount')}: ${amount}`)
    expect(lines.join('\n')).toMatch(/: 17 (de )?nov\.? (de )?2026, 16:56:02 /)
  },
)

it('a support summary omits values that the payer did not give', () => {
  const bare = { ...payment, payer: { name: '', email: '' }, card: null, decline: null, payment_link: null }
  expect(supportSummary(bare, 'en', english, supportTime)).not.toMatch(/Payer:|Card:|Link:|Decline code/)
})
