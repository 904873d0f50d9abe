import { expect, test } from 'vitest'
import { timesOf } from '@/components/time/times'
import { english } from '@/test/english'
import { testLink } from '@/test/factories/test-link'
import { linkSummary } from './menu'

test('a summary of a link for support contains ids and both time zones, but no person', () => {
  const link = testLink({ title: 'Lesson for Ana García', expires_at: '2026-12-01T10:00:00.000Z' })
  const { supportTime } = timesOf(
    english,
    { language: 'en', locale: 'en' },
    { timeZone: 'America/New_York', now: 0 },
  )
  const text = linkSummary(link, 'en', english, supportTime)
  expect(text.split('\n')).toEqual([
    `Link: ${link.id}`,
    'State: Active (ACTIVE)',
    'Amount: 134.50 USD',
    'Uses: 0 of 10 paid',
    `URL: ${link.url}`,
    'Created: 1 Nov 2026, 05:00:00 (America/New_York) · 2026-11-01 10:00:00 UTC',
    'Expires: 1 Dec 2026, 05:00:00 (America/New_York) · 2026-12-01 10:00:00 UTC',
  ])
})

test('the announcement of a cancellation names no seconds, because it is made once', () => {
  expect(english('links.cancelledSoon', { title: 'Tea' })).not.toMatch(/\d/)
})
