import { expect, test } from 'vitest'
import { timesOf } from '@/components/time/times'
import { english } from '@/test/english'
import { customerSummary } from './detail'

test('a support summary contains ids and times in both zones, and neither the name nor the contact of the person', () => {
  const text = customerSummary(
    {
      object: 'customer',
      id: 'cus_1',
      name: 'Ana García',
      phone: '+1 415 555 0132',
      email: 'ana@example.test',
      status: 'ACTIVE',
      source: 'MERCHANT',
      notes: 'Gate code 4411',
      external_ref: null,
      card: { brand: 'visa', last4: '4242', expiry: '12/27' },
      created_at: '2026-11-17T21:56:02.000Z',
      card_state: 'saved',
      masked: false,
      mirror: { seen_at: '2026-11-17T21:56:02.000Z', confirmed_at: null, conflict: false, missing: false },
    },
    { id: 'pay_1', status: 'FAILED', created_at: '2026-11-18T21:56:02.000Z' },
    english,
    timesOf(english, { language: 'en', locale: 'en' }, { timeZone: 'America/New_York', now: 0 }).supportTime,
  )
  expect(text.split('\n')).toEqual([
    'Customer: cus_1',
    'Name: A• G•',
    'Phone: ••• 0132',
    'E-mail: a•••@example.test',
    'Status: ACTIVE',
    'Card: Visa ••4242 12/27 (saved)',
    'Created: 17 Nov 2026, 16:56:02 (America/New_York) · 2026-11-17 21:56:02 UTC',
    'Last payment: pay_1 FAILED 18 Nov 2026, 16:56:02 (America/New_York) · 2026-11-18 21:56:02 UTC',
  ])
})
