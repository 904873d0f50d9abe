import { expect, test } from 'vitest'
import { fileProblem, proposedEvidence } from '@/components/payments/evidence'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { english } from '@/test/english'
import { aDisputedPayment } from '@/test/factories/dashboard'

const mirror = { seen_at: '', confirmed_at: null, conflict: false, missing: false }
const shown = (over: Partial<ShownPayment>): ShownPayment => ({
  ...aDisputedPayment('pay_1'),
  masked: false,
  mirror,
  ...over,
})
const where = (timeZone: string) => ({ timeZone, locale: 'en-GB' })

test('the proposed evidence has what is known of the payment, in the account’s zone', () => {
  const payment = shown({
    card: { brand: 'visa', last4: '4242' },
    payment_link: { id: 'pl_1', title: 'Dinner', url: 'https://x.test' },
    approved_at: '2026-11-20T12:00:05.000Z',
    authorization_code: 'A1B2C3',
    receipt_url: 'https://x.test/receipt/1',
  })
  const earlierApproved = [{ id: 'p0', amount: 7, currency: 'USD', at: '2026-10-01T10:00:00.000Z' }]
  expect(
    proposedEvidence(
      { payment, customerName: 'Ada L.', earlierApproved },
      english,
      where('America/New_York'),
    ),
  ).toBe(
    `The payment of 120.50 USD was made on 20 Nov 2026, 07:00:00 (America/New_York).
The bank approved it on 20 Nov 2026, 07:00:05 (America/New_York) with the code A1B2C3.
Payer: Ada Lovelace, ada@example.test
Card: Visa ••4242
For: Dinner
Customer: Ada L.
Receipt: https://x.test/receipt/1
Earlier approved payments of the same customer:
- 7.00 USD on 1 Oct 2026, 06:00:00 (America/New_York)`,
  )
})

test('a host that reports little proposes little, and a masked address is left out', () => {
  const payment = shown({ masked: true, payer: { name: '', email: 'a•••@example.test' } })
  expect(proposedEvidence({ payment, customerName: null, earlierApproved: [] }, english, where('UTC'))).toBe(
    'The payment of 120.50 USD was made on 20 Nov 2026, 12:00:00 (UTC).',
  )
})

test('a file is uploaded only if all files together are small enough, and its type is known', async () => {
  const pdf = (bytes: number) => new File(['%PDF-', new Uint8Array(bytes - 5)], 'a.pdf')
  const half = EVIDENCE_BYTES_MAX / 2
  expect(await fileProblem(pdf(EVIDENCE_BYTES_MAX), [], english)).toBeNull()
  expect(await fileProblem(pdf(half), [{ bytes: half }], english)).toBeNull()
  expect(await fileProblem(pdf(half), [{ bytes: half - 1 }, { bytes: 2 }], english)).toContain(
    'exceed 4.5 MB',
  )
  expect(await fileProblem(new File(['<html>'], 'a.pdf'), [], english)).toContain('a.pdf isn’t a PDF')
})
