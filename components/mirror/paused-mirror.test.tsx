import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { HealthSection } from '@/components/settings/health-section'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { aMirrorHealth, aSyncProgress } from '@/test/factories/sync-fixtures'
import { StaleBanner } from './live-health'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')

function textOf(screen: ReactNode, over: Partial<MirrorHealth>): string {
  const client = new QueryClient()
  client.setQueryData(['', 'mirror', 'health', {}], aMirrorHealth(over))
  const html = renderToStaticMarkup(
    <EnglishTexts>
      <QueryClientProvider client={client}>
        <LocaleProvider locale="en" timeZone="UTC" now={NOON}>
          <MemberProvider member={aPageMember()}>{screen}</MemberProvider>
        </LocaleProvider>
      </QueryClientProvider>
    </EnglishTexts>,
  )
  return html.replaceAll('\u00a0', ' ')
}

const banner = <StaleBanner />
const section = <HealthSection />
const queued = { last_sync: aSyncProgress({ state: 'QUEUED', finished_at: null, error: 'calls_paused' }) }
const until = '2026-11-20T14:20:00.000Z'

test('a banner shows the end of the rate limit that delays a comparison', () => {
  const pause = { until, reason: 'rate_limited' } as const
  const message = 'The payments service asked us to wait until 14:20.'
  expect(textOf(banner, { ...queued, pause, state: 'live' })).toContain(message)
  expect(textOf(banner, { ...queued, pause, state: 'behind' })).toContain(message)
  const days = { ...pause, until: '2026-11-23T14:20:00.000Z' }
  expect(textOf(banner, { ...queued, pause: days })).toContain('wait until 23 Nov, 14:20.')
})

test('a pause of a minute shows a banner only if the mirror is behind', () => {
  const pause = { until: '2026-11-20T12:01:00.000Z', reason: 'away' } as const
  expect(textOf(banner, { ...queued, pause, state: 'live' })).toBe('')
  expect(textOf(banner, { ...queued, pause, state: 'behind' })).toContain('does not respond')
})

test('a pause that is over shows nothing', () => {
  const pause = { until: '2026-11-20T12:00:00.000Z', reason: 'rate_limited' } as const
  expect(textOf(banner, { ...queued, pause, state: 'live' })).toBe('')
})

test('the health section names the pause, and shows no spinner', () => {
  const pause = { until, reason: 'rate_limited' } as const
  const html = textOf(section, { ...queued, pause, state: 'behind' })
  expect(html).toContain('A comparison waits until 14:20.')
  expect(html).not.toContain('aria-busy')
  expect(html).not.toContain('progressbar')
})

test('an account without charges is called blocked everywhere, and its key is not questioned', () => {
  const blocked = {
    last_sync: aSyncProgress({ state: 'FAILED', error: 'charges_disabled' }),
    state: 'broken',
    pause: { until, reason: 'blocked' },
  } as const
  for (const screen of [section, banner]) {
    expect(textOf(screen, blocked)).toContain('service has blocked this account. The next try is at 14:20.')
    expect(textOf(screen, blocked)).not.toMatch(/\bkey\b/i)
  }
})
