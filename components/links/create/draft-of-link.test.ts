import { expect, it } from 'vitest'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { draftOfLink } from './draft-of-link'
import { readDraft } from './link-form'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const link: ShownLink = {
  object: 'payment_link',
  id: 'pl_1',
  url: 'https://pay.test/pl_1',
  title: 'Dinner',
  description: 'For two',
  amount: 1234.5,
  currency: 'USD',
  status: 'ACTIVE',
  max_uses: 25,
  paid_count: 3,
  expires_at: '2026-11-08T12:00:00.000Z',
  metadata: { order: 'A-1', table: 7 },
  created_at: '2026-11-01T12:00:00.000Z',
  shown_status: 'EXPIRED',
  mirror: { seen_at: '2026-11-01T12:00:00.000Z', confirmed_at: null, conflict: false, missing: false },
}

it.each(['en', 'de', 'fr', 'ar'])(
  'a draft of a link creates the same link with a new expiry: %s',
  (locale) => {
    const context = { currency: 'USD', locale, timeZone: 'UTC', now }
    expect(readDraft(draftOfLink(link, locale), context)).toEqual({
      ok: true,
      input: {
        title: 'Dinner',
        amount: 1234.5,
        description: 'For two',
        max_uses: 25,
        expires_at: '2026-11-27T12:00:00.000Z',
        metadata: { order: 'A-1', table: 7 },
      },
    })
  },
)

it('an amount with three decimals keeps them in a locale whose grouping separator is a point', () => {
  const context = { currency: 'KWD', locale: 'de', timeZone: 'UTC', now }
  const dinar = draftOfLink({ ...link, amount: 1.234, currency: 'KWD' }, 'de')
  expect(readDraft(dinar, context)).toMatchObject({ input: { amount: 1.234 } })
})
