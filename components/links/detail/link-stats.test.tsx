import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'
import { testLink } from '@/test/factories/test-link'
import { LinkStats, type Uncollected } from './link-stats'

const { stats, timeUnknown } = links.detail

type Around = { closedAt?: string | null; rests?: boolean; uncollected?: Uncollected | null }

function shown(
  over: Partial<ShownLink>,
  { closedAt = null, rests = false, uncollected = null }: Around = {},
) {
  const html = renderToStaticMarkup(
    <LinkStats link={testLink(over)} uncollected={uncollected} closedAt={closedAt} rests={rests} />,
  )
  const tiles = html.split('<dt').slice(1)
  const textOf = (part: string) =>
    part
      .replace(/^[^>]*>|<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return { html, tiles: tiles.map(textOf) }
}

it('a link without payments shows neither a sum nor a last payment', () => {
  const { tiles } = shown({})
  expect(tiles).toHaveLength(4)
  expect(tiles[0]).toBe('Collected 0.00 USD')
  expect(tiles[2]).toBe(`${stats.opened} ${stats.notOpened}`)
  // A closed link does not wait for payers.
  for (const shown_status of ['CANCELLED', 'EXPIRED'] as const)
    expect(shown({ shown_status }).tiles[2]).toBe(`${stats.opened} ${stats.neverOpened}`)
  expect(shown({ paid_count: 3, open_count: 1 }).tiles.slice(0, 3)).toEqual([
    'Collected 403.50 USD 3 × 134.50 USD',
    'Payments 3 of 10 7 left',
    'Opened 1 time',
  ])
  expect(shown({ paid_count: 1 }).tiles[0]).toBe('Collected 134.50 USD')
})

it('a link with a payment attempt is not shown as unopened', () => {
  const uncounted = `${stats.opened} ${stats.notCounted} ${stats.notCountedWhy}`
  expect(shown({ paid_count: 1 }).tiles[2]).toBe(uncounted)
  expect(shown({}, { uncollected: { count: 1, declined: true } }).tiles[2]).toBe(uncounted)
  expect(shown({}, { uncollected: { count: 0, declined: true } }).tiles[2]).toBe(
    `${stats.opened} ${stats.notOpened}`,
  )
})

it('uncollected payments are called declined if all of them are', () => {
  const payments = (declined: boolean) => shown({}, { uncollected: { count: 2, declined } }).tiles[1]
  expect(payments(true)).toBe('Payments 0 of 10 10 left · 2 declined')
  expect(payments(false)).toBe('Payments 0 of 10 10 left · 2 not collected')
})

it('the last of four tiles shows how the link ended, and when', () => {
  const at = '1970-01-03T10:00:00.000Z'
  expect(shown({ shown_status: 'COMPLETED' }, { closedAt: at }).tiles.at(-1)).toMatch(
    /^Completed 3 Jan, 10:00 (?!1970)/,
  )
  expect(shown({ shown_status: 'CANCELLED' }, { closedAt: at }).tiles.at(-1)).toMatch(
    /^Cancelled 3 Jan, 10:00 (?!1970)/,
  )
  expect(shown({ shown_status: 'EXPIRED', expires_at: at }).tiles.at(-1)).toMatch(
    /^Expired 3 Jan, 10:00 (?!1970)/,
  )
  expect(shown({ expires_at: at }).tiles.at(-1)).toMatch(/^Expires 3 Jan, 10:00 (?!1970)/)
  expect(shown({}).tiles.at(-1)).toBe('Expires Never until you cancel it')
})

it('the tile of the end remains if the time is unknown', () => {
  const { tiles } = shown({ shown_status: 'CANCELLED', expires_at: '2026-12-01T10:00:00.000Z' })
  expect(tiles).toHaveLength(4)
  expect(tiles.at(-1)).toBe(`${links.status.CANCELLED} ${timeUnknown}`)
})

it('the totals are muted while the link is being canceled', () => {
  expect(shown({}).html).not.toContain('data-rests=')
  expect(shown({}, { rests: true }).html).toContain('data-rests="true"')
})
